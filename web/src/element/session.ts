import type { Encoding, ModelFile, ModelInfo, Parameter } from '../model/protocol';
import { Trace } from '../model/trace';
import { neededParameters } from '../state/needs';
import type { Place, State } from '../state/state';
import type { Store } from '../state/store';

/** What a session needs of the worker's client. */
export interface Encoder {
  load(file: ModelFile, progress?: (share: number) => void): Promise<ModelInfo>;
  encode(text: string, masked: readonly number[]): Promise<Encoding>;
  parameter(name: string): Promise<Parameter>;
}

interface Wish {
  readonly text: string;
  readonly masked: readonly number[];
}

const sameWish = (a: Wish, b: Wish): boolean =>
  a.text === b.text && a.masked.join() === b.masked.join();

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Keeps a store's trace true to its sentence. One request runs at a time; of those that come
 * meanwhile only the latest is sent, and the former trace stays until its answer is there.
 */
export class Session {
  private readonly store: Store;
  private readonly encoder: Encoder;
  private readonly unsubscribe: () => void;
  private readonly fetching = new Set<string>();
  private asked: Wish | null = null;
  private running = false;
  private closed = false;

  constructor(store: Store, encoder: Encoder) {
    this.store = store;
    this.encoder = encoder;
    this.unsubscribe = store.subscribe((state) => this.follow(state));
  }

  /** The model is there: from now on the sentence is encoded. */
  start(model: ModelInfo): void {
    if (!this.closed) this.store.dispatch({ type: 'model', model });
  }

  /** Opens another model. Where its bytes are not one, the former model and picture stay. */
  async open(file: ModelFile): Promise<void> {
    const progress = (share: number) => {
      if (!this.closed) this.store.dispatch({ type: 'status', status: { kind: 'loading', share } });
    };
    try {
      const model = await this.encoder.load(file, progress);
      this.asked = null;
      this.start(model);
    } catch (error) {
      this.fail(error, 'model');
    }
  }

  /** Says what went wrong at the place where it was entered; the former picture stays. */
  fail(error: unknown, place: Place): void {
    if (this.closed) return;
    const status = { kind: 'error', message: messageOf(error), place } as const;
    this.store.dispatch({ type: 'status', status });
  }

  close(): void {
    this.closed = true;
    this.unsubscribe();
  }

  private follow(state: State): void {
    if (!state.model) return;
    this.fetchNumbers(state);
    if (!this.running) this.read(state);
  }

  private read(state: State): void {
    const wish = { text: state.sentence, masked: state.masked };
    if (this.asked && sameWish(this.asked, wish)) return;
    this.asked = wish;
    if (wish.text.trim() === '') {
      this.fail('There is no text to encode.', 'sentence');
    } else {
      void this.encode(wish);
    }
  }

  /** What the picture needs of the model's own numbers; each is asked for once. */
  private fetchNumbers(state: State): void {
    for (const name of neededParameters(state)) {
      if (this.fetching.has(name)) continue;
      this.fetching.add(name);
      void this.fetch(name);
    }
  }

  private async fetch(name: string): Promise<void> {
    const { model } = this.store.state;
    try {
      const parameter = await this.encoder.parameter(name);
      if (this.closed || this.store.state.model !== model) return;
      this.store.dispatch({ type: 'parameter', parameter });
    } catch (error) {
      this.fail(error, 'model');
    } finally {
      this.fetching.delete(name);
    }
  }

  private async encode(wish: Wish): Promise<void> {
    this.running = true;
    try {
      const encoding = await this.encoder.encode(wish.text, wish.masked);
      if (!this.closed) this.store.dispatch({ type: 'trace', trace: new Trace(encoding) });
    } catch (error) {
      this.fail(error, 'sentence');
      // An address may mask tokens that the sentence does not have.
      if (wish.masked.length > 0) this.store.dispatch({ type: 'choose', choice: { masked: [] } });
    }
    this.running = false;
    this.follow(this.store.state);
  }
}
