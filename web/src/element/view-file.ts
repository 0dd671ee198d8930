import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { type FileName, viewOf } from '../state/views';
import { hosted } from '../views/kit/hosted';
import { msg } from '../words/msg';
import { loadFile } from './load-file';

/** Loads the file of a view that fovea.js does not draw, or not all of, when it is on the stage. */
export class ViewFile {
  private readonly host: ReactiveControllerHost;
  /** Why a file could not be loaded; empty while there is no reason. */
  private readonly messages = new Map<FileName, string>();
  /** The fold of what else there is to a view. */
  private open = false;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
  }

  /** Why the view cannot be drawn; empty where it can, or is about to. */
  problem(view: string): string {
    const { file } = viewOf(view) ?? {};
    return file ? this.load(file) : '';
  }

  /** What is below a view, in a fold where the page has no room; nothing where its file is missing. */
  more(state: State, width: number, dispatch: Dispatch, folded: boolean): unknown {
    const { view } = state;
    if (!viewOf(view)?.more) return nothing;
    const shown = !folded || this.open;
    const missing = shown && this.load('figures');
    const figure =
      shown && !missing ? hosted(`fovea-${view}-more`, { state, width, dispatch }) : nothing;
    if (!folded || missing) return figure;
    return html`<details class="tables" ?open=${this.open} @toggle=${this.turn}>
      <summary>${msg`More of this step`}</summary>${figure}
    </details>`;
  }

  private readonly turn = (event: Event): void => {
    this.open = (event.target as HTMLDetailsElement).open;
    this.host.requestUpdate();
  };

  private load(file: FileName): string {
    const message = this.messages.get(file);
    if (message !== undefined) return message;
    this.messages.set(file, '');
    loadFile(file).catch(({ message }: Error) => {
      this.messages.set(file, message);
      this.host.requestUpdate();
    });
    return '';
  }
}
