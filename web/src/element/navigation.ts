import type { LitElement } from 'lit';
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
import { runsOn } from '../views/stage';
import { Sharing } from '../widgets/sharing';
import { isStep, type Outcome } from '../widgets/shortcuts';
import { goTo } from './find/find-dialog';
import type { Target } from './find/search';
import { OpeningMotion } from './opening-motion';
import { type DialogName, isOfSentence, type Page } from './page';
import { rememberVisit } from './remembered';

/** Views whose questions send their reader to other views, and back. */
const asking = [practising.view, 'class'];

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
   * what a question of the practice, or of a class, opens.
   */
  private follow(state: State, before: State): void {
    const isElsewhere =
      state.tour?.chapter !== before.tour?.chapter ||
      (asking.includes(before.view) && state.view !== before.view);
    if (isElsewhere && before.trace && !this.opening && !this.reads) {
      this.stop();
      history.replaceState(history.state, '', this.current(before));
      history.pushState(null, '', this.current());
    }
    // To write the address takes longer than to compare: it is as it was while the animation plays.
    if (!state.playing || !runsOn(state, before)) this.schedule(state);
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

/** The page: the first screen of a new reader, or the workbench, where the sentence may be edited. */
interface Host extends LitElement {
  opening: boolean;
  editing: boolean;
}

/** The ways between the opening and the workbench, and to the dialogs: of presses, keys and the browser's history. */
export class Navigation {
  readonly sharing: Sharing;
  private readonly host: Host;
  private readonly store: Store;
  private readonly motion: OpeningMotion;
  private address: Address | null = null;
  private opened: Page['opened'] = null;

  constructor(host: Host, store: Store) {
    this.host = host;
    this.store = store;
    this.motion = new OpeningMotion(host);
    this.sharing = new Sharing(host);
    host.addController(this);
  }

  /** Follows the address from now on. */
  start(): void {
    const { store, host } = this;
    this.address = new Address(store, host.opening, (opening) => this.turn(opening));
  }

  hostDisconnected(): void {
    this.address?.close();
  }

  readonly copyLink = (): void => {
    void this.sharing.copyLink(this.link, () => void this.show('link'));
  };

  /** The address of what is on the page. */
  get link(): string {
    return this.address?.write() ?? '';
  }

  /** A sentence of the reader's, answered where it was typed. */
  read(text: string): void {
    this.address?.write();
    this.store.dispatch({ type: 'choose', choice: { other: '' } });
    this.store.dispatch({ type: 'sentence', text, anew: true });
    this.address?.turn(true);
  }

  /** From the opening to the workbench, where something may begin. */
  async openWorkbench(then: () => void): Promise<void> {
    const { host } = this;
    rememberVisit();
    this.turn(false);
    then();
    this.address?.turn(false);
    await host.updateComplete;
    if (!host.renderRoot.querySelector(':focus')) this.focusOn('main', { preventScroll: true });
  }

  /** To the field of the first page. */
  readonly typeSentence = async (): Promise<void> => {
    this.goHome();
    await this.host.updateComplete;
    this.focusOn('#own');
  };

  readonly goHome = (): void => {
    this.address?.turn(true);
    this.turn(true);
  };

  readonly show = async (name: DialogName): Promise<void> => {
    this.opened = { name };
    this.host.requestUpdate();
    await this.host.updateComplete;
    const dialog = this.host.renderRoot.querySelector('dialog');
    if (!dialog?.open) dialog?.showModal();
  };

  /** What the page shows of them. */
  get shown(): Pick<Page, 'copied' | 'link' | 'opened'> {
    const { opened } = this;
    const { copied, link } = this.sharing;
    return { copied, link, opened };
  }

  focusOn(selector: string, options?: FocusOptions): void {
    this.host.renderRoot.querySelector<HTMLElement>(selector)?.focus(options);
  }

  /** To what answers a question, from the opening too. */
  goTo(target: Target): void {
    const go = () => goTo(target, this.store.state, this.store.dispatch);
    if (this.host.opening) void this.openWorkbench(go);
    else go();
  }

  /** What a key of the page asks for. */
  take(outcome: Outcome): void {
    if (outcome === 'keys' || outcome === 'find') void this.show(outcome);
    else if (this.host.opening) this.takeAtOpening(outcome);
    else if (outcome === 'edit') this.host.editing = isOfSentence(this.store.state);
    else this.store.dispatch(outcome);
  }

  /** A key of the workbench, pressed at the opening. */
  private takeAtOpening(outcome: Exclude<Outcome, 'find' | 'keys'>): void {
    if (outcome === 'edit') this.focusOn('#own');
    else if (isStep(outcome)) void this.openWorkbench(() => this.store.dispatch(outcome));
    else this.store.dispatch(outcome);
  }

  /** Shows the opening or the workbench, as the browser's history has it. */
  private turn(opening: boolean): void {
    const { host, store } = this;
    if (opening === host.opening) return;
    this.motion.prepare();
    host.opening = opening;
    host.editing = false;
    if (opening) store.dispatch({ type: 'choose', choice: openingChoice(store.state) });
  }
}
