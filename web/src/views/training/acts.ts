import type { LearnSettings, Lesson } from '../../learn/protocol';
import type { HeadPlace } from '../../state/state';
import type { Beat } from './walk';

/** What a reader can ask for in the view. */
export interface Acts {
  play(): void;
  pause(): void;
  step(): void;
  /** A new run; the one before stays on the plots for comparison. */
  begin(settings: LearnSettings): void;
  /** Takes the run before off the plots. */
  forget(): void;
  /** Shows the pictures of the run before, or of this one. */
  showFormer(shows: boolean): void;
  show(step: number): void;
  head(place: HeadPlace | null): void;
  /** Opens the encoder of the step on show in the explorer. */
  open(): void;
  saveModel(): void;
  saveRun(): void;
  continueRun(file: Blob): void;
  /** Teaches the newest step what a word of the reader's sentence means. */
  teach(lesson: Omit<Lesson, 'text'>): void;
  /** Takes the last lesson back. */
  undo(): void;
  /** Shows a beat of the last step; null for where a head looks. */
  beat(of: Beat | null): void;
  /** Opens the last step's sentence in the timeline, with the weights that it met. */
  walkThrough(): void;
  /** A word of the map; null for none. */
  point(word: number | null): void;
}
