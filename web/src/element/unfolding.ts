import type { Action } from '../state/actions';
import type { State } from '../state/state';
import { timeline } from '../state/timeline';
import { viewOf } from '../state/views';
import { settle } from '../views/kit/painter/surface';
import { beforePaint, Follower } from './focus';

/** Window pixels per CSS pixel of an element, which differ where the page is scaled. */
export const zoomOf = (element: HTMLElement): number =>
  element.getBoundingClientRect().width / element.offsetWidth || 1;

/** A picture that leaves: a copy of it, where it was, and what it fades or shrinks to. */
interface Leaving {
  readonly copy: HTMLElement;
  readonly box: DOMRect;
  readonly zoom: number;
  readonly end: Keyframe;
  readonly timing: KeyframeAnimationOptions;
}

/** Lays the copy over the page where its original was, until it has gone. */
export function leave(page: ParentNode & Node, { copy, box, zoom, end, timing }: Leaving): void {
  const px = (length: number) => `${length / zoom}px`;
  copy.inert = true;
  copy.className = 'leaving';
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, {
    position: 'fixed',
    left: px(box.left),
    top: px(box.top),
    width: px(box.width),
    height: px(box.height),
    transformOrigin: '0 0',
    pointerEvents: 'none',
  });
  page.appendChild(copy);
  const remove = () => copy.remove();
  copy.animate([{ transform: 'none', opacity: 1 }, end], timing).finished.then(remove, remove);
}

const easing = 'cubic-bezier(.2, 0, 0, 1)';
const unfolding = { duration: 320, easing };
const foldingAway = { duration: 220, easing };

/** Whether the reader has opened a part of the map or the block, or goes back to the block. */
export function unfolds(action: Action, state: State, before: State): boolean {
  if (state.view === before.view) return false;
  const chosen = action.type === 'choose' && action.choice.view !== undefined;
  const ofBlock = state.view === 'block' || before.view === 'block';
  return action.type === 'go' || ((action.type === 'view' || chosen) && ofBlock);
}

/** The steps of a view, then the step whose picture it grows from. */
function stepsOf(view: string): readonly string[] {
  const own = timeline.filter((step) => step.view === view).map(({ id }) => id);
  return [...own, viewOf(view)?.growsFrom ?? []].flat();
}

/** The transform that maps one box of the page onto another. */
function onto(box: DOMRect, place: DOMRect, zoom: number): string {
  const [x, y] = [(place.left - box.left) / zoom, (place.top - box.top) / zoom];
  return `translate(${x}px, ${y}px) scale(${place.width / box.width}, ${place.height / box.height})`;
}

/** A deep copy with its canvases painted: cloned canvases are empty. */
export function copyOf(view: Element): HTMLElement {
  const copy = view.cloneNode(true) as HTMLElement;
  const canvases = copy.querySelectorAll('canvas');
  view.querySelectorAll('canvas').forEach((canvas, i) => {
    const target = canvases[i];
    if (target && canvas.width > 0 && canvas.height > 0)
      target.getContext('2d')?.drawImage(canvas, 0, 0);
  });
  return copy;
}

/**
 * Animates a view growing out of its picture in the map or the block when it is opened, and shrinking
 * back into it when it is closed. Does nothing under reduced motion.
 */
export class Unfolding extends Follower {
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  /** Where the next view grows from, measured before the current one is replaced. */
  private source: DOMRect | null = null;
  /** The view that shrinks once the next one is drawn: a copy of it, its box and its name. */
  private leaving: { copy: HTMLElement; box: DOMRect; view: string } | null = null;

  hostUpdated(): void {
    const { source, leaving } = this;
    this.source = null;
    this.leaving = null;
    if (leaving) beforePaint(() => this.foldAway(leaving));
    else if (source) beforePaint(() => this.unfold(source));
  }

  protected override follow(state: State, before: State, action: Action): void {
    const { view } = this;
    if (!unfolds(action, state, before) || this.stillness.matches || !view) return;
    settle();
    if (state.view === 'block') {
      const box = view.getBoundingClientRect();
      this.leaving = { copy: copyOf(view), box, view: before.view };
    } else {
      const first = action.type === 'go' ? [action.step] : [];
      this.source = this.placeOf([...first, ...stepsOf(state.view)], this.host.renderRoot);
    }
  }

  /** The picture of the first step that has one; of several, the one that was pressed. */
  private placeOf(steps: readonly string[], within: ParentNode): DOMRect | null {
    for (const step of steps) {
      const all = [...within.querySelectorAll<HTMLElement>(`[data-step="${step}"]`)];
      const seen = all.filter((each) => each.getBoundingClientRect().width > 0);
      const place = seen.find((each) => each.matches(':focus, :hover')) ?? seen[0];
      if (place) return place.getBoundingClientRect();
    }
    return null;
  }

  private unfold(source: DOMRect): void {
    const { view } = this;
    const box = view?.getBoundingClientRect();
    if (!view || !box || box.width === 0 || box.height === 0) return;
    const frame = {
      transformOrigin: '0 0',
      transform: onto(box, source, zoomOf(view)),
      opacity: 0.2,
    };
    view.animate([frame, { transformOrigin: '0 0', transform: 'none', opacity: 1 }], unfolding);
  }

  private foldAway({ copy, box, view }: NonNullable<typeof this.leaving>): void {
    const place = this.view && this.placeOf(stepsOf(view), this.view);
    if (!place) return;
    const zoom = this.view ? zoomOf(this.view) : 1;
    const end = { transform: onto(box, place, zoom), opacity: 0 };
    leave(this.host.renderRoot, { copy, box, zoom, end, timing: foldingAway });
  }
}
