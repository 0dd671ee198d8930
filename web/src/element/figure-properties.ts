import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { Action, Choice } from '../state/actions';
import type { AttributeValue } from '../state/codec/choices';
import {
  type AttributeName,
  attributeForm,
  attributeNames,
  attributeValue,
  readAttribute,
} from '../state/codec/fields';
import type { State } from '../state/state';
import type { Origin, Store } from '../state/store';
import { LanguageLoadingElement } from './language-loading-element';

/** Applies attributes to a store; some have to wait for the model or a trace. */
export class AttributeReader {
  private readonly store: Store;
  /** Values still to be applied; null for an attribute that was removed. */
  private readonly waiting = new Map<AttributeName, string | null>();
  private readonly found = new Map<AttributeName, string>();
  /** Attributes that have a value: setting any other to null changes nothing. */
  private readonly given = new Set<AttributeName>();
  private busy = false;

  constructor(store: Store) {
    this.store = store;
  }

  /** One sentence for each value that cannot be used. */
  get problems(): readonly string[] {
    return [...this.found.values()];
  }

  /** Null and undefined, which frameworks set, mean that the attribute is absent. */
  set(name: AttributeName, value: unknown): void {
    this.waiting.delete(name);
    this.found.delete(name);
    const text = value === null || value === undefined ? null : String(value);
    if (text === null ? !this.given.delete(name) : this.says(name, text)) return;
    this.waiting.set(name, text);
    this.apply();
  }

  /** Applies the waiting values for which the store has what it takes to check them. */
  apply(): void {
    if (this.busy) return;
    for (const [name, value] of [...this.waiting]) {
      const reading = readAttribute(name, value, this.store.state);
      if (reading === null) continue;
      this.waiting.delete(name);
      if (typeof reading === 'string') this.found.set(name, reading);
      else this.choose(reading);
    }
  }

  /** Drops a value, because the reader has chosen something else. */
  forget(name: AttributeName): void {
    this.waiting.delete(name);
    this.found.delete(name);
  }

  /** Whether the figure already shows that. */
  private says(name: AttributeName, text: string): boolean {
    this.given.add(name);
    return text === String(attributeValue(name, this.store.state));
  }

  private choose(choice: Choice): void {
    this.busy = true;
    // A page gives a view and its settings one after the other, in any order.
    const { settings } = this.store.state;
    const kept = this.given.has('settings') ? { settings } : {};
    this.store.dispatch({ type: 'choose', choice: { ...kept, ...choice } }, 'host');
    this.busy = false;
  }
}

/** Detail of `fovea-change`: the value that each attribute would have. */
export type FoveaChange = Readonly<Record<AttributeName, AttributeValue>>;

/** The properties of a figure's element; null and undefined mean the default. */
type Properties = Record<AttributeName, AttributeValue | null | undefined>;

const declarations: PropertyDeclarations = Object.fromEntries(
  attributeNames.map((name) => [name, { reflect: attributeForm(name).reflect ?? false }]),
);

/** The element with the properties declared as types: TypeScript cannot derive them from the table. */
const Declared = LanguageLoadingElement as unknown as Pick<
  typeof LanguageLoadingElement,
  keyof typeof LanguageLoadingElement
> &
  (new () => LanguageLoadingElement & Properties);

/** An element with the attributes of `state/codec/` and properties of the same names. */
export class FigureElement extends Declared {
  static override properties = declarations;

  constructor() {
    super();
    for (const name of attributeNames) this[name] = null;
  }

  /** Vue sets a property to "" or 0 and then removes the attribute, which may never have been there. */
  override removeAttribute(name: string): void {
    super.removeAttribute(name);
    const own = attributeNames.find((each) => each === name);
    if (own) this[own] = null;
  }
}

const announced = (state: State): FoveaChange =>
  Object.fromEntries(
    attributeNames.map((name) => [name, attributeValue(name, state)]),
  ) as FoveaChange;

/**
 * Reads the properties of an element into its store, writes what is chosen in the figure back to
 * them, and fires `fovea-change` where it was the reader who chose.
 */
export class PropertyLink {
  private readonly host: FigureElement;
  private readonly store: Store;
  private readonly reader: AttributeReader;
  private unsubscribe: (() => void) | null = null;
  /** The reader asked for the step that is playing: where it ends is the reader's choice. */
  private stepping = false;

  constructor(host: FigureElement, store: Store) {
    this.host = host;
    this.store = store;
    this.reader = new AttributeReader(store);
    host.addController(this);
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe((...change) => this.follow(...change));
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
  }

  /** One sentence for each value that cannot be used. */
  get problems(): readonly string[] {
    return this.reader.problems;
  }

  read(changed: PropertyValues): void {
    for (const name of attributeNames) {
      if (changed.has(name)) this.reader.set(name, this.host[name]);
    }
  }

  private follow(state: State, before: State, action: Action, origin: Origin): void {
    this.reader.apply();
    if (origin === 'host' || !before.trace) return;
    if (origin === 'reader' && (action.type === 'play' || action.type === 'step'))
      this.stepping = action.type === 'step';
    const stopped = before.playing && !state.playing;
    const chosen = attributeNames.filter((name) => hasChanged(name, state, before, stopped));
    for (const name of chosen) {
      this.reader.forget(name);
      this.host[name] = attributeValue(name, state);
    }
    const readers = origin === 'reader' || (stopped && this.stepping);
    if (readers && chosen.length > 0) this.announce(state);
  }

  private announce(state: State): void {
    const detail = announced(state);
    this.host.dispatchEvent(
      new CustomEvent('fovea-change', { detail, bubbles: true, composed: true }),
    );
  }
}

/** Time, and the view that follows it, count only while the animation is stopped. */
function hasChanged(name: AttributeName, state: State, before: State, stopped: boolean): boolean {
  if (name === 'time' || name === 'view') {
    if (state.playing) return false;
    if (stopped) return true;
  }
  return attributeValue(name, state) !== attributeValue(name, before);
}
