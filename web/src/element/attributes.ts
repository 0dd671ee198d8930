import type { Choice } from '../state/actions';
import { type AttributeName, attributeValue, readAttribute } from '../state/codec/attributes';
import type { Store } from '../state/store';

/** Takes attributes into a store; some wait for the model, or for a trace. */
export class AttributeReader {
  private readonly store: Store;
  /** Values to be read; null where an attribute has been taken away. */
  private readonly waiting = new Map<AttributeName, string | null>();
  private readonly found = new Map<AttributeName, string>();
  /** Attributes that have had a value: of others, null says nothing new. */
  private readonly given = new Set<AttributeName>();
  private busy = false;

  constructor(store: Store) {
    this.store = store;
  }

  /** What cannot be used, a sentence each. */
  get problems(): readonly string[] {
    return [...this.found.values()];
  }

  /** Null and undefined, which frameworks set, mean that the attribute is not there. */
  set(name: AttributeName, value: unknown): void {
    this.waiting.delete(name);
    this.found.delete(name);
    const text = value === null || value === undefined ? null : String(value);
    if (text === null ? !this.given.delete(name) : this.says(name, text)) return;
    this.waiting.set(name, text);
    this.apply();
  }

  /** Reads what waits, as far as the store can answer. */
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

  /** The reader of the page has chosen something else: what the attribute said is past. */
  forget(name: AttributeName): void {
    this.waiting.delete(name);
    this.found.delete(name);
  }

  /** Whether that is what the figure shows already. */
  private says(name: AttributeName, text: string): boolean {
    this.given.add(name);
    return text === String(attributeValue(name, this.store.state));
  }

  private choose(choice: Choice): void {
    this.busy = true;
    this.store.dispatch({ type: 'choose', choice }, 'host');
    this.busy = false;
  }
}
