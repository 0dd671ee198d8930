import { weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { text } from '../kit/frame';
import { line, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { columnsHeight, type Layout } from './layout';
import { columnSums } from './parts';

const barRoom = columnsHeight - 24;

/** Under the weights what their columns add up to: the answer to the figure's question. */
export function columnBars(m: StepContext, { weights }: Layout): readonly Mark[] {
  const sums = columnSums(m);
  const most = Math.max(1, ...sums);
  const pitch = weights.width / sums.length;
  const base = weights.y + weights.height + 6;
  const best = argmax(sums);
  const bars = sums.map((sum, i) =>
    rect(weights.x + pitch * (i + 0.15), base, pitch * 0.7, (barRoom * sum) / most, {
      fill: 'weight',
      opacity: i === best ? 1 : 0.6,
    }),
  );
  const x = weights.x + pitch * (best + 0.5);
  const left = x < weights.x + weights.width / 2;
  return [
    line(weights.x, base, weights.x + weights.width, base, 'ink-2'),
    ...bars,
    text(x + (left ? pitch / 2 + 4 : -pitch / 2 - 4), base + barRoom, weight(sums[best] ?? 0), {
      ...{ anchor: left ? 'start' : 'end', size: 11, tone: 'ink', bold: true },
      shows: { tensor: 'column-sum', token: m.shown.first + best },
    }),
  ];
}
