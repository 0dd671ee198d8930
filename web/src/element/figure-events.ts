import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { State } from '../state/state';
import type { Store } from '../state/store';

/** Detail of `fovea-error`. */
export interface FoveaError {
  readonly message: string;
  /** What it is about: the text, or the model. */
  readonly place: string;
}

/** Fires what a page may want to know of a figure that it did not do itself. */
export class FigureEvents implements ReactiveController {
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly store: Store;
  private unsubscribe: (() => void) | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, store: Store) {
    this.host = host;
    this.store = store;
    host.addController(this);
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe((state, before) => this.follow(state, before));
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
  }

  private follow(state: State, before: State): void {
    const { status, model } = state;
    if (model !== before.model && !model?.metadata.early)
      void this.host.updateComplete.then(() => this.fire('ready', { model: model?.metadata.name }));
    if (status === before.status) return;
    if (status.kind === 'error') {
      const { message, place } = status;
      this.fire('error', { message, place } satisfies FoveaError);
    }
    if (status.kind === 'loading' && status.share !== undefined)
      this.fire('progress', { share: status.share });
  }

  private fire(name: string, detail: unknown): void {
    const options = { detail, bubbles: true, composed: true };
    this.host.dispatchEvent(new CustomEvent(`fovea-${name}`, options));
  }
}

/** Ctrl+P or ⌘P, and no other key with them. */
export const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'p' && !altKey && !shiftKey && ctrlKey !== metaKey;
