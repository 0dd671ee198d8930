import { css } from 'lit';
import { keepSpace, spaceFor } from '../render/kept-space';
import * as look from '../render/palette.css';
import { shadeAround } from '../render/surroundings';
import { themeStyles } from '../render/theme.css';

/** A figure before its code is there: the space, the poster, and a word of what is going on. */
const waitingStyles = css`
  :host {
    display: block;
    position: relative;
    box-sizing: border-box;
    min-width: 0;
    min-height: var(--fovea-space, 380px);
    overflow: hidden;
    outline: 1px solid var(--line);
    outline-offset: -1px;
  }
  :host([height]) {
    min-height: 0;
  }
  :host([hidden]) {
    display: none;
  }
  .over {
    position: absolute;
    inset: 0 0 auto auto;
    max-width: 100%;
    padding: 4px 12px;
    background: var(--paper);
    overflow-wrap: anywhere;
  }
  .over:empty {
    display: none;
  }
  p {
    margin: 0;
  }
  [role='alert'] {
    font-weight: 700;
  }
  button {
    padding: 4px 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    ${look.underlined}
    cursor: pointer;
  }
  @media print {
    :host {
      break-inside: avoid;
      print-color-adjust: exact;
    }
    button {
      display: none;
    }
  }
`;

/** How close to the screen a figure starts to load. */
const nearness = '300px';

/** What is to be said: that it loads, or why it could not. */
export interface Word {
  readonly loading?: boolean;
  readonly message?: string;
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

let sheets: CSSStyleSheet[] | null = null;

function paragraph(text: string, role: string): HTMLElement {
  const p = document.createElement('p');
  p.setAttribute('role', role);
  p.textContent = text;
  return p;
}

/** How a figure looks while it waits for its code, and when it asks for it. */
export class Waiting {
  private readonly host: HTMLElement;
  private readonly load: () => void;
  private readonly slot = document.createElement('slot');
  private readonly over = document.createElement('div');
  private word: Word = {};
  private readonly size = new ResizeObserver(() => this.draw());
  private readonly near = new IntersectionObserver(
    (entries) => {
      if (this.preload === 'near' && entries.some((entry) => entry.isIntersecting)) this.ask();
    },
    { rootMargin: nearness },
  );

  constructor(host: HTMLElement, load: () => void) {
    this.host = host;
    this.load = load;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    sheets ??= [themeStyles, waitingStyles].map(({ cssText }) => sheetOf(cssText));
    root.adoptedStyleSheets = sheets;
    this.over.className = 'over';
    root.append(this.slot, this.over);
  }

  /** It is in a page. */
  begin(): void {
    const shade = shadeAround(this.host);
    if (shade) this.host.setAttribute('shade', shade);
    this.near.observe(this.host);
    this.size.observe(this.host);
    this.draw();
    if (this.preload === 'eager') this.ask();
  }

  /** It has left the page, or has become a figure, which draws into the same root. */
  end(): void {
    this.near.disconnect();
    this.size.disconnect();
  }

  say(word: Word): void {
    this.word = word;
    this.draw();
    if (word.message === undefined) return;
    const detail = { message: word.message, place: 'model' };
    const options = { detail, bubbles: true, composed: true };
    this.host.dispatchEvent(new CustomEvent('fovea-error', options));
  }

  draw(): void {
    const { host, word } = this;
    const height = Number(this.value('height'));
    host.style.height = height ? `${height}px` : '';
    keepSpace(host, height ? 0 : spaceFor(this.value('view') || 'attention', host.offsetWidth));
    const fallen = word.message && host.querySelector('[slot=fallback]');
    this.slot.name = fallen ? 'fallback' : 'poster';
    this.over.replaceChildren(...this.words());
  }

  private words(): HTMLElement[] {
    const { loading, message } = this.word;
    if (message) return [paragraph(message, 'alert'), this.button('Try again')];
    if (loading) return [paragraph('Loading the figure', 'status')];
    return this.preload === 'none' ? [this.button('Load the figure')] : [];
  }

  private button(label: string): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => this.ask());
    return button;
  }

  private ask(): void {
    if (this.word.loading) return;
    this.load();
  }

  /** An attribute, which frameworks set as a property. */
  private value(name: string): string {
    return String(Reflect.get(this.host, name) ?? '');
  }

  private get preload(): string {
    return this.value('preload') || 'near';
  }
}
