import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Theme } from '../state/state';
import type { Figure } from './figure';

/** What a figure is drawn for at most, in pixels: it fits A4 and Letter inside a page's margins. */
const paperWidth = 640;

/** How long printing waits for figures that were never near the screen, in milliseconds. */
const patience = 15_000;

/** Those of the page, in any order. */
const figures = new Set<Printing>();

/** The keys that print: figures which are still missing are drawn before. */
function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== 'p' || altKey || shiftKey || ctrlKey === metaKey) return;
  const missing = [...figures].filter((figure) => !figure.settled);
  if (missing.length === 0) return;
  event.preventDefault();
  const drawn = Promise.all(missing.map((figure) => figure.draw()));
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  void Promise.race([drawn, late]).then(() => print());
}

function onPrint({ type }: Event): void {
  for (const figure of figures) {
    if (type === 'beforeprint') figure.before();
    else figure.after();
  }
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  document[change]('keydown', onKey as EventListener);
  window[change]('beforeprint', onPrint);
  window[change]('afterprint', onPrint);
}

type Host = ReactiveControllerHost & HTMLElement & { performUpdate(): void };

/** Draws a figure for paper while its page is printed: in light colours, no wider than paper. */
export class Printing implements ReactiveController {
  private readonly host: Host;
  private readonly figure: Figure;
  private kept: { readonly theme: Theme; readonly width: number } | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, figure: Figure) {
    this.host = host as Host;
    this.figure = figure;
    host.addController(this);
  }

  hostConnected(): void {
    if (figures.size === 0) listen('addEventListener');
    figures.add(this);
  }

  hostDisconnected(): void {
    figures.delete(this);
    if (figures.size === 0) listen('removeEventListener');
  }

  /** Whether it is drawn, cannot be, or is not to be. */
  get settled(): boolean {
    const { trace, status } = this.figure.state;
    return trace !== null || status.kind === 'error' || this.figure.waits;
  }

  /** Loads it, wherever it stands. */
  draw(): Promise<void> {
    this.figure.start();
    return new Promise((resolve) => {
      const look = () => {
        if (!this.settled) return;
        unsubscribe();
        void this.host.updateComplete.then(() => resolve());
      };
      const unsubscribe = this.figure.store.subscribe(look);
    });
  }

  before(): void {
    const { figure } = this;
    // What is not there yet is there the next time.
    if (!this.settled) figure.start();
    this.kept ??= { theme: figure.state.theme, width: figure.width };
    this.show('light', Math.min(figure.width, paperWidth));
  }

  after(): void {
    if (this.kept) this.show(this.kept.theme, this.kept.width);
    this.kept = null;
  }

  /** At once: the browser reads the page as soon as it has been told. */
  private show(theme: Theme, width: number): void {
    this.figure.store.dispatch({ type: 'theme', theme }, 'figure');
    this.figure.width = width;
    this.host.requestUpdate();
    this.host.performUpdate();
  }
}
