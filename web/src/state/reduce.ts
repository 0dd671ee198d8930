import type { Encoding, ModelInfo, Parameter } from '../model/protocol';
import type { Trace } from '../model/trace';
import type { Action, Choice } from './actions';
import { covering, firstHead, firstToken, followToken, sameCuts } from './defaults';
import { firstSentence } from './presets';
import { type HeadPlace, initialSelection, type State, type Status } from './state';
import { clampTime, isOfTimeline, neighbour, spanOf, timeline, viewAt, whole } from './timeline';
import { trainedStructure } from './trained-structure';
import { viewOf } from './views';
import { nothingComputed, nothingWanted, withOutcomes, withTraceOf } from './what-if/ask';
import { handled } from './what-if/hand';
import { redone, runOf, undone, withRun } from './what-if/history';
import { askedKey, contextOf, weightCell } from './why';

export function initialState(choice: Choice = {}): State {
  return {
    ...initialSelection,
    pinned: choice.token !== undefined,
    wordChosen: choice.token !== undefined,
    untouched: choice.time === undefined,
    span: whole,
    playing: false,
    film: false,
    learns: false,
    voice: false,
    until: whole.end,
    hover: null,
    missing: null,
    preview: null,
    point: null,
    lit: null,
    status: { kind: 'loading' },
    model: null,
    trace: null,
    computed: nothingComputed,
    wanted: { ...nothingWanted, view: '' },
    past: [],
    future: [],
    live: false,
    before: false,
    keptSettings: new Map(),
    panel: { open: false, unfolded: null, scope: 'layer' },
    trying: null,
    parameters: new Map(),
    ...choice,
  };
}

const clampIndex = (index: number, count: number): number =>
  Math.min(count - 1, Math.max(0, index));

const tokenCount = (state: State): number => state.trace?.encoding.tokens.length ?? 0;

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
function headOf(model: ModelInfo, wanted: HeadPlace): HeadPlace & Pick<State, 'missing'> {
  const { num_hidden_layers: layers, num_attention_heads: heads } = model.config;
  const has = wanted.layer < layers && wanted.head < heads;
  return has ? { ...wanted, missing: null } : { ...firstHead(model), missing: wanted };
}

