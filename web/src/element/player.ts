import type { Store } from '../state/store';
import { advance, type Playhead } from '../state/timeline';

/**
 * Advances the time of a store while it plays. Requests animation frames only then, and only while the
 * host is visible. Under reduced motion it shows the end of each step as a still frame.
 */
export class Player {
  private readonly store: Store;
  private readonly unsubscribe: () => void;
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  private visible = false;
  private request = 0;
  private last: number | null = null;
  private frame: Playhead = { time: 0, halt: 0 };

  constructor(store: Store) {
    this.store = store;
    this.unsubscribe = store.subscribe(() => this.update());
  }

  /** Called when the host scrolls into or out of view, or its tab is shown or hidden. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.update();
  }

  close(): void {
    this.unsubscribe();
    this.stop();
  }

  private update(): void {
    const running = this.store.state.playing && this.visible;
    if (running && this.request === 0) this.request = requestAnimationFrame(this.tick);
    if (!running) this.stop();
  }

  private stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.last = null;
    this.frame = { time: Number.NaN, halt: 0 };
  }

  private readonly tick = (now: number): void => {
    this.request = 0;
    const { time, speed, until, loop } = this.store.state;
    const elapsed = this.last === null ? 0 : now - this.last;
    this.last = now;
    this.frame = advance(this.follow(time), elapsed, speed, until, loop);
    this.store.dispatch({ type: 'seek', time: this.shown(this.frame.time) }, 'figure');
    if (this.frame.time >= until && !loop)
      this.store.dispatch({ type: 'play', playing: false }, 'figure');
    this.update();
  };

  /** The current playhead, or a new one if something else has moved the time. */
  private follow(time: number): Playhead {
    return this.shown(this.frame.time) === time ? this.frame : { time, halt: 0 };
  }

  private shown(time: number): number {
    return this.stillness.matches ? Math.ceil(time) : time;
  }
}
