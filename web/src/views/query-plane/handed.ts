import { formulaOf } from '../../state/dataflow/graph';
import { weight } from '../../state/format';
import { bestIds } from '../../state/prediction';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { line } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Box, Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { strip } from '../kit/strip';

/** Where it is beside the plane. */
export const handedWidth = 260;

const rowPitch = 26;
const most = 5;

/** A head's numbers of a word, where heads are cut as they should be. */
function numbers(
  m: StepContext,
  part: 'value' | 'heads',
  token: number,
  place: Box,
): readonly Mark[] {
  const name = `layers.${m.layer}.attention`;
  if (formulaOf(m.graph, `${name}.scores`, 'scores').cut !== 'split') return [];
  return [strip(m, `${name}.${part}`, token, 'value', place, { part: [m.head * m.dK, m.dK] })];
}

/** The values of the words with the largest weights, and what they add up to. */
export function handedMarks(m: StepContext, { x, y, width }: Omit<Box, 'height'>): Drawn {
  const weights = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus);
  const best = bestIds(weights, most);
  const rest = weights.length - best.length;
  const widest = Math.max(
    ...best.map((token) => textWidth(m.tokens[token]?.piece ?? '', 14, true)),
  );
  const lane = Math.min(110, widest + 10) + 44;
  const at = (row: number) => y + 30 + rowPitch * row;
  const box = (row: number) => ({ x: x + lane, y: at(row), width: width - lane, height: 16 });
  const rows = best.flatMap((token, row): readonly Mark[] => [
    text(x, at(row) + 13, weight(weights[token] ?? 0), {
      ...{ size: 13, tone: 'weight', bold: row === 0 },
      shows: { tensor: 'handed', token },
    }),
    text(x + 42, at(row) + 13, m.tokens[token]?.piece ?? '', {
      ...{ serif: true, size: 14, tone: 'ink', bold: row === 0 },
    }),
    ...numbers(m, 'value', token, box(row)),
  ]);
  const end = best.length;
  return {
    marks: [
      text(x, y + 14, msg`v: what is handed over`, {
        ...{ serif: true, bold: true, size: 15, tone: 'value' },
      }),
      ...rows,
      ...(rest > 0 ? [text(x, at(end) + 11, msg`and of ${rest} more words, less of each`)] : []),
      line(x, at(end) + 22, x + width, at(end) + 22, 'ink-2'),
      text(x, at(end + 1) + 13, msg`together`, { size: 13, tone: 'ink' }),
      ...numbers(m, 'heads', m.focus, box(end + 1)),
    ],
    bottom: at(end + 2),
  };
}
