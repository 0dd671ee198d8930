import { nearest, sumOver } from '../../render/visible-words';
import { weight } from '../../state/format';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { group } from '../kit/marks';
import type { SvgMark, TextMark } from '../kit/scene';
import { type FigureLayout, isDim, loudFrom } from './scene';
import type { Slot } from './slots';
import { barLength, barMarks, powerNumber, scaleOf } from './softmax-marks';
import { rowValue } from './sum-marks';
import { isDrawn } from './veil';

/** The weight of the words beyond together, at the end of their bar. */
function weightNumber(at: FigureLayout, slot: Slot): TextMark {
  const w = sumOver(slot, at.row.weights);
  const { x = 0, y = 0, full = 0 } = at.words[slot.first]?.bar ?? {};
  const length = barLength(w, w, scaleOf(at, full));
  const loud = w > loudFrom && !isDim(at, nearest(slot));
  const look = {
    size: 12,
    bold: loud,
    tone: loud ? 'weight' : 'ink-2',
    shows: { tensor: 'rest-weights' },
    keys: appear(2.88, 3),
  } as const;
  return at.kind === 'columns'
    ? text(x, y - length - 9, weight(w), { ...look, anchor: 'middle' })
    : text(x + length + 6, y + 4, weight(w), look);
}

/** Of the words beyond one end: their powers and weights summed, and the sum of their values. */
export function restMarks(at: FigureLayout, slot: Slot): readonly SvgMark[] {
  const softmax = isDrawn(at, 'softmax');
  const pictures = [
    ...(softmax ? barMarks(at, slot) : []),
    ...(at.kind === 'rows' && isDrawn(at, 'sum') ? [rowValue(at, slot)] : []),
  ];
  return [
    group(pictures, { opacity: isDim(at, nearest(slot)) ? 0.4 : 1 }),
    ...(softmax ? [powerNumber(at, slot), weightNumber(at, slot)] : []),
  ];
}
