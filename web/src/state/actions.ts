import type { ModelInfo, Outcome, Parameter, Run } from '../model/protocol';
import type { Trace } from '../model/trace';
import type { Cell } from './dataflow/cell';
import type { HeadPlace, Panel, Selection, Speed, State, Status, Theme } from './state';
import type { HostedWants } from './what-if/ask';
import type { Hand, Target } from './what-if/hand';

/** What an address or an attribute can set; what it leaves out stays as it is. */
export type Choice = Partial<
  Selection & Pick<State, 'span' | 'playing' | 'film' | 'learns' | 'lastTour'>
>;

/** Everything that can happen. Views and widgets dispatch these and touch nothing else. */
export type Action =
  /** `anew`: another sentence, not the same one edited, so that the focus goes to its pronoun. */
  | { readonly type: 'sentence'; readonly text: string; readonly anew?: boolean }
  | { readonly type: 'mask'; readonly token: number }
  | { readonly type: 'layer'; readonly layer: number }
  | { readonly type: 'head'; readonly head: number }
  | { readonly type: 'focus'; readonly token: number }
  | { readonly type: 'hover'; readonly token: number | null }
  /** Asks why of the weight that the focus word gives a key; null closes. */
  | { readonly type: 'why'; readonly key: number | null }
  /** Asks why of a cell, and starts a new trail there; null closes. */
  | { readonly type: 'cell'; readonly cell: Cell | null }
  /** Goes on from the trail's end to one of its operands. */
  | { readonly type: 'follow'; readonly cell: Cell }
  /** Goes back to a place of the trail, counted from 0. */
  | { readonly type: 'back'; readonly to: number }
  | { readonly type: 'preview'; readonly at: HeadPlace | null }
  | { readonly type: 'point'; readonly cell: Cell | null }
  | { readonly type: 'light'; readonly tensor: string | null }
  | { readonly type: 'tables'; readonly open: boolean }
  | { readonly type: 'parameter'; readonly parameter: Parameter }
  /** Runs the text another way; `live` while the reader drags. */
  | { readonly type: 'run'; readonly run: Run; readonly live?: boolean }
  /** The reader's hand on a number or a part of the encoder. */
  | {
      readonly type: 'change';
      readonly target: Target;
      readonly hand: Hand;
      readonly live?: boolean;
    }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'panel'; readonly panel: Partial<Panel> }
  /** Shows the text as the model itself runs it, or again as it is run. */
  | { readonly type: 'before'; readonly shown: boolean }
  /** Tries every word in a token's place; null ends that. */
  | { readonly type: 'try'; readonly token: number | null }
  /** A figure of another file wants this computed. */
  | { readonly type: 'want'; readonly wanted: HostedWants }
  /** A trace beside the one on show, under the key of its request. */
  | { readonly type: 'beside'; readonly key: string; readonly trace: Trace }
  /** The outcomes of an ask that are there so far. */
  | { readonly type: 'outcomes'; readonly key: string; readonly outcomes: readonly Outcome[] }
  /** Goes to the end of a step of the timeline, in a layer. */
  | { readonly type: 'go'; readonly step: string; readonly layer: number }
  | { readonly type: 'seek'; readonly time: number }
  | { readonly type: 'step'; readonly by: 1 | -1 }
  | { readonly type: 'play'; readonly playing: boolean }
  | { readonly type: 'loop'; readonly loop: boolean }
  | { readonly type: 'voice'; readonly voice: boolean }
  | { readonly type: 'speed'; readonly speed: Speed }
  | { readonly type: 'theme'; readonly theme: Theme }
  | { readonly type: 'view'; readonly view: string }
  | { readonly type: 'choose'; readonly choice: Choice }
  | { readonly type: 'status'; readonly status: Status }
  /** Another model, together with the first trace that it computed. */
  | {
      readonly type: 'model';
      readonly model: ModelInfo;
      readonly trace: Trace;
      readonly since?: Status;
    }
  /** `since`: the status when the trace was asked for. An error reported after that stays. */
  | { readonly type: 'trace'; readonly trace: Trace; readonly since?: Status };

export type Dispatch = (action: Action) => void;
