import type { BeatShown } from './scene';
import { type Beat, beats, type Walk } from './walk';

/** How long a beat moves, and then rests before the next one, in milliseconds. */
const moves = 1400;
const rests = 1600;

/**
 * Shows the beats of a step one after another, and then rests on the last. Where motion is to be
 * reduced each is a still, and the reader goes on.
 */
export class Beats {
  private readonly changed: () => void;
  private readonly still = matchMedia('(prefers-reduced-motion: reduce)');
  private walk: Walk | null = null;
  private of: Beat | null = null;
  private since = 0;
  /** Whether the next beat follows by itself. */
  private goesOn = false;
  private frame = 0;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Begins with the first beat where another step is to be shown. */
  follow(walk: Walk | null): void {
    if (walk === this.walk) return;
    this.walk = walk;
    this.begin(walk ? 'forward' : null, !this.still.matches);
  }

  /** Shows one beat alone; null for none. */
  show(of: Beat | null): void {
    this.begin(this.walk && of, false);
    this.changed();
  }

  /** What is to be drawn now. */
  shown(): BeatShown | null {
    if (!this.of) return null;
    if (this.still.matches) return { of: this.of, share: 1 };
    const time = performance.now() - this.since;
    const next = beats[beats.indexOf(this.of) + 1];
    if (this.goesOn && next && time > moves + rests) {
      this.begin(next, true);
      this.askAgain();
      return { of: next, share: 0 };
    }
    const share = Math.min(1, time / moves);
    if (share < 1 || (this.goesOn && next)) this.askAgain();
    return { of: this.of, share };
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.goesOn = false;
  }

  private begin(of: Beat | null, goesOn: boolean): void {
    this.of = of;
    this.goesOn = goesOn;
    this.since = performance.now();
  }

  private askAgain(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.changed);
  }
}
