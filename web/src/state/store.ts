import type { Action } from './actions';
import { reduce } from './reduce';
import type { State } from './state';

/**
 * Who an action comes from: the reader of the page; the page around a figure, by attributes and
 * properties; or the figure itself, as the model answers and the animation plays.
 */
export type Origin = 'reader' | 'host' | 'figure';

export type Listener = (state: State, before: State, action: Action, origin: Origin) => void;

/** Holds the state, and tells its listeners of each change. */
export class Store {
  private current: State;
  private readonly listeners = new Set<Listener>();

  constructor(initial: State) {
    this.current = initial;
  }

  get state(): State {
    return this.current;
  }

  /** Bound, so that it can be handed to views as it is. */
  readonly dispatch = (action: Action, origin: Origin = 'reader'): void => {
    const before = this.current;
    this.current = reduce(before, action);
    if (this.current === before) return;
    for (const listener of [...this.listeners]) listener(this.current, before, action, origin);
  };

  /** @returns what ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
