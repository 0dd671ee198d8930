import { type ModelInfo, ownRun, type Run, type Token } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { swapOf } from '../presets';
import type { State } from '../state';
import { traceFor } from './answers';
import { type Ask, type EncodeRequest, nothingWanted, type Wants } from './ask';
import { runOf } from './history';
import { trainedReading } from './reading';
import { optionOf } from './run-text';
import {
  isMuted,
  numberValue,
  type Scope,
  type Switch,
  switchOf,
  toldValues,
  valueAt,
  withHeadMuted,
  withoutSwitch,
  withSwitch,
} from './switches';

/** The same words in another order, as they are run now and as the model runs them. */
function swappedRequests(state: State): readonly EncodeRequest[] {
  const { trace, live } = state;
  if (!trace || live || optionOf(state.structure, 'positions') !== 'off') return [];
  const swap = swapOf(trace.encoding.text);
  if (!swap || trace.encoding.masked.length > 0) return [];
  return [runOf(state), ownRun].map((run) => ({ text: swap.text, masked: [], run }));
}

/** What the comparison of two orders needs computed; nothing where the words are not the same. */
const orderRequests = (state: State): readonly EncodeRequest[] => {
  const sorted = (text: string) => text.toLowerCase().split(/\s+/).sort().join(' ');
  const text = state.trace?.encoding.text ?? '';
  return swappedRequests(state).filter((request) => sorted(request.text) === sorted(text));
};

/** For each token the place of its word in another order. */
function places(tokens: readonly Token[], others: readonly Token[]): readonly number[] {
  const taken = new Set<number>();
  return tokens.map(({ piece }) => {
    const at = others.findIndex((other, i) => other.piece === piece && !taken.has(i));
    taken.add(at);
    return at;
  });
}

/** The largest difference between the last vectors of the same words; null where the words differ. */
function largestDifference(a: Trace, b: Trace): number | null {
  const at = places(a.encoding.tokens, b.encoding.tokens);
  if (at.includes(-1) || a.encoding.tokens.length !== b.encoding.tokens.length) return null;
  let largest = 0;
  at.forEach((other, token) => {
    const [x, y] = [a.row('output', token), b.row('output', other)];
    x.forEach((value, i) => {
      largest = Math.max(largest, Math.abs(value - (y[i] ?? 0)));
    });
  });
  return largest;
}

/** How far the words' vectors of two orders are apart, without positions and with them. */
interface OrderDifference {
  readonly other: string;
  readonly now: number;
  readonly was: number;
}

export function orderDifference(state: State, former: Trace | null): OrderDifference | null {
  const [now, was] = orderRequests(state).map((request) => traceFor(state, request));
  const { trace } = state;
  if (!trace || !former || !now || !was) return null;
  const [present, past] = [largestDifference(trace, now), largestDifference(former, was)];
  if (present === null || past === null) return null;
  return { other: now.encoding.text, now: present, was: past };
}

/** A run of the text on show, of which the prediction for the word in focus is wanted. */
type RunAt = (index: number) => Run;

/** An ask about the word in focus, for runs that `name` and `run` tell from all others. */
function askOf(
  { trace, token }: State,
  name: string,
  run: Run,
  count: number,
  runAt: RunAt,
  pieces: readonly number[] = [],
): Ask | null {
  if (!trace?.has('logits') || token < 0) return null;
  const { text, masked } = trace.encoding;
  const key = JSON.stringify([name, text, masked, token, pieces, run.structure, run.changes]);
  return { key, text, masked, token, pieces, count, variant: runAt };
}

interface Place {
  readonly model: ModelInfo;
  readonly layer: number;
}

const placeOf = ({ model, layer }: State): Place | null =>
  model && layer >= 0 ? { model, layer } : null;

/** Of each value of a switch in each of its scopes: the scopes of the first value, then of the next. */
export function valuesAsk(state: State, of: Switch): Ask | null {
  const at = placeOf(state);
  if (!at) return null;
  const { id, scopes } = of;
  const run = runOf(state);
  const values = toldValues(of, run, at.model.config);
  return askOf(state, `${id}@${at.layer}`, run, values.length * scopes.length, (i) => {
    const value = values[Math.floor(i / scopes.length)]?.value ?? '';
    const scope = scopes[i % scopes.length] ?? 'all';
    return withSwitch(run, id, value, { scope, layer: at.layer }, at.model.config);
  });
}

