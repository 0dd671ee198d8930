import type { LitElement, ReactiveController } from 'lit';
import type { Listener, Store } from '../state/store';

/** Follows a store as long as its element is in a page. */
export abstract class Follower implements ReactiveController {
  protected readonly host: LitElement;
  protected readonly store: Store;
  private unsubscribe: (() => void) | null = null;

  constructor(host: LitElement, store: Store) {
    this.host = host;
    this.store = store;
    host.addController(this);
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe((...change) => this.follow(...change));
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
  }

  protected abstract follow(...change: Parameters<Listener>): void;

  /** The element that holds the picture. */
  protected get view(): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>('.view');
  }
}
