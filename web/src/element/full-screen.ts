import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isLesson, leaveLesson } from '../state/lesson';
import type { Store } from '../state/store';

/** Keeps a lesson and the browser's full screen together: leaving either leaves the other. */
export class FullScreen implements ReactiveController {
  private readonly store: Store;
  private unsubscribe: (() => void) | null = null;

  constructor(host: ReactiveControllerHost, store: Store) {
    this.store = store;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('fullscreenchange', this.onChange);
    this.unsubscribe = this.store.subscribe((state, before) => {
      if (isLesson(before) && !isLesson(state) && document.fullscreenElement)
        void document.exitFullscreen();
    });
  }

  hostDisconnected(): void {
    document.removeEventListener('fullscreenchange', this.onChange);
    this.unsubscribe?.();
  }

  /** Begins a lesson, on the full screen where the browser lets the page have it. */
  async begin(): Promise<void> {
    this.store.dispatch({ type: 'choose', choice: { lesson: this.store.state.lastLesson } });
    await document.documentElement.requestFullscreen?.().catch(() => {});
  }

  private readonly onChange = (): void => {
    if (!document.fullscreenElement && isLesson(this.store.state)) leaveLesson(this.store.dispatch);
  };
}
