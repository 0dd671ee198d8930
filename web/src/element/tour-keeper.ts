import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { answerOf, parseTour, tourText, withRight } from '../state/tour/progress';
import { stops } from '../state/tour/stops';
import { rightOption } from '../state/tour/walk';
import { remember, remembered } from './remembered';

const name = 'fovea-tour';

/** Keeps the reader's place in the tour from visit to visit, and notes what was right in each chapter. */
export class TourKeeper implements ReactiveController {
  private readonly store: Store;
  private unsubscribe: (() => void) | null = null;

  constructor(host: ReactiveControllerHost, store: Store) {
    this.store = store;
    const lastTour = parseTour(remembered(name) ?? '', stops.length);
    if (lastTour) store.dispatch({ type: 'choose', choice: { lastTour } });
    host.addController(this);
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe((state, before) => this.keep(state, before));
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
  }

  private keep({ tour }: State, { lastTour }: State): void {
    const { state, dispatch } = this.store;
    const isNoted =
      !tour || answerOf(tour) === null || (tour.right?.[tour.chapter] ?? null) !== null;
    const right = isNoted ? null : rightOption(state);
    if (tour && right !== null)
      dispatch({ type: 'choose', choice: { tour: withRight(tour, right) } });
    else if (tour && tour !== lastTour) remember(name, tourText(tour));
  }
}
