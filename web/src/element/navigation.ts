import type { LitElement } from 'lit';
import { openingChoice } from '../state/opening';
import type { Store } from '../state/store';
import { Sharing } from '../widgets/sharing';
import { isStep, type Outcome } from '../widgets/shortcuts';
import { Address } from './address';
import { goTo } from './find/finding';
import type { Target } from './find/search';
import { OpeningMotion } from './opening-motion';
import type { DialogName } from './page';
import { rememberVisit } from './remembered';

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
    void this.sharing.copyLink(this.link, () => this.show('link'));
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

  readonly show = (name: DialogName): void => {
    const dialog = this.host.renderRoot.querySelector<HTMLDialogElement>(`dialog.${name}`);
    if (dialog && !dialog.open) dialog.showModal();
  };

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
    if (outcome === 'keys' || outcome === 'find') this.show(outcome);
    else if (this.host.opening) this.takeAtOpening(outcome);
    else if (outcome === 'edit') this.host.editing = true;
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
