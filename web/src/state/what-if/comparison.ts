import type { ModelInfo } from '../../model/protocol';
import { biasesOf, type Trace } from '../../model/trace';
import { formulaOf } from '../dataflow/graph';
import type { State } from '../state';
import { entropyBits } from '../vector';
import { graphOf } from '../why';
import { formerTrace } from './answers';

/** One row of attention in one run. */
export interface AttentionNumbers {
  readonly scores: Float32Array;
  readonly divisor: number;
  readonly scaled: readonly number[];
  readonly weights: Float32Array;
  /** Of the weights, in bits. */
  readonly entropy: number;
}

/** A row of attention as it is and, where another run is on show, as it was. */
export interface Comparison {
  readonly now: AttentionNumbers;
  readonly was: AttentionNumbers | null;
}

interface RowPlace {
  readonly layer: number;
  readonly head: number;
  readonly focus: number;
}

function numbersIn(model: ModelInfo, trace: Trace, { layer, head, focus }: RowPlace) {
  const name = `layers.${layer}.attention`;
  const { divisor } = formulaOf(graphOf(model, trace), `${name}.weights`, 'softmax');
  const scores = trace.row(`${name}.scores`, head, focus);
  const weights = trace.row(`${name}.weights`, head, focus);
  const biases = biasesOf(trace, `${name}.`, head, focus);
  const scaled = Array.from(scores, (score, j) => score / divisor + (biases?.[j] ?? 0));
  return { scores, divisor, scaled, weights, entropy: entropyBits(weights) };
}

/** The row at a place, in the run on show and in the model's own. */
export function comparisonOf(
  state: State,
  model: ModelInfo,
  trace: Trace,
  at: RowPlace,
): Comparison {
  const former = formerTrace(state);
  return { now: numbersIn(model, trace, at), was: former && numbersIn(model, former, at) };
}

/** How fast a weight grows with its score, per unit of q · k. */
export const slopeOf = ({ weights, divisor }: AttentionNumbers, key: number): number => {
  const w = weights[key] ?? 0;
  return (w * (1 - w)) / divisor;
};
