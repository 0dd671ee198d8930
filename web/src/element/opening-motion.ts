import type { LitElement, ReactiveController } from 'lit';
import { zoomOf } from './unfolding';

const easing = 'cubic-bezier(.2, 0, 0, 1)';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A word on the screen: its middle, and the size of its letters. */
interface Place extends Point {
  readonly piece: Element;
  readonly size: number;
}

const middle = ({ left, top, width, height }: DOMRect): Point => ({
  x: left + width / 2,
  y: top + height / 2,
});

function placesOf(root: ParentNode): readonly Place[] {
  const words = [...root.querySelectorAll('.view button.word')];
  return words.map((word) => {
    const piece = word.querySelector('.piece') ?? word;
    const size = Number.parseFloat(getComputedStyle(piece).fontSize);
    return { piece, size, ...middle(piece.getBoundingClientRect()) };
  });
}

/** Window pixels per CSS pixel: the page is larger on a projector. */
/** What is on the opening alone, and what is on the workbench alone. */
const ofOpening =
  '.asks, .actions, .further, .opening :is(.amount, .of-what, .guess, .swap, .change, .about)';
const ofFigure =
  '.figure :is(.label, .hint, .shares, .asks, .names, .caption, .formula, .swap), .figure .marks > *, .step';
const ofWorkbench = '.map-area, .side, .tour, .top-bar > :not(:first-child), .timeline';

/** The arches: a drawing of their own in the opening, the first group of the figure's on the workbench. */
const archesOf = '.figure .arches, .figure .marks > g[data-role="weight"]:first-of-type';

/** Milliseconds: when the rest appears, and how long that takes. */
const appearing = { figure: { from: 160, over: 120 }, page: 220, duration: 160 };

function appear(element: Element, delay: number, duration = appearing.duration): void {
  element.animate([{ opacity: 0 }, {}], { delay, duration, fill: 'backwards' });
}

/** A copy that fades where its original stood, and is no part of the page. */
function fadeOut(original: HTMLElement, root: ParentNode, zoom: number): void {
  const { left, top } = original.getBoundingClientRect();
  const copy = original.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.setAttribute('aria-hidden', 'true');
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${left / zoom}px`,
    top: `${top / zoom}px`,
    width: `${original.offsetWidth}px`,
    boxSizing: 'border-box',
    margin: '0',
    pointerEvents: 'none',
  });
  root.append(copy);
  const remove = () => copy.remove();
  copy.animate([{}, { opacity: 0 }], 100).finished.then(remove, remove);
}

/**
 * The opening becomes the workbench, and back: the words and their arches move as one object from
 * where they stood to where they stand, and the rest appears around them. At once under reduced motion.
 */
export class OpeningMotion implements ReactiveController {
  private readonly host: LitElement;
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  private before: readonly Place[] | null = null;
  private grown = false;

  constructor(host: LitElement) {
    this.host = host;
    host.addController(this);
  }

  /** To be called before what is on the screen is replaced. */
  prepare(): void {
    this.grown = true;
    if (this.stillness.matches) return;
    const root = this.host.renderRoot;
    this.before = placesOf(root);
    for (const left of root.querySelectorAll<HTMLElement>('.asks, .actions, .foretold > *'))
      fadeOut(left, root as ShadowRoot, zoomOf(this.host));
  }

  hostUpdated(): void {
    const { before } = this;
    this.before = null;
    if (before) this.move(before, placesOf(this.host.renderRoot));
    else if (!this.grown) this.grow();
  }

  private move(before: readonly Place[], after: readonly Place[]): void {
    const root = this.host.renderRoot;
    const zoom = zoomOf(this.host);
    if (before.length === after.length) {
      after.forEach((place, i) => {
        const from = before[i] ?? place;
        const shift = `translate(${(from.x - place.x) / zoom}px, ${(from.y - place.y) / zoom}px)`;
        const transform = `${shift} scale(${from.size / place.size})`;
        place.piece.animate([{ transform }, { transform: 'none' }], { duration: 320, easing });
      });
      this.moveArches(before, after, zoom);
    }
    this.appear(root);
  }

  /** By the same map as the first and the last word. */
  private moveArches(before: readonly Place[], after: readonly Place[], zoom: number): void {
    const arches = this.host.renderRoot.querySelector<SVGGraphicsElement>(archesOf);
    const [a, b, c, d] = [before[0], before.at(-1), after[0], after.at(-1)];
    const svg = arches?.closest('svg');
    if (!arches || !svg || !a || !b || !c || !d) return;
    const inRows = Math.abs(d.y - c.y) > Math.abs(d.x - c.x);
    const scale = inRows ? (b.y - a.y) / (d.y - c.y) : (b.x - a.x) / (d.x - c.x);
    if (!Number.isFinite(scale)) return;
    const { left, top } = svg.getBoundingClientRect();
    const [sx, sy] = [inRows ? 1 : scale, scale];
    const x = (a.x - left + sx * (left - c.x)) / zoom;
    const y = (a.y - top + sy * (top - c.y)) / zoom;
    const transform = `translate(${x}px, ${y}px) scale(${sx}, ${sy})`;
    const origin = { transformOrigin: '0 0' };
    const end = { ...origin, transform: 'none' };
    arches.animate([{ ...origin, transform }, end], { duration: 320, easing });
  }

  /** Rows of the figure from top to bottom, then what is around it. */
  private appear(root: ParentNode): void {
    for (const element of root.querySelectorAll(ofFigure)) {
      if (element.matches(archesOf) || element.closest('.opening')) continue;
      const { top } = element.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, top / innerHeight));
      appear(element, appearing.figure.from + share * appearing.figure.over);
    }
    for (const element of root.querySelectorAll(`${ofWorkbench}, ${ofOpening}`)) {
      appear(element, appearing.page);
    }
  }

  /** Once, when the first picture is there: the arches set out from the word in focus, long ones last. */
  private grow(): void {
    const root = this.host.renderRoot;
    const paths = [...root.querySelectorAll<SVGPathElement>('.opening .arches path')];
    if (paths.length === 0) return;
    this.grown = true;
    if (this.stillness.matches) return;
    const lengths = paths.map((path) => path.getTotalLength());
    const longest = Math.max(...lengths);
    paths.forEach((path, i) => {
      const length = lengths[i] ?? 0;
      const frames = [`0 ${length}`, `${length} ${length}`].map((strokeDasharray) => ({
        strokeDasharray,
      }));
      const delay = (250 * length) / longest;
      path.animate(frames, { delay, duration: 450, easing, fill: 'backwards' });
    });
    for (const text of root.querySelectorAll('.opening :is(.amount, .of-what, .guess)'))
      appear(text, 500, 200);
  }
}
