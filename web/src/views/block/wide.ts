import { wordObject } from '../../render/passage';
import { wordPlaces } from '../../render/visible-words';
import type { Part } from '../../state/parts';
import { msg } from '../../words/msg';
import { type Frame, text } from '../kit/frame';
import { beginOf } from '../kit/keyframes';
import { dot, path } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Box, Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { visibleLabels } from '../kit/svg-marks';
import { pieceAt, wordHandle } from '../kit/words';
import {
  blockParts,
  partBox,
  pathDash,
  pathKnob,
  pathTo,
  pulseWidth,
  sourcesOf,
  sublayerKnob,
} from './parts';

/** The flow from left to right: words, the layer's tensors with a column per word, what comes next. */

const top = 64;
const wordsWidth = 74;

/** What the flow needs above and below its middle, where nothing stretches it. */
const least = { above: 172, below: 150 };

/** How much larger than that everything is, where the room allows it. */
function stretchOf({ room = 0 }: Frame): number {
  return Math.max(1, Math.min(1.7, (room - top) / (least.above + least.below)));
}

/** The height of the flow's middle. */
const middleOf = (k: number): number => top + least.above * k;

/** Height of most pictures. */
const usual = 148;

const heights: Readonly<Record<string, number>> = {
  query: 70,
  key: 70,
  value: 70,
  weights: 84,
  hidden: 212,
};

/** Vertical offset of a picture from the middle. */
const lifts: Readonly<Record<string, number>> = { query: -92, value: 92, weights: -46 };

/** Column of a part; query, key and value share one. */
const columnOf = (parts: readonly Part[], id: string): number => {
  const before = parts.slice(
    0,
    parts.findIndex((part) => part.id === id),
  );
  return (
    before.filter((part) => part.id !== 'key' && part.id !== 'value').length -
    (id === 'key' || id === 'value' ? 1 : 0)
  );
};

function boxesOf(parts: readonly Part[], width: number, k: number): ReadonlyMap<string, Box> {
  const columns = parts.length - 2;
  const pitch = (width - wordsWidth - 8) / columns;
  const size = Math.min(96, pitch * 0.72);
  const boxes = parts.map((part): readonly [string, Box] => {
    const centre = wordsWidth + pitch * (columnOf(parts, part.id) + 0.5);
    const height = k * (heights[part.id] ?? usual);
    const lift = k * (lifts[part.id] ?? 0);
    return [
      part.id,
      { x: centre - size / 2, y: middleOf(k) + lift - height / 2, width: size, height },
    ];
  });
  return new Map(boxes);
}

/** A band from the right edge of one picture to the left edge of another. */
function band(a: Box, b: Box): string {
  const [x1, x2] = [a.x + a.width, b.x];
  const bend = (x1 + x2) / 2;
  return `M${x1} ${a.y}C${bend} ${a.y} ${bend} ${b.y} ${x2} ${b.y}V${b.y + b.height}C${bend} ${b.y + b.height} ${bend} ${a.y + a.height} ${x1} ${a.y + a.height}Z`;
}

/** A line within a band, at a fraction of its height. */
function strand(a: Box, b: Box, at: number): string {
  const [x1, x2] = [a.x + a.width, b.x];
  const [y1, y2] = [a.y + a.height * at, b.y + b.height * at];
  const bend = (x1 + x2) / 2;
  return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
}

/** The value's band to the heads passes below the weights. */
function under(a: Box, b: Box, low: Box): Box {
  return { x: low.x + low.width, y: a.y, width: 0, height: Math.min(a.height, b.height) };
}

function flow(
  from: Box,
  to: Box,
  { part, width }: { readonly part: Part; readonly width: number },
  role: Part['role'],
): readonly Mark[] {
  const begin = beginOf(part.step);
  const pulse = { from: begin, to: begin + 0.8 };
  return [
    path(band(from, to), { fill: role, opacity: 0.16 }),
    ...[0.2, 0.5, 0.8].map((at) => path(strand(from, to, at), { stroke: role, width, pulse })),
  ];
}

function flows(
  m: StepContext,
  parts: readonly Part[],
  boxes: ReadonlyMap<string, Box>,
): readonly Mark[] {
  const role = (id: string) => parts.find((part) => part.id === id)?.role ?? 'residual';
  return parts.flatMap((part) =>
    sourcesOf(parts, part.id).flatMap((source) => {
      const from = boxes.get(source);
      const to = boxes.get(part.id);
      const weights = boxes.get('weights');
      if (!from || !to || !weights) return [];
      const hue = ['query', 'key', 'value'].includes(part.id) ? part.role : role(source);
      const goes = { part, width: pulseWidth(m, part.tensor, parts, 3) };
      if (source !== 'value') return flow(from, target(part, source, to), goes, hue);
      const turn = under(from, to, weights);
      return [
        ...flow(from, turn, goes, hue),
        ...flow(turn, { ...to, y: to.y + to.height * 0.6, height: to.height * 0.4 }, goes, hue),
      ];
    }),
  );
}