/** Of a number as it is set, in each scope. */
export function scopesAsk(state: State, { id, scopes }: Switch): Ask | null {
  const at = placeOf(state);
  if (!at) return null;
  const run = runOf(state);
  const { config } = at.model;
  const value = valueAt(run, id, at.layer, config);
  const bare = withoutSwitch(run, id, config);
  return askOf(state, `scopes of ${id}=${value}@${at.layer}`, bare, scopes.length, (i) => {
    const scope = scopes[i] ?? 'all';
    return withSwitch(bare, id, value, { scope, layer: at.layer }, config);
  });
}

/** Of the numbers along a switch's axis, in a scope; each with the probability of a piece. */
export function numbersAsk(
  state: State,
  { id, number }: Switch,
  scope: Scope,
  piece: number,
): Ask | null {
  const at = placeOf(state);
  if (!at || !number) return null;
  const { config } = at.model;
  const bare = withoutSwitch(runOf(state), id, config);
  const name = scope === 'all' ? `${id} in all layers` : `${id}@${at.layer}`;
  const { samples } = number.axis(config);
  const runAt = (i: number) => {
    const value = numberValue(id, samples[i] ?? 1, config);
    return withSwitch(bare, id, value, { scope, layer: at.layer }, config);
  };
  return askOf(state, `numbers of ${name}`, bare, samples.length, runAt, [piece]);
}

/** Of each head turned the other way: muted, or heard again where it is muted. Layer by layer. */
export function headsAsk(state: State): Ask | null {
  const at = placeOf(state);
  if (!at) return null;
  const run = runOf(state);
  const { config } = at.model;
  const heads = config.num_attention_heads;
  return askOf(state, 'heads', run, config.num_hidden_layers * heads, (i) => {
    const [layer, head] = [Math.floor(i / heads), i % heads];
    return withHeadMuted(run, layer, head, !isMuted(run, layer, head, config), config);
  });
}

/** Of each layer turned the other way: skipped, or not. */
export function layersAsk(state: State): Ask | null {
  const at = placeOf(state);
  if (!at) return null;
  const run = runOf(state);
  const { config } = at.model;
  return askOf(state, 'layers', run, config.num_hidden_layers, (layer) => {
    const value = valueAt(run, 'layers', layer, config) === 'on' ? 'off' : 'on';
    return withSwitch(run, 'layers', value, { scope: 'layer', layer }, config);
  });
}

/** What a switch that is unfolded asks for. */
export function switchAsk(state: State, of: Switch): Ask | null {
  if (of.id === 'heads') return headsAsk(state);
  if (of.id === 'layers') return layersAsk(state);
  return of.number ? scopesAsk(state, of) : valuesAsk(state, of);
}

/** The asks behind the lines over a number's axis: of the layer, and of all layers. */
export function lineAsks(state: State, of: Switch): readonly Ask[] {
  const piece = of.number ? trainedReading(state)?.id : undefined;
  if (piece === undefined) return [];
  return of.scopes.flatMap((scope) => numbersAsk(state, of, scope, piece) ?? []);
}

/** What the control of the unfolded switch shows beside its values. */
export function unfoldedAsks(state: State): readonly Ask[] {
  const unfolded = switchOf(state.panel.unfolded ?? '');
  if (!unfolded) return [];
  return [switchAsk(state, unfolded) ?? [], lineAsks(state, unfolded)].flat();
}

/** Of the figure that shows what was below what is, with the divisor's axis always open. */
export function whatIfWants(state: State): Wants {
  const divisor = switchOf('scale');
  const ofDivisor = divisor
    ? [switchAsk(state, divisor) ?? [], lineAsks(state, divisor)].flat()
    : [];
  return { traces: orderRequests(state), asks: [...ofDivisor, ...unfoldedAsks(state)] };
}

/** Of the panel beside the picture, where it is open. */
export const panelWants = (state: State): Wants =>
  state.panel.open && state.view !== 'what-if'
    ? { traces: [], asks: unfoldedAsks(state) }
    : nothingWanted;
