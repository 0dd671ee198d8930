import { openingChoice, practising } from '../state/opening';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { withPicture } from '../state/tour/walk';
import {
  formatHash,
  formatOpening,
  isOpening,
  leftOut,
  opensOpening,
  parseHash,
} from '../state/url';

/** Browsers throttle changes of the address. */
const writeDelay = 250;

/**
 * Keeps the address hash in sync with a store: a reload or a link opens the same frame. The opening has
 * addresses of its own; `turned` is called where the browser goes to it or from it.
 */
export class Address {
  private readonly store: Store;
  private readonly turned: (opening: boolean) => void;
  private readonly unsubscribe: () => void;
  private timer = 0;
  private place = '';
  private opening: boolean;
  /** What is chosen is what an address says. */
  private reads = false;

  constructor(store: Store, opening = false, turned: (opening: boolean) => void = () => {}) {
    this.store = store;
    this.opening = opening;
    this.turned = turned;
    this.unsubscribe = store.subscribe((state, before) => this.follow(state, before));
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
    history.replaceState(history.state, '', this.current());
    return location.href;
  }

  /** The address of what is on the page, without the hash where the opening needs none. */
  private current(state = this.store.state): string {
    const hash = this.opening ? formatOpening(state) : formatHash(state);
    return `${location.href.replace(/#.*$/, '')}${hash}`;
  }

  /** Goes to the opening or from it: a step of the browser's history. */
  turn(opening: boolean): void {
    this.stop();
    this.opening = opening;
    history.pushState(null, '', this.current());
  }

  /**
   * A chapter of the tour is a step of the browser's history, and so are what comes after the tour and
   * what a question of the practice opens.
   */
  private follow(state: State, before: State): void {
    const asked = practising.view;
    const isElsewhere =
      state.tour?.chapter !== before.tour?.chapter ||
      (before.view === asked && state.view !== asked);
    if (isElsewhere && before.trace && !this.opening && !this.reads) {
      this.stop();
      history.replaceState(history.state, '', this.current(before));
      history.pushState(null, '', this.current());
    }
    this.schedule(state);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** While the animation plays, the time alone does not trigger a write. */
  private schedule(state: State): void {
    if (this.opening && !opensOpening(formatOpening(state))) {
      this.writeFirst(state);
      return;
    }
    const place = formatHash({ ...state, time: 0 });
    const runsOn = state.playing && place === this.place;
    this.place = place;
    if (runsOn || !state.trace || this.timer !== 0) return;
    this.timer = window.setTimeout(() => this.write(), writeDelay);
  }

  /** The first sentence needs no address, and one that says the language goes on saying it. */
  private writeFirst({ trace }: State): void {
    const { hash } = location;
    const isPending = trace === null && opensOpening(hash);
    if (hash !== '' && !isPending && hash !== formatOpening(this.store.state)) this.write();
  }

  /** Reads the event's URL: a pending write may have changed `location` since. */
  private readonly read = ({ newURL }: HashChangeEvent): void => {
    const { hash } = new URL(newURL);
    this.stop();
    this.opening = isOpening(hash);
    this.turned(this.opening);
    const said = parseHash(hash);
    const choice = this.opening
      ? { ...openingChoice(this.store.state, said.sentence), lang: '', ...said }
      : withPicture(this.store.state, { ...leftOut, ...said });
    this.reads = true;
    this.store.dispatch({ type: 'choose', choice });
    this.reads = false;
  };
}
