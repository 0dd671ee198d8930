import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { presentByKey } from '../state/lesson';
import type { Store } from '../state/store';
import { guessByKey } from '../state/tour/walk';
import { belongsElsewhere, type Outcome, outcomeOf } from '../widgets/shortcuts';

/** The keys of the whole page: those that answer the tour or step a lesson, then those of the workbench. */
export class PageKeys implements ReactiveController {
  private readonly store: Store;
  private readonly take: (outcome: Outcome) => void;

  constructor(host: ReactiveControllerHost, store: Store, take: (outcome: Outcome) => void) {
    this.store = store;
    this.take = take;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.onKey);
    document.addEventListener('keyup', this.onKeyUp);
    addEventListener('blur', this.showPresent);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.onKey);
    document.removeEventListener('keyup', this.onKeyUp);
    removeEventListener('blur', this.showPresent);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (belongsElsewhere(event)) return;
    const { state, dispatch } = this.store;
    const { key } = event;
    const taken = guessByKey(key, state, dispatch) || presentByKey(key, state, dispatch);
    const outcome = taken ? null : outcomeOf(key, state);
    if (taken || outcome !== null) event.preventDefault();
    if (outcome !== null) this.take(outcome);
  };

  private readonly onKeyUp = ({ key }: KeyboardEvent): void => {
    if (key.toLowerCase() === 'b') this.showPresent();
  };

  private readonly showPresent = (): void => this.store.dispatch({ type: 'before', shown: false });
}
