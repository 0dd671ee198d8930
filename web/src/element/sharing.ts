import type { LitElement } from 'lit';
import { embedSnippet } from '../state/embed';
import type { Store } from '../state/store';
import { notCopied, type PictureFormat } from '../widgets/dialogs';
import { Clipboard } from './clipboard';
import { savePicture } from './save';

/** What the reader takes along: the link, the embed code, the picture. */
export class Sharing {
  /** The address to copy by hand. */
  link = '';
  /** Why the code was not copied, or the picture not saved. */
  problem: string | null = null;
  private readonly host: LitElement;
  private readonly store: Store;
  private readonly clipboard: Clipboard<'link' | 'code'>;

  constructor(host: LitElement, store: Store) {
    this.host = host;
    this.store = store;
    this.clipboard = new Clipboard(host);
  }

  get copied(): 'link' | 'code' | null {
    return this.clipboard.copied;
  }

  /** Where the browser does not copy, the link is shown. */
  async copyLink(link: string, show: () => void): Promise<void> {
    this.link = link;
    if (await this.clipboard.copy('link', link)) return;
    this.host.requestUpdate();
    await this.host.updateComplete;
    show();
  }

  /** Where the browser does not copy, the code is there to be selected. */
  async copyCode(select: () => void): Promise<void> {
    const code = embedSnippet(this.store.state, 'fovea.js');
    const copied = await this.clipboard.copy('code', code);
    this.tell(copied ? null : notCopied);
    if (!copied) select();
  }

  async savePicture(format: PictureFormat): Promise<void> {
    try {
      await savePicture(this.host, this.store, format);
      this.tell(null);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.tell(`The picture could not be saved: ${reason}`);
    }
  }

  tell(problem: string | null): void {
    this.problem = problem;
    this.host.requestUpdate();
  }
}
