import type { LitElement, ReactiveController } from 'lit';
import type { Trace } from '../model/trace';
import type { State } from '../state/state';
import type { Listener, Store } from '../state/store';
import { askedKey } from '../state/why';

/**
 * Measures what has just been drawn: before it is painted, and in a task of its own. The browser lays
 * the page out for it, which with a large model takes as long as the drawing. What a frame itself has
 * drawn is painted before.
 */
export const beforePaint = (measure: () => void): number => requestAnimationFrame(measure);

/** Follows a store as long as its element is in a page. */
export abstract class Follower implements ReactiveController {
  protected readonly host: LitElement;
  protected readonly store: Store;
  private unsubscribe: (() => void) | null = null;

  constructor(host: LitElement, store: Store) {
    this.host = host;
    this.store = store;
    host.addController(this);
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe((...change) => this.follow(...change));
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
  }

  protected abstract follow(...change: Parameters<Listener>): void;

  /** The element that holds the picture. */
  protected get view(): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>('.view');
  }
}

const isOpen = ({ trail }: State): boolean => trail.length > 0;

/** The same weight of another row: the question has gone along with the focus word or the head. */
const goesAlong = (state: State, before: State): boolean =>
  askedKey(state) !== null && askedKey(state) === askedKey(before);

/**
 * Moves the focus to an answer that was asked for inside an element, and back when it closes. A focus
 * elsewhere on the page, as when a link opens the answer, stays where it is.
 */
export class AnswerFocus extends Follower {
  private asker: HTMLElement | null = null;
  /** Where to move the focus after the next update. */
  private goal: 'answer' | 'asker' | null = null;

  hostUpdated(): void {
    if (this.goal === 'answer') this.find('.why.beneath h2')?.focus();
    if (this.goal === 'asker') this.returnFocus();
    this.goal = null;
  }

  private find(selector: string): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>(selector);
  }

  protected override follow(state: State, before: State): void {
    if (state.trail === before.trail || goesAlong(state, before)) return;
    const focused = this.host.shadowRoot?.activeElement;
    if (!(focused instanceof HTMLElement)) return;
    if (!isOpen(before)) this.asker = focused;
    if (isOpen(state)) this.goal = 'answer';
    else if (focused.closest('.why')) this.goal = 'asker';
  }

  /** Back to what was asked, or to the figure if that is gone. */
  private returnFocus(): void {
    const asker = this.asker?.isConnected ? this.asker : this.find('.view [tabindex="0"]');
    asker?.focus();
  }
}

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
    const smooth = seen && !this.stillness.matches;
    beforePaint(() => {
      const word = scroll?.querySelector(`.word[data-token="${token}"]`);
      if (scroll && word) bringIntoSight(scroll, word, smooth);
    });
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
