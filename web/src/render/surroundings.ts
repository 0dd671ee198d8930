import { languages } from 'fovea-languages';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The language that the page has of those like `de-AT`; English where it has none. */
export const nearestLanguage = (wanted: string): string | undefined => {
  const tag = wanted.toLowerCase();
  return Object.keys(languages).find((each) => tag === each || tag.startsWith(`${each}-`));
};

/** What an element is to speak: the `lang` of its own, else of what is around it. */
export function languageAround(element: Element): string {
  for (let at: Element | null = element; at; at = above(at)) {
    const lang = at.getAttribute('lang');
    if (lang !== null) return nearestLanguage(lang) ?? 'en';
  }
  return 'en';
}

type Shade = 'light' | 'dark';

/** Attributes by which themes of blogs and of documentation say how they look. */
const attributes = [
  'data-theme',
  'data-bs-theme',
  'data-color-mode',
  'data-color-scheme',
  'data-md-color-scheme',
  'data-mode',
];

const ofClass = /^(?:theme-|is-|mode-)?(dark|light)(?:-mode|-theme)?$/i;

/** Material for MkDocs calls its two "default" and "slate". */
const ofAttribute = /\b(?:(dark|night|slate)|light|default)\b/i;

/** What an element says of its theme. */
function shadeOf(element: Element): Shade | null {
  for (const name of attributes) {
    const match = ofAttribute.exec(element.getAttribute(name) ?? '');
    if (match) return match[1] ? 'dark' : 'light';
  }
  for (const name of element.classList) {
    const match = ofClass.exec(name);
    if (match) return match[1]?.toLowerCase() === 'dark' ? 'dark' : 'light';
  }
  return null;
}

/** An element's parent, or the element whose shadow tree it tops. */
export function above(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

function* ancestors(element: Element): Generator<Element> {
  for (let at = above(element); at; at = above(at)) yield at;
}

/** Red, green and blue of a computed colour, 0 to 255, and alpha, 0 to 1. */
function channelsOf(color: string): readonly number[] {
  if (/^rgba?\(/.test(color)) return (color.match(/[\d.]+/g) ?? []).map(Number);
  // Of other colour spaces.
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d');
  if (!context) return [0, 0, 0, 0];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const transparent = 'rgba(0, 0, 0, 0)';

/** A ground that is as far from white as from black, by contrast, has this luminance. */
const middle = 0.18;

/** What a ground is: dark where white text would be the easier to read; null where it lets another through. */
function shadeOfGround(color: string): Shade | null {
  const [red = 0, green = 0, blue = 0, alpha = 1] = channelsOf(color);
  if (alpha < 0.5) return null;
  const linear = (channel: number) => (channel / 255) ** 2.2;
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return luminance < middle ? 'dark' : 'light';
}

/**
 * What the page around a figure says: its `color-scheme`, else what an ancestor's attribute or class
 * is called ("dark", data-theme="dark"), else the ground that it is on; null where it says nothing, or
 * is as the reader's system.
 */
export function shadeAround(element: Element): Shade | null {
  const parent = above(element);
  const scheme = parent ? getComputedStyle(parent).colorScheme : 'normal';
  const [light, dark] = [scheme.includes('light'), scheme.includes('dark')];
  if (light !== dark) return dark ? 'dark' : 'light';
  if (light) return null;
  for (const each of ancestors(element)) {
    const shade = shadeOf(each);
    if (shade) return shade;
  }
  for (const each of ancestors(element)) {
    const { backgroundColor } = getComputedStyle(each);
    const shade = backgroundColor === transparent ? null : shadeOfGround(backgroundColor);
    if (shade) return shade;
  }
  return null;
}

/** Follows the theme and the language of the page around its host, and asks for a redraw where they turn. */
export class Surroundings implements ReactiveController {
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly system = matchMedia('(prefers-color-scheme: dark)');
  private readonly watched = new MutationObserver((changes) => {
    this.look();
    if (changes.some(({ attributeName }) => attributeName === 'lang')) this.host.requestUpdate();
  });
  /** Whether a figure that has no theme of its own is dark here. */
  dark = this.system.matches;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.system.addEventListener('change', this.look);
    const attributeFilter = ['class', 'style', 'lang', ...attributes];
    for (const each of ancestors(this.host)) this.watched.observe(each, { attributeFilter });
    this.watched.observe(this.host, { attributeFilter: ['lang'] });
    document.addEventListener('transitionend', this.faded);
    this.look();
  }

  hostDisconnected(): void {
    this.system.removeEventListener('change', this.look);
    document.removeEventListener('transitionend', this.faded);
    this.watched.disconnect();
  }

  private readonly faded = ({ propertyName }: TransitionEvent): void => {
    if (propertyName === 'background-color') this.look();
  };

  private readonly look = (): void => {
    const shade = shadeAround(this.host);
    const dark = shade ? shade === 'dark' : this.system.matches;
    if (shade) this.host.setAttribute('shade', shade);
    else this.host.removeAttribute('shade');
    // The page's own element writes its theme there too: what stays the same asks for nothing.
    if (dark !== this.dark) this.host.requestUpdate();
    this.dark = dark;
  };
}
