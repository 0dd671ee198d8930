import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Trace } from '../model/trace';
import { visibleWords } from '../render/visible-words';
import type { Store } from '../state/store';
import { rowEntropy } from '../state/vector';
import { binned, wordsPerRow } from '../widgets/bins';

/** Between two layers, so that what the reader does comes first; milliseconds. */
const pause = 50;

/**
 * Of long texts, the small pictures of all heads' weights and the entropies of the rows that are drawn,
 * a layer at a time before a view asks for them: at 512 words and 144 heads the pictures are made of 38
 * million numbers and the entropies of 2 million logarithms, too many for one frame.
 */
export class PrecomputedBins implements ReactiveController {
  private readonly store: Store;
  private trace: Trace | null = null;
  private token = 0;
  private timer = 0;
  private unsubscribe: (() => void) | null = null;

  constructor(host: ReactiveControllerHost, store: Store) {
    this.store = store;
    host.addController(this);
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe(({ trace, token }) => {
      if (trace !== this.trace || token !== this.token) this.begin(trace, token);
    });
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
    clearTimeout(this.timer);
  }

  private begin(trace: Trace | null, token: number): void {
    this.trace = trace;
    this.token = token;
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
    const weights = `layers.${layer}.attention.weights`;
    const { data } = trace.tensor(weights);
    const { first, end } = visibleWords(n, this.token, Number.POSITIVE_INFINITY);
    for (let head = 0; head * n * n < data.length; head++) {
      const own = data.subarray(head * n * n, (head + 1) * n * n);
      binned({ data: own, rows: n, columns: n, keys: 'sum' });
      for (let query = first; query < end; query++) rowEntropy(trace, weights, head, query);
    }
    this.wait(layer + 1);
  }
}
