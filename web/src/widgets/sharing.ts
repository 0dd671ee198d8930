import type { LitElement, ReactiveController, ReactiveControllerHost } from 'lit';

/** Has the browser save data as a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Once the download has started, the browser keeps the data itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

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
    this.say(text);
    return true;
  }

  /** Confirms that something is copied. */
  say(what: string): void {
    this.set(what);
    clearTimeout(this.forgetting);
    this.forgetting = window.setTimeout(() => this.set(null), copiedFor);
  }

  private set(copied: string | null): void {
    this.copied = copied;
    this.host.requestUpdate();
  }
}

/** The link to what is on the page. */
export class Sharing {
  /** The address to copy by hand. */
  link = '';
  private readonly host: LitElement;
  private readonly clipboard: Clipboard;

  constructor(host: LitElement) {
    this.host = host;
    this.clipboard = new Clipboard(host);
  }

  get copied(): boolean {
    return this.clipboard.copied !== null;
  }

  /** Where the browser does not copy, the link is shown. */
  async copyLink(link: string, show: () => void): Promise<void> {
    this.link = link;
    if (await this.clipboard.copy(link)) return;
    this.host.requestUpdate();
    await this.host.updateComplete;
    show();
  }
}
