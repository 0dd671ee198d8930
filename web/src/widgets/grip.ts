import type { Dispatch } from '../state/actions';
import { plain } from '../state/format';
import type { Target } from '../state/what-if/hand';
import { msg } from '../words/msg';

/** Pixels of a drag that change a gain by 1, and gains at which it halts. */
const perGain = 60;
const detents = [0, 1, 2];
const detent = 0.06;
const most = 3;

/** A touch takes hold after so many milliseconds; one that moves farther before scrolls the page. */
const longPress = 400;
const still = 8;
/** A mouse that moves less has pressed, and not dragged. */
const slightly = 3;

/** The gain at the end of a drag, caught by a detent near by. */
export function draggedGain(from: number, pixels: number): number {
  const free = Math.max(0, Math.min(most, from + pixels / perGain));
  const near = detents.find((gain) => Math.abs(gain - free) < detent);
  return near ?? Number(free.toFixed(2));
}

/** Of one drag: listeners on the handle until the pointer leaves it. */
class Drag {
  private readonly handle: HTMLElement;
  private readonly begin: PointerEvent;
  private readonly target: Target;
  private readonly from: number;
  private readonly dispatch: Dispatch;
  private readonly over = new AbortController();
  private gain: number;
  private held = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(begin: PointerEvent, target: Target, from: number, dispatch: Dispatch) {
    this.handle = begin.currentTarget as HTMLElement;
    this.begin = begin;
    this.target = target;
    this.from = from;
    this.gain = from;
    this.dispatch = dispatch;
    const { signal } = this.over;
    this.handle.addEventListener('pointermove', (event) => this.move(event), { signal });
    this.handle.addEventListener('pointerup', () => this.end(), { signal });
    this.handle.addEventListener('pointercancel', () => this.end(), { signal });
    this.handle.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    if (begin.pointerType === 'touch') this.timer = setTimeout(() => this.hold(), longPress);
    // A fast drag has left the handle before it has moved: it would hear neither that nor the end.
    else this.handle.setPointerCapture(begin.pointerId);
  }

  private hold(): void {
    this.held = true;
    this.handle.setPointerCapture(this.begin.pointerId);
    this.handle.classList.add('held');
  }

  private move(event: PointerEvent): void {
    const [dx, dy] = [event.clientX - this.begin.clientX, event.clientY - this.begin.clientY];
    const way = Math.hypot(dx, dy);
    const touch = event.pointerType === 'touch';
    // The button was let go where nobody heard of it.
    if (!touch && !(event.buttons & 1)) {
      this.end();
      return;
    }
    if (!this.held && touch && way > still) this.over.abort();
    if (!this.held && !touch && way > slightly) this.hold();
    if (this.over.signal.aborted) clearTimeout(this.timer);
    if (!this.held || this.over.signal.aborted) return;
    // A finger that moves up or down scrolls: it drags sideways.
    const gain = draggedGain(this.from, touch ? dx : -dy);
    if (gain === this.gain) return;
    this.gain = gain;
    this.change(true);
  }

  private change(live: boolean): void {
    const { target, gain } = this;
    this.dispatch({ type: 'change', target, hand: { kind: 'gain', gain }, live });
  }

  private end(): void {
    clearTimeout(this.timer);
    this.over.abort();
    this.handle.classList.remove('held');
    if (!this.held) return;
    if (this.gain !== this.from) this.change(false);
    // A drag is no press.
    const once = { once: true, capture: true };
    const swallow = (event: Event) => event.stopPropagation();
    this.handle.addEventListener('click', swallow, once);
    setTimeout(() => this.handle.removeEventListener('click', swallow, once));
  }
}

/**
 * Listener of `pointerdown`: dragging the handle up or down scales what it is on; a finger holds it
 * first, and drags sideways. `from` is the gain that it has; null where it is set to a value.
 */
export const scaledByDrag =
  (target: Target, from: number | null, dispatch: Dispatch) =>
  (event: PointerEvent): void => {
    if (event.button === 0) new Drag(event, target, from ?? 1, dispatch);
  };

/** Listener of `keydown`: arrows up and down scale by a tenth. True where the key was one. */
export function scaledByKey(event: KeyboardEvent, target: Target, dispatch: Dispatch): boolean {
  const by = { ArrowUp: 0.1, ArrowDown: -0.1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
  event.preventDefault();
  event.stopPropagation();
  dispatch({ type: 'change', target, hand: { kind: 'more', by } });
  return true;
}

/** "muted", "× 1.5"; empty where nothing is scaled. */
export const gainText = (gain: number | null): string =>
  gain === 0 ? msg`muted` : gain === 1 ? '' : gain === null ? msg`set` : `× ${plain(gain)}`;
