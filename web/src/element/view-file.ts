import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import { filmName } from '../state/film';
import type { State } from '../state/state';
import { type FileName, viewOf } from '../state/views';
import { hosted } from '../views/kit/hosted';
import { linkButton } from '../widgets/controls';
import { msg } from '../words/msg';
import { loadFile } from './load-file';

/** Loads the file of a view that fovea.js does not draw, or not all of, when it is on the stage. */
export class ViewFile {
  private readonly host: ReactiveControllerHost;
  /** Why a file could not be loaded; null while there is no reason. */
  private readonly failures = new Map<FileName, Error | null>();
  /** The fold of what else there is to a view. */
  private open = false;
  private view = '';

  constructor(host: ReactiveControllerHost) {
    this.host = host;
  }

  /** Why the view cannot be drawn; null where it can, or is about to. Whoever comes back to it loads anew. */
  problem(view: string): TemplateResult | null {
    if (view !== this.view) this.forget();
    this.view = view;
    const bundle = view === filmName ? 'figures' : viewOf(view)?.bundle;
    const message = bundle && this.load(bundle)?.message;
    return message
      ? html`${message} ${linkButton(msg`Try again`, this.retry, 'underlined')}`
      : null;
  }

  /** What is below a view, in a fold where the page has no room; nothing where its file is missing. */
  more(state: State, width: number, dispatch: Dispatch, folded: boolean): unknown {
    const below = viewOf(state.view)?.beneath;
    if (!below) return nothing;
    const shown = !folded || this.open;
    const missing = shown && this.load(below.bundle);
    const figure =
      shown && !missing ? hosted(`fovea-${below.id}`, { state, width, dispatch }) : nothing;
    if (!folded || missing) return figure;
    return html`<details class="tables" ?open=${this.open} @toggle=${this.turn}>
      <summary>${msg`More of this step`}</summary>${figure}
    </details>`;
  }

  private readonly turn = (event: Event): void => {
    this.open = (event.target as HTMLDetailsElement).open;
    this.host.requestUpdate();
  };

  private readonly retry = (): void => {
    this.forget();
    this.host.requestUpdate();
  };

  private forget(): void {
    for (const [file, failure] of this.failures) if (failure) this.failures.delete(file);
  }

  private load(file: FileName): Error | null {
    const failure = this.failures.get(file);
    if (failure !== undefined) return failure;
    this.failures.set(file, null);
    loadFile(file)
      .catch((error: Error) => this.failures.set(file, error))
      .finally(() => this.host.requestUpdate());
    return null;
  }
}
