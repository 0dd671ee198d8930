import type { ReactiveControllerHost } from 'lit';
import type { State } from '../state/state';
import type { Store } from '../state/store';

/**
 * The state for what is drawn after the figure: with a new trace it stays as it was for one frame,
 * so that the figure is on the screen before the rest of the page is drawn.
 */
export class DrawnAfter {
  private readonly host: ReactiveControllerHost;
  private readonly store: Store;
  private drawn: State;
  private waiting = false;

  constructor(host: ReactiveControllerHost, store: Store) {
    this.host = host;
    this.store = store;
    this.drawn = store.state;
  }

  get state(): State {
    const { state } = this.store;
    if (state.trace === this.drawn.trace) this.drawn = state;
    else if (!this.waiting) this.wait();
    return this.drawn;
  }

  private wait(): void {
    this.waiting = true;
    // A task that a frame's callback queues runs after the frame has been painted.
    requestAnimationFrame(() => setTimeout(() => this.catchUp()));
  }

  private catchUp(): void {
    this.waiting = false;
    this.drawn = this.store.state;
    this.host.requestUpdate();
  }
}