/** A model comes with its first trace: what is drawn is of one model at any time. */
function withModel(state: State, model: ModelInfo, trace: Trace, since?: Status): State {
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
function withKey(state: State): State {
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
function withTrace(state: State, trace: Trace, since?: Status): State {
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

function withParameter(state: State, parameter: Parameter): State {
  return { ...state, parameters: new Map(state.parameters).set(parameter.name, parameter) };
}

/**
 * The stage follows the time. The same state for the same time: a halt of the animation redraws
 * nothing. A view that is not of the timeline stays.
 */
function withTime(state: State, wanted: number): State {
  const time = clampTime(wanted, state.span);
  if (time === state.time) return state;
  const view = viewAt(state.view, time, state.span);
  return view === state.view ? { ...state, time } : { ...state, time, view, preview: null };
}

/** Where a view is chosen by name, the time goes to the end of what it unfolds. */
function withView(state: State, view: string): State {
  const span = isOfTimeline(view) ? spanOf(view) : null;
  const inside = span && state.time > span.begin && state.time <= span.end;
  return { ...state, view, preview: null, time: span && !inside ? span.end : state.time };
}

/** A loop goes along to where the reader goes; inside its step it stays as it is. */
function withSeek(state: State, wanted: number): State {
  const next = withTime(state, wanted);
  const left = next.time < next.until - 1 || next.time > next.until;
  return next.loop && left ? { ...next, until: stepEnd(next) } : next;
}

/** A step on that is asked for while one plays ends that one at once, and plays the next. */
function withStep(from: State, by: 1 | -1): State {
  const ends = by > 0 && from.playing && from.until === neighbour(from.time, by, from.span);
  const state = ends ? withTime(from, from.until) : from;
  const goal = neighbour(state.time, by, state.span);
  if (by < 0 || state.backward) return { ...withTime(state, goal), playing: false };
  return { ...state, until: goal, playing: goal > state.time };
}

/** The end of the step at hand. */
const stepEnd = ({ time, span }: State): number => Math.max(span.begin + 1, Math.ceil(time));

/** What goes round plays at once; what no longer does comes to the end of its step. The way back is gone once. */
function withLoop(state: State, wanted: boolean): State {
  const loop = wanted && !state.backward;
  return loop ? { ...state, loop, playing: true, until: stepEnd(state) } : { ...state, loop };
}

/** Playing starts at the beginning when nothing has been played, and again from the end. */
function withPlay(state: State, playing: boolean): State {
  const { begin, end } = state.span;
  if (state.backward) {
    const from = playing && state.time <= begin + 1 ? withTime(state, end) : state;
    return { ...from, playing, until: begin + 1 };
  }
  if (state.loop) return { ...state, playing, until: stepEnd(state) };
  const anew = playing && (state.untouched || state.time >= end);
  const from = anew ? withTime(state, begin) : state;
  return { ...from, playing, until: end };
}

function withMask(state: State, token: number): State {
  const masked = state.masked.includes(token)
    ? state.masked.filter((other) => other !== token)
    : [...state.masked, token].sort((a, b) => a - b);
  return { ...state, masked };
}

interface ViewPlace {
  readonly view: string | undefined;
  readonly time: number | undefined;
}

/** The time has the last word on what is on the stage. */
function withPlace(state: State, { view, time }: ViewPlace): State {
  const there = view === undefined ? state : withView(state, view);
  const next = time === undefined ? there : withTime(there, time);
  return next.loop ? { ...next, until: stepEnd(next) } : next;
}

/** A choice of a word alone is meant for the words that stand there. */
function isPinned(state: State, { sentence, token }: Choice): boolean {
  if (token === undefined) return state.pinned;
  return sentence !== undefined && sentence !== state.sentence;
}

/**
 * What is asked after a choice. Of a key and a cell that are chosen together, the cell; a question
 * about a weight of the row in focus goes along to another row.
 */
function answerAfter(state: State, { why, trail }: Choice): Pick<State, 'why' | 'trail'> {
  if (trail && trail.length > 0) return { trail, why: null };
  const key = askedKey(state) ?? state.why;
  if (why !== undefined && why !== null) return { trail: why === key ? state.trail : [], why };
  if (key === null) return { trail: trail ?? state.trail, why: null };
  return why === null ? { trail: [], why: null } : { trail: state.trail, why: key };
}

/** A choice, and whether it asked for a head that there is. */
type Placed = Choice & Partial<Pick<State, 'missing'>>;

/** A link may ask for a head that the model does not have. */
function withHead({ model, layer, head }: State, choice: Choice): Placed {
  if (!model || (choice.layer === undefined && choice.head === undefined)) return choice;
  return {
    ...choice,
    ...headOf(model, { layer: choice.layer ?? layer, head: choice.head ?? head }),
  };
}

function withChoice(state: State, { view, time, ...choice }: Placed): State {
  const { num_hidden_layers: layers, num_attention_heads: heads } = state.model?.config ?? {};
  const chosen = {
    ...state,
    ...choice,
    ...answerAfter(state, choice),
    preview: null,
    pinned: isPinned(state, choice),
    wordChosen: choice.token === undefined ? state.wordChosen : choice.token >= 0,
    film: choice.film ?? (view === undefined && state.film),
    learns: choice.learns ?? (view === undefined && state.learns),
    cut: choice.cut ?? (choice.sentence === undefined && state.cut),
  };
  const next = withPlace(chosen, { view, time });
  return withKey({
    ...next,
    layer: layers ? clampIndex(next.layer, layers) : next.layer,
    head: heads ? clampIndex(next.head, heads) : next.head,
    token:
      state.trace && next.sentence === state.sentence
        ? clampIndex(next.token, tokenCount(state))
        : next.token,
  });
}

function withGo(state: State, id: string, layer: number): State {
  const at = timeline.findIndex((each) => each.id === id);
  const step = timeline[at];
  return withChoice(state, step ? { layer, view: step.view, time: at + 1 } : { layer });
}

/** Whose settings a view has: those of a decoder's two figures are of the same sentence. */
const settingsOwner = (view: string): string => viewOf(view)?.settingsOf ?? view;

/** Each view has what was chosen in it, unless other settings were given along with the view. */
function withOwnSettings(before: State, state: State, given: boolean): State {
  const [left, entered] = [settingsOwner(before.view), settingsOwner(state.view)];
  if (left === entered) return state;
  const kept = new Map(state.keptSettings).set(left, before.settings);
  const settings = given ? state.settings : (kept.get(entered) ?? '');
  return { ...state, keptSettings: kept, settings };
}

/** The state that an action leads to; pure. */
export function reduce(state: State, action: Action): State {
  const given = action.type === 'choose' && action.choice.settings !== undefined;
  const next = withOwnSettings(state, apply(state, action), given);
  const moved = next.playing || next.time !== state.time;
  return next.untouched && moved ? { ...next, untouched: false } : next;
}

function apply(state: State, action: Action): State {
  switch (action.type) {
    case 'sentence':
      return {
        ...{ ...state, sentence: action.text, cut: false, masked: [], pinned: false },
        wordChosen: state.wordChosen && !action.anew,
        // Twins change places.
        other: action.text === state.other ? state.sentence : state.other,
        loss: initialSelection.loss,
      };
    case 'mask':
      return withMask(state, action.token);
    case 'layer':
      return withChoice({ ...state, missing: null }, { layer: action.layer });
    case 'head':
      return withChoice({ ...state, missing: null }, { head: action.head });
    case 'focus':
      return withChoice(state, { token: action.token });
    case 'hover':
      return action.token === state.hover ? state : { ...state, hover: action.token };
    case 'why':
      return withKey({ ...state, trail: [], why: action.key });
    case 'cell':
      return { ...state, trail: action.cell ? [action.cell] : [], why: null };
    case 'follow':
      return { ...state, trail: [...state.trail, action.cell], why: null };
    case 'back':
      return { ...state, trail: state.trail.slice(0, action.to + 1), why: null };
    case 'preview':
      return { ...state, preview: action.at };
    case 'point':
      return { ...state, point: action.cell };
    case 'light':
      return action.tensor === state.lit ? state : { ...state, lit: action.tensor };
    case 'tables':
      return action.open === state.tables ? state : { ...state, tables: action.open };
    case 'parameter':
      return withParameter(state, action.parameter);
    case 'run':
      return withRun(state, action.run, action.live ?? false);
    case 'change': {
      const context = contextOf(state);
      if (!context) return state;
      const run = handled(runOf(state), action.target, action.hand, context);
      return withRun(state, run, action.live ?? false);
    }
    case 'undo':
      return undone(state);
    case 'redo':
      return redone(state);
    case 'panel':
      return { ...state, panel: { ...state.panel, ...action.panel } };
    case 'before':
      return action.shown === state.before ? state : { ...state, before: action.shown };
    case 'try':
      return { ...state, trying: action.token };
    case 'want':
      return { ...state, wanted: action.wanted };
    case 'beside':
      return { ...state, computed: withTraceOf(state.computed, action.key, action.trace) };
    case 'outcomes':
      return { ...state, computed: withOutcomes(state.computed, action.key, action.outcomes) };
    case 'go':
      return withGo({ ...state, playing: false }, action.step, action.layer);
    case 'seek':
      return withSeek(state, action.time);
    case 'step':
      return withStep(state, action.by);
    case 'play':
      return withPlay(state, action.playing);
    case 'loop':
      return withLoop(state, action.loop);
    case 'voice':
      return { ...state, voice: action.voice };
    case 'speed':
      return { ...state, speed: action.speed };
    case 'theme':
      return { ...state, theme: action.theme };
    case 'view':
      return withChoice(state, { view: action.view });
    case 'choose':
      return withChoice(state, withHead(state, action.choice));
    case 'status':
      return { ...state, status: action.status };
    case 'model':
      return withModel(state, action.model, action.trace, action.since);
    case 'trace':
      return withTrace(state, action.trace, action.since);
  }
}
