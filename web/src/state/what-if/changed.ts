import type { Trace } from '../../model/trace';
import { split } from '../dataflow/naming';
import type { State } from '../state';
import { timeline } from '../timeline';
import { formerTrace } from './answers';
import { parseOptions } from './run-text';

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
