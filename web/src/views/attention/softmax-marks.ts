import { ramp, stagger } from '../../render/motion';
import { sumOver, type WordPlace } from '../../render/visible-words';
import { positive } from '../../state/format';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { rect } from '../kit/marks';
import type { Keyframe, RectMark, TextMark } from '../kit/scene';
import { formerWeight } from './former-marks';
import type { BarPlace, FigureLayout } from './scene';

/** Minimum length of a bar, so that a small weight stays visible; a weight of 0 or NaN has no bar. */
const shortest = 0.8;

export function barLength(weight: number, share: number, full: number): number {
  return weight === 0 || Number.isNaN(weight) ? 0 : Math.max(shortest, Math.abs(share) * full);
}

/** The length of weight 1: less than the room has where a weight has been made larger than 1. */
export function scaleOf(
  { row, former }: Pick<FigureLayout, 'row' | 'former'>,
  full: number,
): number {
  const all = [...row.weights, ...(former?.weights ?? [])].map(Math.abs).filter(Number.isFinite);
  return full / Math.max(1, ...all);
}

type Drawn = Pick<FigureLayout, 'row' | 'slots'>;

/** e^s of a key, or of the words of a place together, as a share of the largest. */
export function powerShare({ row: { powers }, slots }: Drawn, place: WordPlace): number {
  const most = Math.max(...slots.map((slot) => sumOver(slot, powers)));
  return most > 0 ? sumOver(place, powers) / most : 0;
}

/**
 * Length of a bar over the time of its step. It grows to e^s, scaled so that the largest is 1; once all
 * have grown, all are divided by their sum and end at their weights.
 */
export function barLengths(
  at: Drawn,
  place: WordPlace,
  full: number,
): readonly { readonly at: number; readonly length: number }[] {
  const weight = sumOver(place, at.row.weights);
  const grown = barLength(weight, powerShare(at, place), full);
  const order = at.slots.findIndex(({ first }) => first === place.first);
  const [begin, end] = stagger(order, at.slots.length, 0, 0.4);
  return [
    { at: begin, length: 0 },
    { at: end, length: grown },
    { at: 0.55, length: grown },
    { at: 0.88, length: barLength(weight, weight, full) },
  ];
}

/** Opacity of the sum and of the written weights. */
export function softmaxParts(progress: number) {
  return { sum: ramp(progress, 0.42, 0.5), weights: ramp(progress, 0.88, 1) };
}

/** A bar; where the weight has changed, it is right of the former one, which is hollow, or above it. */
export function barMarks(at: FigureLayout, place: WordPlace): readonly RectMark[] {
  const bar = at.words[place.first]?.bar;
  if (!bar) return [];
  const was = formerWeight(at, place);
  if (was === null) return [barMark(at, place, bar)];
  const [thick, up] = [bar.thick / 2, at.kind === 'columns'];
  const moved = (by: number) => ({
    ...bar,
    thick,
    ...(up ? { x: bar.x + by } : { y: bar.y - by }),
  });
  const now = barMark(at, place, moved(thick / 2 + 1));
  return [formerBar(at, was, moved(-thick / 2 - 1)), now];
}

function formerBar(at: FigureLayout, was: number, { x, y, thick, full }: BarPlace): RectMark {
  const length = barLength(was, was, scaleOf(at, full));
  const look = { fill: 'paper', stroke: 'ink', keys: appear(2.88, 3) } as const;
  return at.kind === 'columns'
    ? rect(x - thick / 2, y - length, thick, length, look)
    : rect(x, y - thick / 2, length, thick, look);
}

/** Upwards in columns, to the right in rows; below zero in the ink of what takes away. */
function barMark(at: FigureLayout, place: WordPlace, bar: BarPlace): RectMark {
  const { x, y, thick, full } = bar;
  const lengths = barLengths(at, place, scaleOf(at, full));
  const last = lengths.at(-1)?.length ?? 0;
  const up = at.kind === 'columns';
  const keys = lengths.map(({ at: time, length }): Keyframe => {
    const scale = last > 0 ? length / last : 0;
    return { at: 2 + time, ...(up ? { scaleY: scale } : { scaleX: scale }) };
  });
  const fill = sumOver(place, at.row.weights) < 0 ? 'negative' : 'weight';
  const look = { fill, role: 'weight', round: Math.min(1.5, last / 2), keys } as const;
  return up
    ? rect(x - thick / 2, y - last, thick, last, { ...look, origin: [x, y] })
    : rect(x, y - thick / 2, last, thick, { ...look, origin: [x, y] });
}

/** e^s at the end of its bar, until the bar is divided. */
export function powerNumber(at: FigureLayout, place: WordPlace): TextMark {
  const { row, words } = at;
  const { bar, scaled } = words[place.first] ?? {};
  const { x = 0, y = 0, full = 0 } = bar ?? {};
  const length = barLength(sumOver(place, row.weights), powerShare(at, place), full);
  const style = {
    shows: place.rest ? { tensor: 'rest-powers' } : { tensor: 'powers', token: place.first },
    keys: [
      { at: 2.34, opacity: 0 },
      { at: 2.42, opacity: 1 },
      { at: 2.54, opacity: 1 },
      { at: 2.6, opacity: 0 },
    ],
  };
  const content = positive(sumOver(place, row.powers));
  return at.kind === 'columns'
    ? text(x, y - length - 7, content, {
        ...style,
        anchor: 'middle',
        size: scaled?.size ?? 13,
      })
    : text(x + length + 6, y + 4, content, { ...style, tone: 'ink' });
}
