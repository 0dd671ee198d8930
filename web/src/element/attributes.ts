import type { Choice } from '../state/actions';
import { type AttributeName, attributeValue, readAttribute } from '../state/codec/attributes';
import type { Store } from '../state/store';

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
