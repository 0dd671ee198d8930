import { type Arches, type ArchOptions, layoutArches } from '../../render/arches';
import {
  nearest,
  placeOfWord,
  sumOver,
  type WordPlace,
  type WordWindow,
} from '../../render/visible-words';
import { type Cell, cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { cellOfHead, scaledScore } from '../../state/dataflow/kinds/attention';
import type { State, StepId } from '../../state/state';
import { strongest } from '../../state/vector';
import type { WorkedCell } from '../../widgets/explained-formula';
import { stepContextOf, workedCellsOf } from '../kit/step-context';
import type { AttentionRow } from './attention-row';

/** A place along the words with the middle of its column or row. */
export interface Slot extends WordPlace {
  readonly centre: number;
}

/** The middle of each word's place, word by word: the words beyond the window share theirs. */
export function centresOf(slots: readonly Slot[]): readonly number[] {
  return slots.flatMap(({ first, end, centre }) => new Array<number>(end - first).fill(centre));
}

/** One strand to each word that is drawn, and one to the words beyond either end, summed. */
export function slotArches(
  row: AttentionRow,
  shown: WordWindow,
  slots: readonly Slot[],
  options: ArchOptions,
): Arches {
  const weights = slots.map((slot) => Math.abs(sumOver(slot, row.weights)));
  const centres = slots.map(({ centre }) => centre);
  const arches = layoutArches(weights, placeOfWord(shown, row.focus), centres, options);
  const tokenOf = (place: number) => {
    const slot = slots[place];
    return slot ? nearest(slot) : place;
  };
  return { ...arches, strands: arches.strands.map((s) => ({ ...s, key: tokenOf(s.key) })) };
}

/** Σ weight · value over a place's words, divided by their weight: its strip, narrowed, is that sum. */
export function meanValue(row: AttentionRow, slot: WordPlace): Float32Array {
  const total = sumOver(slot, row.weights);
  const mean = new Float32Array(row.dK);
  if (total === 0) return mean;
  for (let token = slot.first; token < slot.end; token++) {
    const share = (row.weights[token] ?? 0) / total;
    const value = row.values[token] ?? [];
    for (let i = 0; i < row.dK; i++) mean[i] = (mean[i] ?? 0) + share * (value[i] ?? 0);
  }
  return mean;
}

/** The cell whose arithmetic each step writes out; none where there is none. */
export type WorkedCells = Readonly<Partial<Record<StepId, WorkedCell | undefined>>>;

/** The output's number that is furthest from zero. */
export const largestOutput = ({ output }: AttentionRow): number => strongest(output);

/** The key that the formulas are about: the one asked, else the one pointed at, else the one of most weight. */
export const keyOf = (at: {
  readonly why: number | null;
  readonly hover: number | null;
  readonly top: number;
}): number => at.why ?? at.hover ?? at.top;

/** The arithmetic of one key, step by step, and of one number of the output. */
export function stepSpelt(
  state: State,
  width: number,
  row: AttentionRow,
  key: number,
): WorkedCells {
  const m = stepContextOf(state, width);
  if (!m || key < 0) return {};
  const { layer, head, focus, dK } = row;
  const name = (tensor: string) => `layers.${layer}.attention.${tensor}`;
  const spell = (of: Cell) => workedCellsOf({ ...m, point: null }, [of])[0];
  const { cut } = formulaOf(m.graph, name('scores'), 'scores');
  const { shape } = m.trace.tensor(name('heads'));
  const scores = spell(cell(name('scores'), head, focus, key));
  return {
    scores,
    scale: scores && { ...scores, ...scaledScore(scores, row.divisor, dK, row.biases?.[key]) },
    softmax: spell(cell(name('weights'), head, focus, key)),
    sum: spell(
      cell(name('heads'), ...cellOfHead(shape, dK, [head, focus, largestOutput(row)], cut)),
    ),
  };
}
