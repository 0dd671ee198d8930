import type { EncoderClient } from '../model/client';
import type { Outcome, Variant } from '../model/protocol';
import { Trace } from '../model/trace';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { answersTo, traceFor } from '../state/what-if/answers';
import { type Ask, type EncodeRequest, requestKey } from '../state/what-if/ask';
import { runnable } from '../state/what-if/twins';
import { wantsOf } from '../state/what-if/wants';

/** Runs that are asked for at once: few, so that the sentence never waits long behind them. */
const together = 8;

/**
 * Computes what the state wants beside its trace, of one model: one request at a time, so that the
 * trace of the sentence goes first, and nothing that is no longer wanted.
 */
export class Inquiry {
  private readonly store: Store;
  private readonly encoder: Pick<EncoderClient, 'encode' | 'outcomes'>;
  private readonly fail: (error: unknown) => void;
  /** Keys of what could not be computed, for as long as the reader changes nothing. */
  private readonly refused = new Set<string>();
  private refusedAt = '';
  private refusedFor: Trace | null = null;
  private running = false;
  private closed = false;

  constructor(
    store: Store,
    encoder: Pick<EncoderClient, 'encode' | 'outcomes'>,
    fail: (error: unknown) => void,
  ) {
    this.store = store;
    this.encoder = encoder;
    this.fail = fail;
  }

  close(): void {
    this.closed = true;
  }

  /** Begins with what is wanted first, unless something is being computed. */
  follow(state: State): void {
    if (this.closed) return;
    this.forget(state);
    if (this.running) return;
    const { traces, asks } = wantsOf(state);
    const trace = traces.find(
      (request) => !traceFor(state, request) && !this.refused.has(requestKey(request)),
    );
    if (trace) {
      void this.compute(requestKey(trace), () => this.encode(trace));
      return;
    }
    const ask = asks.find(
      (each) => answersTo(state, each).length < each.count && !this.refused.has(each.key),
    );
    if (ask) void this.compute(ask.key, () => this.answer(ask, answersTo(state, ask)));
  }

  /** What was refused is tried again with another trace, and where the reader has gone elsewhere. */
  private forget({ trace, view, layer, head, token }: State): void {
    const at = [view, layer, head, token].join();
    if (trace !== this.refusedFor || at !== this.refusedAt) this.refused.clear();
    this.refusedFor = trace;
    this.refusedAt = at;
  }

  private async compute(key: string, work: () => Promise<void>): Promise<void> {
    this.running = true;
    try {
      await work();
    } catch (error) {
      this.refused.add(key);
      if (!this.closed) this.fail(error);
    }
    this.running = false;
    if (!this.closed) this.follow(this.store.state);
  }

  private async encode(request: EncodeRequest): Promise<void> {
    const { run, numbers } = runnable(this.store.state, request.run);
    const { text, masked, loss } = request;
    const encoding = await this.encoder.encode(text, masked, numbers, loss);
    if (this.closed) return;
    const trace = new Trace({ ...encoding, run });
    this.store.dispatch({ type: 'beside', key: requestKey(request), trace }, 'figure');
  }

  /** A variant with copied numbers written out. */
  private written(variant: Variant): Variant {
    const { structure = '', changes } = variant;
    if (!changes) return variant;
    return {
      ...variant,
      changes: runnable(this.store.state, { structure, changes }).numbers.changes,
    };
  }

  /** The next few outcomes of an ask. */
  private async answer(ask: Ask, known: readonly Outcome[]): Promise<void> {
    const count = Math.min(ask.together ?? together, ask.count - known.length);
    const variants = Array.from({ length: count }, (_, i) =>
      this.written(ask.variant(known.length + i)),
    );
    const { key, text, masked, token, pieces } = ask;
    const found = await this.encoder.outcomes({ text, masked, variants, token, pieces });
    if (this.closed) return;
    this.store.dispatch({ type: 'outcomes', key, outcomes: [...known, ...found] }, 'figure');
  }
}
