import type { State } from '../state/state';
import type { Store } from '../state/store';
import { withPicture } from '../state/tour/walk';
import { formatHash, leftOut, parseHash } from '../state/url';

/** Browsers throttle changes of the address. */
const writeDelay = 250;

/** Keeps the address hash in sync with a store: a reload or a link opens the same frame. */
export class Address {
  private readonly store: Store;
  private readonly unsubscribe: () => void;
  private timer = 0;
  private place = '';

  constructor(store: Store) {
    this.store = store;
    this.unsubscribe = store.subscribe((state) => this.schedule(state));
    addEventListener('hashchange', this.read);
  }

  close(): void {
    this.unsubscribe();
    clearTimeout(this.timer);
    removeEventListener('hashchange', this.read);
  }

  /** Writes the address immediately, so that it can be copied. */
  write(): string {
    clearTimeout(this.timer);
    this.timer = 0;
    history.replaceState(history.state, '', formatHash(this.store.state));
    return location.href;
  }

  /** While the animation plays, the time alone does not trigger a write. */
  private schedule(state: State): void {
    const place = formatHash({ ...state, time: 0 });
    const runsOn = state.playing && place === this.place;
    this.place = place;
    if (runsOn || !state.trace || this.timer !== 0) return;
    this.timer = window.setTimeout(() => this.write(), writeDelay);
  }

  /** Reads the event's URL: a pending write may have changed `location` since. */
  private readonly read = ({ newURL }: HashChangeEvent): void => {
    const chosen = { ...leftOut, ...parseHash(new URL(newURL).hash) };
    const choice = withPicture(this.store.state, chosen);
    this.store.dispatch({ type: 'choose', choice });
  };
}
