import type { LitElement } from 'lit';
import { Clipboard } from './clipboard';

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
