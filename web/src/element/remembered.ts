import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { nearestLanguage } from '../render/surroundings';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { answerOf, parseTour, tourText, withRight } from '../state/tour/progress';
import { stops } from '../state/tour/stops';
import { rightOption } from '../state/tour/walk';

/// What the browser keeps from visit to visit, where it keeps anything.

/** Null where nothing was kept. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where the browser keeps nothing, what was chosen lasts as long as the page is open. */
export function remember(key: string, value: string): void {
  try {
    if (localStorage.getItem(key) !== value) localStorage.setItem(key, value);
  } catch {
    // As at a first visit.
  }
}

const visit = 'fovea-visited';

/** Whether a reader has been at the workbench before. */
export const hasVisited = (): boolean => remembered(visit) !== null;

export const rememberVisit = (): void => remember(visit, '1');

const language = 'fovea-language';

export const rememberLanguage = (chosen: string): void => remember(language, chosen);

/** The language of the page: what the address says, else what the reader chose before, else English. */
export const pageLanguage = (asked: string): string =>
  nearestLanguage(asked) ?? nearestLanguage(remembered(language) ?? '') ?? 'en';

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
