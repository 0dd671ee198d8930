import type { ModelInfo } from '../../model/protocol';
import { biasesOf, type Trace } from '../../model/trace';
import { formulaOf } from '../dataflow/graph';
import { split } from '../dataflow/naming';
import type { State } from '../state';
import { timeline } from '../timeline';
import { entropyBits } from '../vector';
import { graphOf } from '../why';
import { formerTrace } from './answers';
import { parseOptions } from './run-text';

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

/** The numbers of one word in a tensor; of the scores and weights those of all heads. */
function rowsOf(trace: Trace, name: string, token: number): readonly Float32Array[] {
  const { shape } = trace.tensor(name);
  if (shape.length < 3) return [trace.row(name, token)];
  return Array.from({ length: shape[0] ?? 0 }, (_, head) => trace.row(name, head, token));
}

/** Less than this share of a row's length is the rounding of single precision. */
const noise = 1e-5;

/**
 * By how much a word's numbers in a tensor have changed: the length of the difference as a share of
 * what was. Null where they have not, or where the other run has no such tensor.
 */
export function changeOf(now: Trace, was: Trace, name: string, token: number): number | null {
  if (!now.has(name) || !was.has(name)) return null;
  const former = rowsOf(was, name, token);
  let [difference, length] = [0, 0];
  rowsOf(now, name, token).forEach((row, i) => {
    row.forEach((x, j) => {
      const before = former[i]?.[j] ?? 0;
      difference += (x - before) ** 2;
      length += before ** 2;
    });
  });
  const share = Math.sqrt(difference / Math.max(length, 1e-12));
  return share < noise ? null : share;
}

/** The step in which a tensor of a layer, or of the text, comes about. */
const stepsOf: Readonly<Record<string, string>> = {
  'embedding.tokens': 'embedding',
  'embedding.positions': 'position',
  'embedding.output': 'position',
  'attention.query': 'projections',
  'attention.key': 'projections',
  'attention.value': 'projections',
  'attention.scores': 'scores',
  'attention.weights': 'softmax',
  'attention.heads': 'concat',
  'attention.output': 'output',
  'attention.residual': 'attention-norm',
  'attention.norm': 'attention-norm',
  'feedForward.hidden': 'expand',
  'feedForward.activated': 'activate',
  'feedForward.output': 'compress',
  'feedForward.residual': 'feed-forward-norm',
  'feedForward.norm': 'feed-forward-norm',
  output: 'stack',
  logits: 'prediction',
};

function isChanged(now: Trace, was: Trace, name: string): boolean {
  if (!now.has(name) || !was.has(name)) return now.has(name) !== was.has(name);
  const former = was.tensor(name).data;
  return now.tensor(name).data.some((x, i) => Math.abs(x - (former[i] ?? 0)) > noise);
}

/** Tensors of a trace that have a step, in the order of computation. */
const namesOf = (trace: Trace): readonly string[] =>
  [...trace.names].filter((name) => split(name).part in stepsOf);

const placeOf = (name: string): number =>
  timeline.findIndex(({ id }) => id === stepsOf[split(name).part]);

/** Where on the timeline something is first changed, and where for the last time; each the end of its step. */
export interface Affected {
  readonly first: number;
  readonly last: number;
}

const known = new WeakMap<Trace, { readonly was: Trace; readonly found: Affected | null }>();

function affectedIn(now: Trace, was: Trace): Affected | null {
  const names = [...new Set([...namesOf(was), ...namesOf(now)])];
  const first = names.find((name) => isChanged(now, was, name));
  if (first === undefined) return null;
  const last = [...names].reverse().find((name) => isChanged(now, was, name)) ?? first;
  const options = parseOptions(now.encoding.run?.structure ?? '');
  // What scores are divided by is in no tensor of its own: weights are the first to show it.
  const divided = first.endsWith('.weights') && options.some(({ key }) => key === 'scale');
  const from = divided ? timeline.findIndex(({ id }) => id === 'scale') : placeOf(first);
  return { first: from + 1, last: placeOf(last) + 1 };
}

/** What the run on show has changed of the model's own; null where that is on show, or nothing is changed. */
export function affectedBy(state: State): Affected | null {
  const { trace: now } = state;
  const was = formerTrace(state);
  if (!now || !was) return null;
  const kept = known.get(now);
  if (kept?.was === was) return kept.found;
  const found = affectedIn(now, was);
  known.set(now, { was, found });
  return found;
}
