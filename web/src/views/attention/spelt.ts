import { type Cell, cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { cellOfHead, scaledScore } from '../../state/dataflow/kinds/attention';
import type { State, StepId } from '../../state/state';
import { strongest } from '../../state/vector';
import type { Spelt } from '../../widgets/explained-formula';
import { speltOf, stepContextOf } from '../kit/step-context';
import type { AttentionRow } from './attention-row';

/** The cell whose arithmetic each step writes out; none where there is none. */
export type StepSpelt = Readonly<Partial<Record<StepId, Spelt | undefined>>>;

/** The output's number that is furthest from zero. */
export const loudest = ({ output }: AttentionRow): number => strongest(output);

/** The key that the formulas are about: the one asked, else the one pointed at, else the one of most weight. */
export const keyOf = (at: {
  readonly why: number | null;
  readonly hover: number | null;
  readonly top: number;
}): number => at.why ?? at.hover ?? at.top;

/** The arithmetic of one key, step by step, and of one number of the output. */
export function stepSpelt(state: State, width: number, row: AttentionRow, key: number): StepSpelt {
  const m = stepContextOf(state, width);
  if (!m || key < 0) return {};
  const { layer, head, focus, dK } = row;
  const name = (tensor: string) => `layers.${layer}.attention.${tensor}`;
  const spell = (of: Cell) => speltOf({ ...m, point: null }, [of])[0];
  const { cut } = formulaOf(m.graph, name('scores'), 'scores');
  const { shape } = m.trace.tensor(name('heads'));
  const scores = spell(cell(name('scores'), head, focus, key));
  return {
    scores,
    scale: scores && { ...scores, ...scaledScore(scores, row.divisor, dK, row.biases?.[key]) },
    softmax: spell(cell(name('weights'), head, focus, key)),
    sum: spell(cell(name('heads'), ...cellOfHead(shape, dK, [head, focus, loudest(row)], cut))),
  };
}
