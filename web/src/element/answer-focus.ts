import { askedKey } from '../state/asked';
import type { State } from '../state/state';
import { Follower } from './follower';

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
