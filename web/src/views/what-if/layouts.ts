import { placeOfWord, sumOver, type WordPlace, wordPlaces } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { signed, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import type { Comparison } from '../../state/what-if/comparison';
import { msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { handle, line, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { type Words, wordHandle, words } from '../kit/words';
import {
  axisHeight,
  changeHeight,
  mirrorMarks,
  nowAndWas,
  type Parts,
  type Placed,
  settingText,
} from './parts';

/** Heights of the parts, in pixels, and their shares of what a higher stage leaves. */
const heights = { now: 84, was: 66, bars: 66, head: 36 };
const shares = { now: 0.4, was: 0.25, bars: 0.35 };

/** Between the words and the scores, where no arches hang. */
const gap = 10;

const numbersHeight = changeHeight + 2;

/** Everything that does not grow. */
const fixed = heights.head + 2 * numbersHeight + axisHeight + changeHeight + 40;
/** What is below the drawing: the switches. */
const beneath = 96;

/** The arches make room for those of before: what is below, the axis under the pointer, stays where it is. */
function grown(frame: Frame, mirrored: boolean) {
  const rest = (frame.room ?? 0) - fixed - beneath - heights.now - heights.was - heights.bars;
  const extra = Math.min(260, Math.max(0, rest));
  const bars = heights.bars + extra * shares.bars;
  const [now, was] = [heights.now + extra * shares.now, heights.was + extra * shares.was];
  return mirrored ? { now, was, bars } : { now: now + was - gap, was: gap, bars };
}

interface Columns extends Parts {
  readonly head: Words;
}

const middleOf = ({ head }: Columns, place: WordPlace): number => head.centres?.[place.first] ?? 0;

function arches(at: Columns, base: number, reach: { now: number; was: number }): readonly Mark[] {
  const { m, of, head } = at;
  const places = wordPlaces(m.shown);
  const mirror = {
    centres: places.map((place) => middleOf(at, place)),
    facing: { now: 'up', was: 'down' },
    base: { now: base, was: head.bottom - 2 },
    total: Math.min(46, head.pitch * 0.56),
    reach: { now: reach.now - 6, was: reach.was - 8 },
  } as const;
  return mirrorMarks(m, mirror, of.now.weights, of.was?.weights ?? null);
}

/** One number of each word; words beyond the window have none. */
function numbers(
  at: Columns,
  y: number,
  tensor: string,
  valuesOf: (of: Comparison['now']) => ArrayLike<number>,
): readonly Mark[] {
  const { m, of } = at;
  const [now, was] = [valuesOf(of.now), of.was && valuesOf(of.was)];
  const top = argmax(now);
  const size = at.head.pitch < 56 ? 11 : 13;
  return wordPlaces(m.shown)
    .filter(({ rest }) => !rest)
    .flatMap((place) => {
      const token = place.first;
      const former = was && signed(was[token] ?? 0);
      return nowAndWas(middleOf(at, place), y + 13, signed(now[token] ?? 0), former, {
        ...{ anchor: 'middle', size, bold: token === top, shows: { tensor, token } },
      });
    });
}

/** Weights as bars: what was hollow at the left, what is filled at the right. */
function bars(at: Columns, y: number, height: number): readonly Mark[] {
  const { m, of, frame } = at;
  const base = y + changeHeight + height;
  const top = argmax(of.now.weights);
  const thick = Math.min(20, at.head.pitch * 0.26);
  const marks = wordPlaces(m.shown).flatMap((place): Mark[] => {
    const x = middleOf(at, place);
    const now = sumOver(place, of.now.weights);
    const was = of.was && sumOver(place, of.was.weights);
    const [full, former] = [now * height, (was ?? 0) * height];
    const token = place.first;
    const left = was === null ? x - thick / 2 : x + 1;
    const y0 = base - Math.max(full, former) - (was === null ? 18 : changeHeight);
    const ask = { x: x - at.head.pitch / 2, y: y0, width: at.head.pitch, height: changeHeight };
    const name = `layers.${m.layer}.attention.weights`;
    const why = { kind: 'cell', cell: cell(name, m.head, m.focus, token) } as const;
    return [
      ...(was === null
        ? []
        : [rect(x - thick - 1, base - former, thick, former, { fill: 'sheet', stroke: 'ink-2' })]),
      rect(left, base - full, thick, full, { fill: 'weight' }),
      ...nowAndWas(x, y0 + 12, weight(now), was === null ? null : weight(was), {
        ...{ anchor: 'middle', bold: token === top, tone: token === top ? 'weight' : 'ink' },
        shows: { tensor: 'weights', token },
      }),
      ...(place.rest ? [] : [handle(ask, msg`Why ${weight(now)}?`, why)]),
    ];
  });
  return [...marks, line(frame.left, base + 0.5, frame.left + frame.inner, base + 0.5)];
}

const bits = (x: number) => msg`${signed(x)} bits`;

function entropy({ of }: Parts, y: number): readonly Mark[] {
  return nowAndWas(8, y, bits(of.now.entropy), of.was && bits(of.was.entropy), {
    shows: { tensor: 'entropy' },
    size: 12,
  });
}

/** The words as heads of columns; null where they are too many for the width. */
export function columns(parts: Parts) {
  const { m, frame, of } = parts;
  const grow = grown(frame, of.was !== null);
  const head = words(m, frame, grow.now);
  if (!head.centres) return null;
  const at: Columns = { ...parts, head };
  const score = head.bottom + grow.was;
  const scale = score + numbersHeight;
  const axis = scale + numbersHeight;
  const softmax = axis + axisHeight + 10;
  const bottom = softmax + changeHeight + grow.bars + 8;
  const name = (y: number, called: string) => label(frame, y - 1, { name: called }).marks;
  return {
    marks: [
      ...arches(at, grow.now, grow),
      ...head.marks,
      ...(of.was
        ? [
            text(0, grow.now - 40, 'now', { size: 15, serif: true, bold: true, tone: 'ink' }),
            text(0, head.bottom + 30, msg`as it was`, { size: 15, serif: true, tone: 'ink' }),
          ]
        : []),
      ...name(score, msg`Score`),
      text(56, score + 13, 'q · k', { size: 13, serif: true, tone: 'ink' }),
      ...numbers(at, score, 'scores', ({ scores }) => scores),
      ...name(scale, msg`Scale`),
      ...nowAndWas(60, scale + 13, settingText(of.now, m), of.was && settingText(of.was, m), {
        shows: { tensor: 'divisor' },
      }),
      ...numbers(at, scale, 'scaled', ({ scaled }) => scaled),
      ...name(softmax, msg`Softmax`),
      ...entropy(parts, softmax + 32),
      ...bars(at, softmax, grow.bars),
    ] as readonly Mark[],
    bottom,
    axis: { x: frame.left, y: axis, width: frame.inner, height: axisHeight },
    scopes: { x: 0, y: axis, width: frame.gutter - 12, height: axisHeight },
  };
}

const pitch = 40;
const top = 24;

/** Where things stand along a row. */
function placesOf({ frame: { width } }: Parts) {
  const lane = Math.min(90, Math.max(46, width * 0.17));
  const word = Math.min(110, Math.max(76, width * 0.22));
  const numbers = 2 * lane + word + 14;
  return { lane, word, was: lane + word, numbers, bars: numbers + 44 };
}

function row(parts: Parts, i: number): readonly Mark[] {
  const { m, of, frame } = parts;
  const x = placesOf(parts);
  const place = wordPlaces(m.shown)[i];
  if (!place) return [];
  const y = top + pitch * (i + 0.5);
  const token = place.first;
  const now = sumOver(place, of.now.weights);
  const was = of.was && sumOver(place, of.was.weights);
  const full = Math.max(0, frame.width - x.bars);
  const box = { x: x.lane, y: y - 16, width: x.word, height: 32 };
  const ask = { x: x.numbers - 8, y: y - 16, width: 50, height: 32 };
  const name = `layers.${m.layer}.attention.weights`;
  const most = token === argmax(of.now.weights);
  const raised = was !== null && weight(was) !== weight(now) ? -3 : 4;
  return [
    wordHandle(m, place, box, 16),
    ...nowAndWas(x.numbers, y + raised, weight(now), was === null ? null : weight(was), {
      ...{ bold: most, tone: most ? 'weight' : 'ink', shows: { tensor: 'weights', token } },
    }),
    rect(x.bars, y - (was === null ? 5 : 10), full * now, 10, { fill: 'weight' }),
    ...(was === null
      ? []
      : [rect(x.bars, y + 2, full * was, 9, { fill: 'sheet', stroke: 'ink-2' })]),
    ...(place.rest
      ? []
      : [
          handle(ask, msg`Why ${weight(now)}?`, {
            kind: 'cell',
            cell: cell(name, m.head, m.focus, token),
          }),
        ]),
  ];
}

/** The words one under another: what is at their left, what was at their right. */
export function rows(parts: Parts): Placed {
  const { m, of, frame } = parts;
  const places = wordPlaces(m.shown);
  const x = placesOf(parts);
  const end = top + pitch * places.length;
  const mirror = {
    centres: places.map((_, i) => top + pitch * (i + 0.5)),
    facing: { now: 'left', was: 'right' },
    base: { now: x.lane, was: x.was },
    total: 22,
    reach: { now: x.lane - 2, was: x.lane - 2 },
  } as const;
  const focus = top + pitch * (placeOfWord(m.shown, m.focus) + 0.5);
  const setting = end + 20;
  const axis = { x: 0, y: setting + 24, width: frame.width, height: axisHeight + 14 };
  const scopes = { x: 0, y: axis.y + axis.height + 4, width: frame.width, height: 28 };
  return {
    marks: [
      ...mirrorMarks(m, mirror, of.now.weights, of.was?.weights ?? null),
      rect(x.lane, focus - 16, 2, 32, { fill: 'query' }),
      text(0, 12, of.was ? msg`now` : '', { bold: true, tone: 'ink' }),
      text(x.was, 12, of.was ? msg`as it was` : ''),
      text(x.numbers, 12, msg`weight`),
      ...places.flatMap((_, i) => row(parts, i)),
      ...nowAndWas(8, setting, settingText(of.now, m), of.was && settingText(of.was, m), {
        shows: { tensor: 'divisor' },
      }),
      ...nowAndWas(x.numbers, setting, bits(of.now.entropy), of.was && bits(of.was.entropy), {
        shows: { tensor: 'entropy' },
      }),
    ],
    bottom: scopes.y + scopes.height + 4,
    axis,
    scopes,
  };
}