/** Query and key share the weights' edge; weights and value that of the heads. */
function target(part: Part, source: string, to: Box): Box {
  const half = to.height / 2;
  if (source === 'query') return { ...to, height: half };
  if (source === 'key') return { ...to, y: to.y + half, height: half };
  return part.id === 'heads' ? { ...to, height: to.height * 0.6 } : to;
}

const corner = 10;

/** The residual connection around a sublayer: up, over the pictures, down into the sum. */
function residual(
  m: StepContext,
  part: Part,
  boxes: ReadonlyMap<string, Box>,
  { level, middle, all }: { level: number; middle: number; all: readonly Part[] },
): readonly Mark[] {
  const from = boxes.get(pathTo(m, part) ?? '');
  const to = boxes.get(part.id);
  if (!from || !to) return [];
  const x1 = from.x + from.width / 2;
  const x2 = to.x - 12;
  const d = `M${x1} ${from.y - 4}V${level + corner}Q${x1} ${level} ${x1 + corner} ${level}H${x2 - corner}Q${x2} ${level} ${x2} ${level + corner}V${middle - 8}`;
  const begin = beginOf(part.step);
  return [
    path(d, { stroke: 'residual', width: 3, opacity: 0.55, ...pathDash(m) }),
    path(d, {
      stroke: 'residual',
      width: pulseWidth(m, part.tensor, all, 6),
      pulse: { from: begin - 0.6, to: begin + 0.6 },
    }),
    dot(x2, middle, 8, 'paper'),
    path(
      `M${x2 - 8} ${middle}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M${x2 - 4} ${middle}h8M${x2} ${middle - 4}v8`,
      {
        stroke: 'residual',
        width: 1.6,
      },
    ),
    ...pathKnob(m, [(x1 + x2) / 2, level], 'below'),
  ];
}

/** The words at the left edge and the band into the layer. */
function entrance(m: StepContext, x: Box, k: number): readonly Mark[] {
  const places = wordPlaces(m.shown);
  const n = places.length;
  const pitch = Math.min(18 * k, (220 * k) / n);
  const first = middleOf(k) - (pitch * n) / 2;
  const size = Math.max(11, Math.min(17, pitch - 3));
  const named = visibleLabels(m, pitch);
  const words = places.flatMap((place, i): readonly Mark[] => {
    const { first: token, rest } = place;
    const piece = pieceAt(m, place);
    const own = !rest && token === m.focus;
    const y = first + pitch * (i + 0.75);
    const box = { x: 0, y: first + pitch * i, width: wordsWidth - 8, height: pitch };
    const written = text(wordsWidth - 10, y, piece, {
      anchor: 'end',
      serif: !rest,
      size: rest ? 11 : size,
      bold: own,
      tone: own ? 'query' : 'ink',
      ...(!rest && { object: wordObject(m.tokens, token) }),
    });
    const hold = { ...wordHandle(m, place, box, 13), text: '', object: undefined };
    return rest || named.has(token) ? [written, hold] : [hold];
  });
  const from = { x: wordsWidth - 6, y: first, width: 0, height: pitch * n };
  return [...flow(from, x, { part: input, width: 3 }, 'residual'), ...words];
}

const input: Part = { id: 'x', tensor: '', role: 'residual', name: [], step: 'embedding' };

export function wideBlock(m: StepContext, frame: Frame): Drawn {
  const { width } = frame;
  const parts = blockParts(m);
  const k = stretchOf(frame);
  const boxes = boxesOf(parts, width, k);
  const x = boxes.get('x') as Box;
  return {
    marks: [
      ...entrance(m, x, k),
      ...flows(m, parts, boxes),
      ...parts
        .filter((part) => pathTo(m, part))
        .flatMap((part, i) =>
          residual(m, part, boxes, { level: top - 14 * (1 - i), middle: middleOf(k), all: parts }),
        ),
      text(
        x.x,
        top - 24,
        msg`residual connection: each word bypasses the sublayer, whose output is added to it`,
        {
          tone: 'residual',
          size: 12,
        },
      ),
      ...parts.flatMap((part) => {
        const box = boxes.get(part.id) as Box;
        return [...partBox(m, part, box), ...sublayerKnob(m, part, box, 'above')];
      }),
    ],
    bottom: middleOf(k) + least.below * k,
  };
}
