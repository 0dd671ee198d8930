import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long a button confirms the copy, in milliseconds. */
const copiedFor = 2000;

/** Copies text, and remembers it briefly so that the host can confirm it. */
export class Clipboard implements ReactiveController {
  copied: string | null = null;
  private readonly host: ReactiveControllerHost;
  private forgetting = 0;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.forgetting);
  }

  /** False where the browser does not let a page copy, as over plain HTTP. */
  async copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    this.set(text);
    clearTimeout(this.forgetting);
    this.forgetting = window.setTimeout(() => this.set(null), copiedFor);
    return true;
  }

  private set(copied: string | null): void {
    this.copied = copied;
    this.host.requestUpdate();
  }
}
