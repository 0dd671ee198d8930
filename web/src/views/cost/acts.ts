import type { SliderId } from './settings';

/** What the reader can do in the figure of costs. */
export interface Acts {
  preset(id: string): void;
  set(slider: SliderId, value: number): void;
  /** Answers where the lines cross; 0 for "just show me". */
  guess(words: number): void;
  /** Unfolds how a number is made; empty closes it. */
  ask(key: string): void;
  measure(): void;
  cancel(): void;
}
