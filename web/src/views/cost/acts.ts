import type { Dispatch } from '../../state/actions';
import type { SliderId } from './settings';

/** What the reader can do in the figure of costs. */
export interface Acts {
  preset(id: string): void;
  set(slider: SliderId, value: number): void;
  /** Takes a guess where the lines cross. */
  readonly dispatch: Dispatch;
  /** Unfolds how a number is made; empty closes it. */
  ask(key: string): void;
  measure(): void;
  cancel(): void;
}
