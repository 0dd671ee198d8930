import type { Action, Choice } from './actions';
import { clampIndex, headOf, tokenCount, withKey, withModel, withTrace } from './arrivals';
import {
  stepEnd,
  withLoop,
  withParameter,
  withPlay,
  withSeek,
  withStep,
  withTime,
  withView,
} from './playback';
import { initialSelection, type State } from './state';
import { timeline, whole } from './timeline';
import { viewOf } from './views';
import { nothingComputed, nothingWanted, withOutcomes, withTraceOf } from './what-if/ask';
import { handled } from './what-if/hand';
import { redone, runOf, undone, withRun } from './what-if/history';
import { askedKey, contextOf } from './why';

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
    lastTour: choice.tour ?? null,
    lastLesson: choice.lesson === 'captions' ? 'captions' : 'on',
    ...choice,
  };
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

/** What of a tour and of a lesson stays when they are left. */
function withLast(state: State): State {
  const { tour, lesson } = state;
  const lastTour = tour ?? state.lastTour;
  const lastLesson = lesson === 'off' ? state.lastLesson : lesson;
  const same = lastTour === state.lastTour && lastLesson === state.lastLesson;
  return same ? state : { ...state, lastTour, lastLesson };
}

/** The state that an action leads to; pure. */
export function reduce(state: State, action: Action): State {
  const given = action.type === 'choose' && action.choice.settings !== undefined;
  const next = withLast(withOwnSettings(state, apply(state, action), given));
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
      // A head that had the focus ends its preview as it is removed, which is while the page is drawn.
      return action.at === state.preview ? state : { ...state, preview: action.at };
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
