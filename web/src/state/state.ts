import type { ModelInfo, Run } from '../model/protocol';
import type { Trace } from '../model/trace';
import { type Chosen, initialChoices } from './codec/choices';
import type { Cell, Parameters } from './dataflow/cell';
import { firstSentence } from './presets';
import { firstTime, firstView, type Span } from './timeline';
import type { Tour } from './tour/progress';
import type { Computed, HostedWants } from './what-if/ask';
import type { Scope, SwitchId } from './what-if/switches';

/** The steps of attention that unfold, in the order of the timeline. */
export type StepId = 'scores' | 'scale' | 'softmax' | 'sum';

export type Theme = Chosen['theme'];

/** The page as a teacher shows it: the picture alone, with its captions where they are wanted. */
export type Lesson = Chosen['lesson'];

export type Speed = Chosen['speed'];

/** Where the reader entered something invalid; the message is shown there. */
export type Place = 'sentence' | 'model';

export type Status =
  /** `share`, 0 to 1, is what has been read of a model file that the reader opened. */
  | { readonly kind: 'loading'; readonly share?: number; readonly memory?: number }
  | { readonly kind: 'ready' }
  /** What the reader gave cannot be used; the former picture stays. */
  | { readonly kind: 'error'; readonly message: string; readonly place: Place };

/** A head by its layer; both count from 0. */
export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

/** What a reader chose; `codec/` says how addresses and attributes hold it. Indices count from 0. */
export interface Selection extends Chosen {
  readonly sentence: string;
  /** Tokens replaced by [MASK]. */
  readonly masked: readonly number[];
  /** How the model is run where not its own way: options as the core reads them, "scale=off". */
  readonly structure: string;
  /** Changes of tensors on the way, as the core reads them. */
  readonly changes: readonly string[];
  /** −1 until the model says how many there are; so is `head`. */
  readonly layer: number;
  readonly head: number;
  /** The focus token, whose row of the attention is unfolded; −1 until there is a trace. */
  readonly token: number;
  /** The token was chosen together with a sentence whose trace is still to come: it stays. */
  readonly pinned: boolean;
  /** A key whose weight is asked "why?" before the row in focus is known; then `trail` holds it. */
  readonly why: number | null;
  /**
   * The way back from a number that was asked "why?": that cell, then each operand that was followed.
   * Empty while nothing is asked.
   */
  readonly trail: readonly Cell[];
  /** Place on the timeline: its step i plays while time goes from i to i + 1. */
  readonly time: number;
  /** The sentence is the beginning of a text that was too long for an address. */
  readonly cut: boolean;
  /** What is on the stage: it follows the time, as each step has its view. */
  readonly view: string;
  /** The stop of the guided tour that is open; null outside the tour. */
  readonly tour: Tour | null;
  /** The case of the bench of broken Transformers that is open. */
  readonly case: string;
  /** What was guessed there, in order: places of its answers, from 0. */
  readonly guesses: readonly number[];
  /** Address of the model, or "experts"; empty for the one inside and for files of the reader's. */
  readonly source: string;
}

/** What is chosen before the reader, an address or an attribute chooses. */
export const initialSelection: Selection = {
  ...initialChoices,
  sentence: firstSentence,
  cut: false,
  masked: [],
  structure: '',
  changes: [],
  layer: -1,
  head: -1,
  token: -1,
  pinned: false,
  why: null,
  trail: [],
  time: firstTime,
  view: firstView,
  tour: null,
  case: 'softmax-axis',
  guesses: [],
  source: '',
};

/** The switches as they stand open on the page. */
export interface Panel {
  readonly open: boolean;
  /** The switch whose control is unfolded. */
  readonly unfolded: SwitchId | null;
  /** Where a number is set that is not set yet. */
  readonly scope: Scope;
}

export interface State extends Selection {
  /** The focus word was chosen by the reader or a link: it is followed into other sentences. */
  readonly wordChosen: boolean;
  /** Whether the last lesson had captions: the next one begins so. */
  readonly lastLesson: Exclude<Lesson, 'off'>;
  /** Where the reader was in the tour last, in it or since it was left. */
  readonly lastTour: Tour | null;
  /** The stretch of the timeline that this figure plays: all of it, or one view's. */
  readonly span: Span;
  /** The time is the one that the figure opened with: nothing has been played or sought. */
  readonly untouched: boolean;
  readonly playing: boolean;
  /** The timeline plays as a film of a minute, with a caption to each scene. */
  readonly film: boolean;
  /** The run of training is to play as soon as it is there. */
  readonly learns: boolean;
  /** The film's captions are read aloud. */
  readonly voice: boolean;
  /** Where playing stops: the end of one step, or of all. */
  readonly until: number;
  /** The token under the pointer or the keyboard, lit up everywhere; null for none. */
  readonly hover: number | null;
  /** The head that was asked for and that the model does not have; null once one is chosen. */
  readonly missing: HeadPlace | null;
  /** The head under the pointer or the keyboard, shown in place of the chosen one; null for none. */
  readonly preview: HeadPlace | null;
  /** The cell under the pointer or the keyboard; null for none. */
  readonly point: Cell | null;
  /** The tensor whose term in a formula is looked at; null for none. */
  readonly lit: string | null;
  readonly status: Status;
  /** What was chosen in the views that were left, by view. */
  readonly keptSettings: ReadonlyMap<string, string>;
  readonly model: ModelInfo | null;
  /** The last good trace. It may lag behind `sentence` while the next one is computed. */
  readonly trace: Trace | null;
  /** What was computed beside the trace, for comparison with it. */
  readonly computed: Computed;
  /** What a figure of another file has asked for. */
  readonly wanted: HostedWants;
  /** Former runs, the last first to be gone back to; and those gone back from. */
  readonly past: readonly Run[];
  readonly future: readonly Run[];
  /** The run changes as the reader drags. */
  readonly live: boolean;
  readonly panel: Panel;
  /** The model's own run is on show in place of the reader's, as long as a key is held. */
  readonly before: boolean;
  /** The token in whose place every word is tried, to find a twin; null while nobody asks. */
  readonly trying: number | null;
  /** Of the model, by name: those that were needed so far. */
  readonly parameters: Parameters;
}
