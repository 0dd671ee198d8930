import { type Departure, departureOf, durationOf, fly, type Place } from '../render/passage';
import type { Action } from '../state/actions';
import type { State } from '../state/state';
import type { Origin } from '../state/store';
import { settle } from '../views/kit/painter/surface';
import { beforePaint, Follower } from './focus';
import { copyOf, leave, unfolds, zoomOf } from './unfolding';

const fadingAway = { duration: 200, easing: 'ease-out' };

/** What fades in with another view: pictures that hold no object, and the caption. */
const scenery =
  'canvas:not([data-object], [aria-hidden]), svg:not(svg *, :has([data-object])), figcaption, .caption';

const stay: Departure = { dx: 0, dy: 0, scaleX: 1, scaleY: 1, turn: 0 };

function moves({ dx, dy, scaleX, scaleY, turn }: Departure): boolean {
  const stretched = Math.abs(scaleX - 1) > 0.01 || Math.abs(scaleY - 1) > 0.01;
  return turn !== 0 || stretched || Math.hypot(dx, dy) > 0.5;
}

/**
 * Keeps things from jumping when another view or sentence is shown: what is in both moves
 * from its old place to its new one, what has gone fades away. The latest change wins: what is on its
 * way starts again from where it is. Does nothing under reduced motion.
 */
export class Passage extends Follower {
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  /** Where the objects were before the change, by name. */
  private before: ReadonlyMap<string, Place> | null = null;
  /** The view that fades away, and where it is. */
  private leaving: { readonly copy: HTMLElement; readonly box: DOMRect } | null = null;
  /** The copy that is fading. */
  private gone: HTMLElement | null = null;
  private running: Animation[] = [];

  private frame = 0;
  /** The change was made while a frame is being drawn: the next one would come after its paint. */
  private inFrame = false;

  hostUpdated(): void {
    if (!this.before || this.frame !== 0) return;
    if (this.inFrame) this.move();
    else this.frame = beforePaint(() => this.move());
  }

  private move(): void {
    const { before, view } = this;
    this.frame = 0;
    this.before = null;
    if (!before || !view) return;
    for (const animation of this.running) animation.cancel();
    this.running = [];
    const zoom = zoomOf(view);
    // All are measured before the first moves: else the page would be laid out anew for each.
    const ways = objectsIn(view).map((object) => this.way(object, before, zoom));
    for (const go of ways) go?.();
    this.fade(view, zoom);
    settle(0);
  }

  protected override follow(state: State, before: State, action: Action, origin: Origin): void {
    const { view } = this;
    const another = state.view !== before.view;
    const reads = before.trace !== null && state.trace !== before.trace;
    if (!(another || reads) || this.before || !view || this.stillness.matches) return;
    if (unfolds(action, state, before)) return;
    settle();
    const objects = objectsIn(view);
    if (objects.length === 0) return;
    this.before = placesOf(objects);
    this.inFrame = action.type === 'seek' && origin === 'figure';
    if (another) this.leaving = { copy: copyOf(view), box: view.getBoundingClientRect() };
  }

  /** What brings an object to its place; undefined where it stands there. */
  private way(object: Element, before: ReadonlyMap<string, Place>, zoom: number) {
    const name = nameOf(object);
    const from = before.get(name);
    if (!from) return () => this.fadeIn(object);
    const departure = departureOf(from, object.getBoundingClientRect(), name.startsWith('word '));
    if (!moves(departure)) return undefined;
    const { dx, dy } = departure;
    const { a = 1, d = 1 } = (object.parentNode as SVGGElement).getCTM?.() ?? {};
    const own = { ...departure, dx: dx / zoom / a, dy: dy / zoom / d };
    return () =>
      this.running.push(fly(object, { ...own, opacity: 1, duration: durationOf(departure) }));
  }

  private fadeIn(element: Element): void {
    this.running.push(fly(element, { ...stay, opacity: 0, duration: durationOf(stay) }));
  }

  /** The old view's scenery goes, the new one's comes. */
  private fade(view: HTMLElement, zoom: number): void {
    const { leaving } = this;
    this.leaving = null;
    if (!leaving) return;
    const { copy, box } = leaving;
    this.gone?.remove();
    this.gone = copy;
    for (const each of view.querySelectorAll(scenery)) this.fadeIn(each);
    for (const object of objectsIn(copy)) {
      if (object instanceof SVGElement) object.remove();
      else (object as HTMLElement).style.visibility = 'hidden';
    }
    leave(this.host.renderRoot, { copy, box, zoom, end: { opacity: 0 }, timing: fadingAway });
  }
}

const objectsIn = (view: Element): readonly Element[] => [
  ...view.querySelectorAll('[data-object]'),
];

const nameOf = (object: Element): string => object.getAttribute('data-object') ?? '';

/** Where each object is; one that is not to be seen is nowhere. */
function placesOf(objects: readonly Element[]): ReadonlyMap<string, Place> {
  const boxes = objects.map((object) => [nameOf(object), object.getBoundingClientRect()] as const);
  return new Map(boxes.filter(([, { width }]) => width > 0));
}
