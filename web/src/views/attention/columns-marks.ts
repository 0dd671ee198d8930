import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { path } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import { type ColumnsLayout, shows } from './scene';

/** Token ids below the words, except where the swap button is. */
export function columnHeads({ row, slots, y, swap }: ColumnsLayout): readonly SvgMark[] {
  return slots.flatMap(({ first: token, centre: x, rest }) =>
    rest || token === swap?.token
      ? []
      : [text(x, y.words + 47, String(row.tokens[token]?.id), { anchor: 'middle', size: 11 })],
  );
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
