import type { ReactiveControllerHost } from 'lit';
import { loadLearn } from '../learn/load-learn';
import { viewOf } from '../state/views';

/** Loads the second file when a view that it draws is on the stage. */
export class ViewFile {
  private readonly host: ReactiveControllerHost;
  private asked = false;
  private message = '';

  constructor(host: ReactiveControllerHost) {
    this.host = host;
  }

  /** Why the view cannot be drawn; empty where it can, or is about to. */
  problem(view: string): string {
    if (!viewOf(view)?.alone) return '';
    if (!this.asked) this.load();
    return this.message;
  }

  private load(): void {
    this.asked = true;
    loadLearn().catch((error: unknown) => {
      this.message = error instanceof Error ? error.message : String(error);
      this.host.requestUpdate();
    });
  }
}
