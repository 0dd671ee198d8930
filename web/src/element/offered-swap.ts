import { pronounIn } from '../state/defaults';
import type { State } from '../state/state';
import { foundTwins, isWhole, otherText } from '../state/what-if/twins';
import { nothingIn } from '../state/word-names';
import { Follower } from './focus';

/** The last whole word behind the focus word: the place where another word may turn the answer. */
function lastPlace({ trace, token }: State): number | null {
  const tokens = trace?.encoding.tokens ?? [];
  const last = tokens.findLastIndex((_, at) => isWhole(tokens, at));
  return last > token ? last : null;
}

/** Whether a word that turns the answer is still to be looked for. */
const wantsSwap = (state: State): boolean =>
  state.trace?.encoding.text === state.sentence &&
  state.trace.has('logits') &&
  pronounIn(state.trace.encoding.tokens) === state.token &&
  nothingIn(otherText(state)) !== null;

/**
 * Offers a swap for a sentence typed at the opening: every word is tried in the place of the last one,
 * those that fit best first, until one turns what the model makes of the pronoun.
 */
export class OfferedSwap extends Follower {
  /** The sentence that was searched. */
  private searched = '';

  protected override follow(state: State): void {
    const opening: unknown = Reflect.get(this.host, 'opening');
    if (opening !== true) this.stop(state);
    else if (this.searched === state.sentence) this.take(state);
    else if (wantsSwap(state)) this.begin(state);
  }

  private begin(state: State): void {
    const token = lastPlace(state);
    this.searched = state.sentence;
    if (token !== null) this.store.dispatch({ type: 'try', token });
  }

  /** The first word found is offered, and no other is tried. */
  private take(state: State): void {
    const other = foundTwins(state)?.turners[0]?.sentence;
    if (other === undefined) return;
    this.store.dispatch({ type: 'try', token: null });
    this.store.dispatch({ type: 'choose', choice: { other } });
  }

  private stop({ trying }: State): void {
    if (this.searched !== '' && trying !== null) this.store.dispatch({ type: 'try', token: null });
    this.searched = '';
  }
}
