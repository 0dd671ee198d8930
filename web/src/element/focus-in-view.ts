import type { LitElement, ReactiveController } from 'lit';
import type { Trace } from '../model/trace';
import type { Store } from '../state/store';

/**
 * Where the words scroll sideways, brings the focus word into sight when another word is in focus or
 * the words are others. In between the reader scrolls as they like; the page around never moves.
 */
export class FocusInView implements ReactiveController {
  private readonly host: LitElement;
  private readonly store: Store;
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  private scroll: Element | null = null;
  private trace: Trace | null = null;
  private token = -1;

  constructor(host: LitElement, store: Store) {
    this.host = host;
    this.store = store;
    host.addController(this);
  }

  hostUpdated(): void {
    const { trace, token } = this.store.state;
    const scroll = this.host.renderRoot.querySelector('.scroll.wide');
    const seen = scroll === this.scroll;
    if (seen && trace === this.trace && token === this.token) return;
    Object.assign(this, { scroll, trace, token });
    const word = scroll?.querySelector(`.word[data-token="${token}"]`);
    if (scroll && word) bringIntoSight(scroll, word, seen && !this.stillness.matches);
  }
}

/** Scrolls so that a word has a column's width free on either side, if it has not already. */
function bringIntoSight(scroll: Element, word: Element, smooth: boolean): void {
  const frame = scroll.getBoundingClientRect();
  const { left, right, width } = word.getBoundingClientRect();
  const gutter = scroll.querySelector('.gutter')?.getBoundingClientRect().width ?? 0;
  const before = left - width - (frame.left + gutter);
  const beyond = right + width - frame.right;
  const by = before < 0 ? before : Math.max(0, beyond);
  if (by !== 0) scroll.scrollBy({ left: by, behavior: smooth ? 'smooth' : 'instant' });
}
