import { canPlay, filmPace, sceneAt } from '../state/film';
import type { Store } from '../state/store';
import { advance, goBack, type Playhead, readingPace } from '../state/timeline';

/**
 * Advances the time of a store while it plays. Requests animation frames only then, and only while the
 * host is visible. Under reduced motion it shows the end of each step as a still frame.
 */
export class Player {
  private readonly store: Store;
  private readonly words: () => number;
  private readonly unsubscribe: () => void;
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  private visible = false;
  private request = 0;
  private last: number | null = null;
  private frame: Playhead = { time: 0, halt: 0 };
  private goal = Number.NaN;

  /** `words`: how many words the caption on the stage has. */
  constructor(store: Store, words = () => 0) {
    this.store = store;
    this.words = words;
    this.unsubscribe = store.subscribe(() => this.update());
  }

  /** Called when the host scrolls into or out of view, or its tab is shown or hidden: a film stops. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    const { film, playing } = this.store.state;
    if (film && playing && !visible)
      this.store.dispatch({ type: 'play', playing: false }, 'figure');
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
    const { time, speed, until, loop, film, backward } = this.store.state;
    const elapsed = this.last === null || !canPlay({ film }) ? 0 : now - this.last;
    this.last = now;
    const frame = this.follow(time, until);
    const pace = film ? filmPace : readingPace(this.words());
    this.frame = backward
      ? goBack(frame, elapsed, speed, until, this.words())
      : advance(frame, elapsed, speed, until, loop, pace);
    this.store.dispatch({ type: 'seek', time: this.shown(this.frame.time) }, 'figure');
    if (backward ? this.frame.time <= until : this.frame.time >= until && !loop)
      this.store.dispatch({ type: 'play', playing: false }, 'figure');
    this.update();
  };

  /** The current playhead, or a new one if something else has moved the time or asks for another step. */
  private follow(time: number, until: number): Playhead {
    const same = this.goal === until && this.shown(this.frame.time) === time;
    this.goal = until;
    return same ? this.frame : { time, halt: 0 };
  }

  /** Under reduced motion the end of each step, and of each scene of the film. */
  private shown(time: number): number {
    if (!this.stillness.matches) return time;
    const end = Math.ceil(time);
    return this.store.state.film ? Math.min(end, sceneAt(time).end) : end;
  }
}
