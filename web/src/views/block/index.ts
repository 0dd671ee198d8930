import type { Part } from '../../state/parts';
import { later, msg } from '../../words/msg';
import { frameOf, text } from '../kit/frame';
import { beginOf } from '../kit/keyframes';
import { handle, path } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Box, Mark } from '../kit/scene';
import { gainIn, knob } from '../kit/setting-range';
import type { StepContext } from '../kit/step-context';
import { type Draw, stepView } from '../kit/step-view';
import { words } from '../kit/words';
import type { Caption } from '../view';
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
import { wideBlock } from './wide';

/** The flow from top to bottom, the residual connection at the right. */

const gap = 26;
const height = 38;
const railWidth = 30;

function rowsOf(parts: readonly Part[], width: number, top: number) {
  const inner = width - railWidth;
  const third = (inner - 16) / 3;
  const boxes = new Map<string, Box>();
  let y = top;
  for (const part of parts) {
    const own = ['query', 'key', 'value'].indexOf(part.id);
    if (own >= 0) boxes.set(part.id, { x: own * (third + 8), y, width: third, height });
    else if (part.id === 'weights')
      boxes.set(part.id, { x: third / 4, y, width: third * 1.5, height });
    else boxes.set(part.id, { x: 0, y, width: inner, height });
    if (part.id === 'query' || part.id === 'key') continue;
    y += height + gap + (part.id === 'output' ? 4 : 0);
  }
  return { boxes, bottom: y };
}

function band(a: Box, b: Box): string {
  const [y1, y2] = [a.y + a.height, b.y];
  const bend = (y1 + y2) / 2;
  return `M${a.x} ${y1}C${a.x} ${bend} ${b.x} ${bend} ${b.x} ${y2}H${b.x + b.width}C${b.x + b.width} ${bend} ${a.x + a.width} ${bend} ${a.x + a.width} ${y1}Z`;
}

