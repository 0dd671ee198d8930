import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Trace } from '../model/trace';
import type { Store } from '../state/store';
import { binned, wordsPerRow } from '../widgets/bins';

/** Between two layers, so that what the reader does comes first; milliseconds. */
const pause = 50;

/**
 * Of long texts, the small pictures of all heads' weights, a layer at a time before a view asks for
 * them: at 512 words and 144 heads they are made of 38 million numbers, too many for one frame.
 */
export class PrecomputedBins implements ReactiveController {
  private readonly store: Store;
  private trace: Trace | null = null;
  private timer = 0;
  private unsubscribe: (() => void) | null = null;

  constructor(host: ReactiveControllerHost, store: Store) {
    this.store = store;
    host.addController(this);
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe(({ trace }) => {
      if (trace !== this.trace) this.begin(trace);
    });
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
    clearTimeout(this.timer);
  }

  private begin(trace: Trace | null): void {
    this.trace = trace;
    clearTimeout(this.timer);
    if (wordsPerRow(trace?.encoding.tokens.length ?? 0) > 1) this.wait(0);
  }

  private wait(layer: number): void {
    this.timer = window.setTimeout(() => this.bin(layer), pause);
  }

  private bin(layer: number): void {
    const { trace } = this;
    const { model } = this.store.state;
    if (!trace || !model || layer >= model.config.num_hidden_layers) return;
    const n = trace.encoding.tokens.length;
    const { data } = trace.tensor(`layers.${layer}.attention.weights`);
    for (let from = 0; from < data.length; from += n * n)
      binned({ data: data.subarray(from, from + n * n), rows: n, columns: n, keys: 'sum' });
    this.wait(layer + 1);
  }
}
