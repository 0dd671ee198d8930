import type { State } from '../state/state';
import type { Store } from '../state/store';
import { withPicture } from '../state/tour/walk';
import { formatHash, leftOut, parseHash } from '../state/url';
import { saysState } from './visit';

/** Browsers throttle changes of the address. */
const writeDelay = 250;

/**
 * Keeps the address hash in sync with a store: a reload or a link opens the same frame. The opening has
 * an address of its own, without a hash or with the language alone; `turned` is called where the browser goes to it or from it.
 */
export class Address {
  private readonly store: Store;
  private readonly turned: (opening: boolean) => void;
  private readonly unsubscribe: () => void;
  private timer = 0;
  private place = '';
  private opening: boolean;

  constructor(store: Store, opening = false, turned: (opening: boolean) => void = () => {}) {
    this.store = store;
    this.opening = opening;
    this.turned = turned;
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
    this.stop();
    history.replaceState(history.state, '', formatHash(this.store.state));
    return location.href;
  }

  /** Goes to the opening or from it: a step of the browser's history. */
  turn(opening: boolean): void {
    this.stop();
    this.opening = opening;
    const here = location.href.replace(/#.*$/, '');
    history.pushState(null, '', opening ? here : `${here}${formatHash(this.store.state)}`);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** While the animation plays, the time alone does not trigger a write. */
  private schedule(state: State): void {
    if (this.opening) {
      this.writeLanguage(state);
      return;
    }
    const place = formatHash({ ...state, time: 0 });
    const runsOn = state.playing && place === this.place;
    this.place = place;
    if (runsOn || !state.trace || this.timer !== 0) return;
    this.timer = window.setTimeout(() => this.write(), writeDelay);
  }

  /** At the opening an address may say the language, and nothing else. */
  private writeLanguage({ lang }: State): void {
    const hash = `#lang=${lang}`;
    if (lang !== '' && location.hash !== '' && location.hash !== hash)
      history.replaceState(history.state, '', hash);
  }

  /** Reads the event's URL: a pending write may have changed `location` since. */
  private readonly read = ({ newURL }: HashChangeEvent): void => {
    const { hash } = new URL(newURL);
    const opening = !saysState(hash);
    this.stop();
    this.opening = opening;
    this.turned(opening);
    if (opening) {
      const { lang = '' } = parseHash(hash);
      this.store.dispatch({ type: 'choose', choice: { lang } });
      return;
    }
    const chosen = { ...leftOut, ...parseHash(hash) };
    const choice = withPicture(this.store.state, chosen);
    this.store.dispatch({ type: 'choose', choice });
  };
}
