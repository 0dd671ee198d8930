import type { Encoding, ModelInfo } from '../model/protocol';
import type { Trace } from '../model/trace';
import { covering, firstHead, firstToken, followToken, sameCuts } from './defaults';
import { firstSentence } from './presets';
import type { HeadPlace, State, Status } from './state';
import { nothingComputed } from './what-if/ask';
import { askedKey, weightCell } from './why';

/** What the config of a model says by itself, and what is so in every model. */
const said =
  /^(?:positions=\w+|norm=(?:pre|post)|activation=\w+|mask=none|softmax=rows|norm_axis=model|heads=split|\w+=on)$/;

/** How a model was trained, where its config cannot say it: as its file's metadata has it, or empty. */
export const trainedStructure = (model: ModelInfo | null): string =>
  (model?.metadata.structure ?? '')
    .split(',')
    .filter((option) => option && !said.test(option))
    .join(',');

export const clampIndex = (index: number, count: number): number =>
  Math.min(count - 1, Math.max(0, index));

/** The layer and the head under the pointer, else those chosen, and the word in focus, in a run of the model. */
export function placeShown(state: State, trace: Trace) {
  const config = state.model?.config;
  const at = state.preview ?? state;
  return {
    layer: clampIndex(at.layer, config?.num_hidden_layers ?? 1),
    head: clampIndex(at.head, config?.num_attention_heads ?? 1),
    focus: clampIndex(state.token, trace.encoding.tokens.length),
  };
}

export const tokenCount = (state: State): number => state.trace?.encoding.tokens.length ?? 0;

/** Focus and masks stay with their letters where another model cuts the same text elsewhere. */
function withCuts(state: State, { text, tokens: after }: Encoding): State {
  const before = state.trace?.encoding;
  if (!before || before.text !== text || sameCuts(before.tokens, after)) return state;
  const [there] = covering(before.tokens, after, [state.token]);
  const token = there ?? followToken(before.tokens, after, state.token) ?? firstToken(after);
  const masked =
    state.sentence === text ? covering(before.tokens, after, state.masked) : state.masked;
  return { ...state, token: state.pinned ? state.token : token, masked, trail: [] };
}

/** A head that is asked for; where the model does not have it, the one to look at first. */
export function headOf(model: ModelInfo, wanted: HeadPlace): HeadPlace & Pick<State, 'missing'> {
  const { num_hidden_layers: layers, num_attention_heads: heads } = model.config;
  const has = wanted.layer < layers && wanted.head < heads;
  return has ? { ...wanted, missing: null } : { ...firstHead(model), missing: wanted };
}

/** A model comes with its first trace: what is drawn is of one model at any time. */
export function withModel(state: State, model: ModelInfo, trace: Trace, since?: Status): State {
  const first = firstHead(model);
  const layer = state.layer < 0 ? first.layer : state.layer;
  const head = state.head < 0 ? first.head : state.head;
  // Parameters and cells belong to a model: those of the former are forgotten.
  const key = askedKey(state);
  const cut = withCuts(state, trace.encoding);
  const trail = state.model ? [] : state.trail;
  const why = state.model && cut.trail.length > 0 ? key : state.why;
  const status: Status = state.status.kind === 'loading' ? { kind: 'loading' } : state.status;
  // It is run as it was trained, unless the reader has chosen otherwise.
  const isOwn = state.structure === trainedStructure(state.model);
  const structure = isOwn ? trainedStructure(model) : state.structure;
  return withTrace(
    {
      ...{ ...cut, model, ...headOf(model, { layer, head }), trail, why, status },
      ...{ computed: nothingComputed, parameters: new Map(), structure },
    },
    trace,
    since,
  );
}

/** An answer clears what was reported before it was asked for, but not a model file being read. */
function statusAfter(status: Status, since: Status = status): Status {
  const reading = status.kind === 'loading' && status.share !== undefined;
  const later = status.kind === 'error' && status !== since;
  return reading || later ? status : { kind: 'ready' };
}

/**
 * A question about a key's weight becomes one about a cell, as soon as the row in focus is known. It
 * closes where the sentence has no such key.
 */
export function withKey(state: State): State {
  const { why, trace, layer, head, token } = state;
  if (why === null || trace?.encoding.text !== state.sentence) return state;
  if (Math.min(layer, head, token) < 0) return state;
  if (why === askedKey(state)) return { ...state, why: null };
  return { ...state, why: null, trail: why < tokenCount(state) ? [weightCell(state, why)] : [] };
}

/**
 * The focus in the next trace. A word that the reader chose is followed for as long as the sentence
 * has it; until one is chosen, the focus is on the pronoun.
 */
function focusIn(
  { token, wordChosen, pinned, tour, trace: former }: State,
  { encoding: { text, tokens } }: Trace,
): Pick<State, 'token' | 'wordChosen'> {
  const before = former?.encoding;
  const first = { token: firstToken(tokens), wordChosen: false };
  // The tour's sentence has the tour's word; what was looked at before belongs to another text.
  const toTour = tour !== null && text === firstSentence && before?.text !== firstSentence;
  if (token < 0 || toTour) return first;
  if (!before || before.text === text || pinned) return { token, wordChosen };
  const there = wordChosen ? followToken(before.tokens, tokens, token) : null;
  return there === null ? first : { token: there, wordChosen };
}

/** A trace of another sentence: the focus follows its word, and what is asked its place in the row. */
export function withTrace(state: State, trace: Trace, since?: Status): State {
  const after = trace.encoding.tokens;
  const before = state.trace?.encoding;
  const { token, wordChosen } = focusIn(state, trace);
  const current = trace.encoding.text === state.sentence;
  const sameStructure = before?.run?.structure === trace.encoding.run?.structure;
  const sameWords = !before || (before.text === trace.encoding.text && sameStructure);
  return withKey({
    ...state,
    trace,
    wordChosen,
    token: clampIndex(token, after.length),
    pinned: state.pinned && !current,
    why: state.why ?? (sameWords ? null : askedKey(state)),
    hover: null,
    preview: null,
    point: null,
    trail: sameWords ? state.trail : [],
    trying: sameWords ? state.trying : null,
    status: statusAfter(state.status, since),
  });
}
