import type { FoveaError } from '../element/figure-events';
import type { FoveaEncoder } from '../element/fovea-encoder';
import { runsRelaxedSimd } from '../model/bytes';
import type { PartName } from '../model/parts';
import { beside } from './beside';
import { Waiting } from './waiting';

type Call = (figure: FoveaEncoder) => void;

/** What a page does with a figure before its code is there: properties are kept, and calls wait. */
class EarlyCalls {
  private readonly values = new Map<string, unknown>();
  private readonly calls: Call[] = [];

  has(name: string): boolean {
    return this.values.has(name);
  }

  value(name: string): unknown {
    return this.values.get(name);
  }

  keep(name: string, value: unknown): void {
    this.values.set(name, value);
  }

  forget(name: string): void {
    this.values.delete(name);
  }

  wait(call: Call): void {
    this.calls.push(call);
  }

  /** What the figure will give; rejects where its code cannot be had. */
  promise<T>(element: HTMLElement, call: (figure: FoveaEncoder) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (event: Event) =>
        reject(new Error((event as CustomEvent<FoveaError>).detail.message));
      element.addEventListener('fovea-error', fail, { once: true });
      this.wait((figure) => call(figure).then(resolve, reject));
    });
  }

  /** Sets the properties of the figure that the element has become. */
  setOn(figure: FoveaEncoder): void {
    for (const [name, value] of this.values) Reflect.set(figure, name, value);
  }

  /** Calls what it was called for, when it is in the page. */
  callOn(figure: FoveaEncoder): void {
    for (const call of this.calls) call(figure);
  }
}

function hint(name: PartName): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = beside.address(name);
  document.head.append(link);
}

let hinted = false;

/** Has the browser fetch the core and the model while the figure's code is on its way. */
function hintAtFiles(ofModel: boolean): void {
  if (hinted) return;
  hinted = true;
  hint(runsRelaxedSimd() ? 'core-relaxed' : 'core');
  if (ofModel) hint('model');
}

/** What the part "figure" defines, for the script that loads it. */
interface FigurePart {
  /** Those of an element that it hears of. */
  readonly attributes: readonly string[];
  /** Makes an element a figure; it stays the same element. */
  adopt(element: HTMLElement): FoveaEncoder;
  /** Loads it now, wherever it is. */
  start(figure: FoveaEncoder): void;
  /** Draws the figures of the page that are missing, and prints it. */
  printAll(): void;
}

declare global {
  var foveaFigure: FigurePart | undefined;
}

/** The names of the element's attributes, from its documentation: vite's `define` puts them in. */
declare const foveaAttributes: readonly string[];

/** What the browser goes on calling on an element that has become a figure. */
interface Living {
  connectedCallback(): void;
  disconnectedCallback(): void;
  attributeChangedCallback(name: string, old: string | null, value: string | null): void;
}

/** Those in the page that wait for their code. */
export const waitingFigures = new Set<WaitingFigure>();

/** Loads the code of the figures, and makes figures of all that wait for it. */
export async function loadFigures(): Promise<FigurePart> {
  hintAtFiles([...waitingFigures].some((each) => !each.property('model')));
  await beside.run('figure');
  const part = globalThis.foveaFigure as FigurePart;
  for (const element of [...waitingFigures]) element.become(part);
  return part;
}

/**
 * `<fovea-encoder>` until its code is there: it keeps the space, shows the page's poster, and loads the
 * rest when it is wanted. Then the same element becomes a FoveaEncoder, by its prototype; the browser
 * goes on calling these methods, with a figure as `this`.
 */
export class WaitingFigure extends HTMLElement {
  static readonly observedAttributes = foveaAttributes;
  readonly #early = new EarlyCalls();
  #look: Waiting | null = null;
  /** Asked for by a click or a call, where it would not have loaded by itself. */
  #asked = false;

  constructor() {
    super();
    globalThis.foveaFigure?.adopt(this);
  }

  connectedCallback(): void {
    const part = globalThis.foveaFigure;
    if (!(this instanceof WaitingFigure)) (this as Living).connectedCallback();
    else if (part) this.become(part);
    else this.begin();
  }

  disconnectedCallback(): void {
    if (this instanceof WaitingFigure) this.end();
    else (this as Living).disconnectedCallback();
  }

  attributeChangedCallback(...change: [string, string | null, string | null]): void {
    if (this instanceof WaitingFigure) this.#look?.draw();
    else (this as Living).attributeChangedCallback(...change);
  }

  private begin(): void {
    waitingFigures.add(this);
    this.#look ??= new Waiting(this, () => this.load());
    this.#look.begin();
  }

  private end(): void {
    waitingFigures.delete(this);
    this.#look?.end();
  }

  /** As the browser does with an element that is defined while it is in a page. */
  become(part: FigurePart): void {
    this.end();
    const former = [...(this.shadowRoot?.childNodes ?? [])];
    // Lit draws before what it finds first, and remembers that: something that stays.
    this.shadowRoot?.prepend('');
    const figure = part.adopt(this);
    // Its own look stays until it has drawn: it may wait for the words of a language first.
    void figure.updateComplete.then(() => former.forEach((node) => void node.remove()));
    for (const { name, value } of [...this.attributes])
      if (part.attributes.includes(name)) figure.attributeChangedCallback(name, null, value);
    this.#early.setOn(figure);
    if (figure.isConnected) figure.connectedCallback();
    if (this.#asked) part.start(figure);
    this.#early.callOn(figure);
  }

  /** A property of the figure, as the page has set it. */
  property(name: string): unknown {
    return this.#early.has(name) ? this.#early.value(name) : this.getAttribute(name);
  }

  setProperty(name: string, value: unknown): void {
    this.#early.keep(name, value);
    this.#look?.draw();
  }

  /** Vue sets a property to "" or 0 and then removes the attribute, which may never have been there. */
  override removeAttribute(name: string): void {
    super.removeAttribute(name);
    if (this instanceof WaitingFigure) this.#early.forget(name);
  }

  play(): void {
    this.#early.wait((figure) => figure.play());
  }

  pause(): void {
    this.#early.wait((figure) => figure.pause());
  }

  step(by?: 1 | -1): void {
    this.#early.wait((figure) => figure.step(by));
  }

  seek(time: number): void {
    this.#early.wait((figure) => figure.seek(time));
  }

  toSVG(): Promise<string> {
    this.load();
    return this.#early.promise(this, (figure) => figure.toSVG());
  }

  toPNG(scale?: number): Promise<Blob> {
    this.load();
    return this.#early.promise(this, (figure) => figure.toPNG(scale));
  }

  trace(): readonly never[] {
    return [];
  }

  /** Loads it, wherever it is. */
  private load(): void {
    this.#asked = true;
    this.#look?.say({ loading: true });
    loadFigures().catch(({ message }: Error) => this.#look?.say({ message }));
  }
}

for (const name of WaitingFigure.observedAttributes)
  Object.defineProperty(WaitingFigure.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: WaitingFigure) {
      return this.property(name);
    },
    set(this: WaitingFigure, value: unknown) {
      this.setProperty(name, value);
    },
  });
