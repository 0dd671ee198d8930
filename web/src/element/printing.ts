import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Store } from '../state/store';
import { viewOf } from '../state/views';
import type { Figure } from './figure';
import { isPrintKey } from './figure-events';

/** Shows a figure in light colours until the function that it returns is called. */
export function inLightColours(host: HTMLElement, store: Store): () => void {
  const { theme } = store.state;
  const own = host.hasAttribute('theme');
  const show = (as: typeof theme) => store.dispatch({ type: 'theme', theme: as }, 'figure');
  show('light');
  return () => {
    show(theme);
    // What is shown is written to the attribute, where the page has written none.
    if (!own) host.removeAttribute('theme');
  };
}

/** What a figure is drawn for at most, in pixels: it fits A4 and Letter inside a page's margins. */
const paperWidth = 640;

/** How long printing waits for figures that were never near the screen, in milliseconds. */
const patience = 15_000;

/** After the first picture, how long the page is left alone before the next is drawn, in milliseconds. */
const leisure = 3000;

/** Those of the page, in any order. */
const figures = new Set<Printing>();

const missing = (): Printing[] => [...figures].filter((figure) => !figure.settled);

/** Draws what is missing, and prints. */
export function printAll(): void {
  const drawn = Promise.all(missing().map((figure) => figure.draw()));
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  void Promise.race([drawn, late]).then(() => print());
}

/** The keys that print: figures which are still missing are drawn before. */
function onKey(event: KeyboardEvent): void {
  if (!isPrintKey(event) || missing().length === 0) return;
  event.preventDefault();
  printAll();
}

let timer = 0;

/** A menu prints at once: so what is far below is drawn when the page has time, one after the other. */
function drawNextAtLeisure(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const next = missing().find((figure) => !figure.trains);
    if (next) void next.draw().then(drawNextAtLeisure);
  }, leisure);
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
  /** Undoes what `before` has done. */
  private back: (() => void) | null = null;
  private drawn = false;

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

  hostUpdated(): void {
    if (!this.drawn && this.figure.state.trace) drawNextAtLeisure();
    this.drawn = !!this.figure.state.trace;
  }

  /** Whether drawing it means training encoders, which takes its time. */
  get trains(): boolean {
    return viewOf(this.figure.state.view)?.bundle === 'learn';
  }

  /** Whether it is drawn, cannot be, or is not to be. */
  get settled(): boolean {
    return this.figure.settled || this.figure.waits;
  }

  /** Loads it, wherever it is. */
  draw(): Promise<void> {
    return this.figure.draw();
  }

  before(): void {
    const { figure, host } = this;
    // What is not there yet is there the next time.
    if (!this.settled) figure.start();
    if (this.back) return;
    const { width } = figure;
    const colours = inLightColours(host, figure.store);
    this.back = () => {
      colours();
      this.show(width);
    };
    this.show(Math.min(width, paperWidth));
  }

  after(): void {
    this.back?.();
    this.back = null;
  }

  /** At once: the browser reads the page as soon as it has been told. */
  private show(width: number): void {
    this.figure.width = width;
    this.host.requestUpdate();
    this.host.performUpdate();
  }
}
