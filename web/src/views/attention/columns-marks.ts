import { brackets } from '../kit/brackets';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { path } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import { type ColumnsLayout, shows } from './scene';

/** Brackets over words of several pieces; token ids below the words, except where the swap button is. */
export function columnHeads(at: ColumnsLayout): readonly SvgMark[] {
  const { row, slots, y, swap, shown, centres, pitch } = at;
  const half = pitch / 2 - 5;
  const spelled = brackets(row.tokens, shown, (first, last) => {
    return `M${(centres[first] ?? 0) - half} ${y.words + 5}v-4H${(centres[last] ?? 0) + half}v4`;
  });
  const ids = slots.flatMap(({ first: token, centre: x, rest }) =>
    rest || token === swap?.token
      ? []
      : [text(x, y.words + 47, String(row.tokens[token]?.id), { anchor: 'middle', size: 11 })],
  );
  return [...spelled, ...ids];
}

/** The baseline of the bars. */
export function columnFoot(at: ColumnsLayout): readonly SvgMark[] {
  if (!shows(at, 'softmax')) return [];
  const { centres, strip, y } = at;
  const first = (centres[0] ?? 0) - strip / 2;
  const last = (centres.at(-1) ?? 0) + strip / 2;
  const d = `M${first} ${y.bars + 0.5}H${last}`;
  return [path(d, { stroke: 'line', keys: appear(2, 2.01) })];
}