function strand(a: Box, b: Box): string {
  const [y1, y2] = [a.y + a.height, b.y];
  const [x1, x2] = [a.x + a.width / 2, b.x + b.width / 2];
  const bend = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${bend} ${x2} ${bend} ${x2} ${y2}`;
}

/** Query and key share the weights' edge; weights and value share that of the heads. */
function shareOf(source: string, to: Box): Box {
  const half = to.width / 2;
  if (source === 'query') return { ...to, width: half };
  if (source === 'key') return { ...to, x: to.x + half, width: half };
  if (source === 'weights') return { ...to, width: to.width * 0.64 };
  if (source === 'value') return { ...to, x: to.x + to.width * 0.68, width: to.width * 0.32 };
  return to;
}

function flows(
  m: StepContext,
  parts: readonly Part[],
  boxes: ReadonlyMap<string, Box>,
): readonly Mark[] {
  return parts.flatMap((part) =>
    sourcesOf(parts, part.id).flatMap((source): readonly Mark[] => {
      const from = boxes.get(source);
      const to = boxes.get(part.id);
      const role = parts.find((each) => each.id === source)?.role ?? 'residual';
      if (!from || !to) return [];
      const hue = ['query', 'key', 'value'].includes(part.id) ? part.role : role;
      const begin = beginOf(part.step);
      const pulse = { from: begin, to: begin + 0.8 };
      const share = shareOf(source, to);
      return [
        path(band(from, share), { fill: hue, opacity: 0.16 }),
        path(strand(from, share), {
          stroke: hue,
          width: pulseWidth(m, part.tensor, parts, 4),
          pulse,
        }),
      ];
    }),
  );
}

function residual(
  m: StepContext,
  part: Part,
  boxes: ReadonlyMap<string, Box>,
  width: number,
): readonly Mark[] {
  const from = boxes.get(pathTo(m, part) ?? '');
  const to = boxes.get(part.id);
  if (!from || !to) return [];
  const x = width - 10;
  const edge = from.x + from.width;
  const middle = from.x + from.width / 2;
  const y1 = from.y + from.height / 2;
  const y2 = to.y - gap / 2;
  const d = `M${edge + 3} ${y1}H${x - 8}Q${x} ${y1} ${x} ${y1 + 8}V${y2 - 8}Q${x} ${y2} ${x - 8} ${y2}H${middle + 8}`;
  const begin = beginOf(part.step);
  return [
    path(d, { stroke: 'residual', width: 2.5, opacity: 0.55, ...pathDash(m) }),
    path(d, { stroke: 'residual', width: 5, pulse: { from: begin - 0.6, to: begin + 0.6 } }),
    path(
      `M${middle - 7} ${y2}a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M${middle - 4} ${y2}h8M${middle} ${y2 - 4}v8`,
      {
        stroke: 'residual',
        fill: 'paper',
        width: 1.6,
      },
    ),
    ...pathKnob(m, [x, (y1 + y2) / 2], 'left'),
  ];
}

export function tallBlock(m: StepContext, width: number, top: number): Drawn {
  const parts = blockParts(m);
  const head = words(m, frameOf(width), top);
  const { boxes, bottom } = rowsOf(parts, width, head.bottom + 12);
  return {
    marks: [
      ...head.marks,
      ...flows(m, parts, boxes),
      ...parts.flatMap((part) => residual(m, part, boxes, width)),
      ...parts.flatMap((part) => {
        const box = boxes.get(part.id) as Box;
        return [...partBox(m, part, box), ...sublayerKnob(m, part, box, 'left')];
      }),
    ],
    bottom,
  };
}

/** Below this width the flow runs downwards. */
const wideFrom = 560;

/** Where the numbers of layers begin, and what the switch of the whole layer takes behind them. */
const start = 44;
const behind = 100;

/** The layers as numbers to choose from; where they are many, closer together or, narrow, in several rows. */
function layers(m: StepContext, width: number): { marks: readonly Mark[]; bottom: number } {
  const count = m.model.config.num_hidden_layers;
  const step = width < wideFrom ? 26 : Math.min(26, (width - start - behind) / count);
  const perRow = Math.floor((width - start) / step);
  const place = (i: number, x = 0) =>
    [start + step * (i % perRow) + x, 26 * Math.floor(i / perRow)] as const;
  const choices = Array.from({ length: count }, (_, layer) => {
    const [x, y] = place(layer);
    const action = { kind: 'head', layer, head: m.head } as const;
    return handle({ x, y, width: step - 2, height: 24 }, msg`layer ${layer + 1}`, action, {
      chosen: layer === m.layer,
      text: String(layer + 1),
      look: 'choice',
    });
  });
  const target = { kind: 'option', key: 'layer', layer: m.layer } as const;
  const [endX, endY] = place(count - 1, step + 20);
  const [x, y] = endX + behind - 20 > width ? [start + 12, endY + 26] : [endX, endY];
  const what = gainIn(m, target) === 0 ? msg`skipped` : msg`in full`;
  const marks = [
    text(0, 17, msg`layer`, { size: 13 }),
    ...choices,
    ...knob(m, [x, y + 12], target, msg`the whole of layer ${m.layer + 1}`),
    text(x + 16, y + 17, what, { size: 13 }),
  ];
  return { marks, bottom: y + 28 };
}

const orders = {
  post: later('LayerNorm follows each sum.'),
  pre: later('LayerNorm comes before each sublayer.'),
  none: later('nothing is normalised.'),
} as const;

function caption(m: StepContext): Caption {
  return [
    msg`Layer ${m.layer + 1} of ${m.model.config.num_hidden_layers}: attention mixes the words, the feed-forward network works on each alone, and both add to what came in;`,
    msg(orders[m.graph.structure.norm]),
  ];
}

const draw: Draw = (m, frame) => {
  const wide = frame.width >= wideFrom;
  const choice = layers(m, frame.width);
  const { marks, bottom } = wide ? wideBlock(m, frame) : tallBlock(m, frame.width, choice.bottom);
  return {
    marks: [...choice.marks, ...marks],
    bottom,
    caption: caption(m),
    chosen: [],
    scales: false,
  };
};

/** The whole block: data flow as ribbons, the residual connection around it, pulses that follow the time. */
export const figure = stepView('block', draw);
