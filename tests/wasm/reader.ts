import type { FoveaModule, Model } from 'fovea-wasm';
import { type Encoder, Session } from '../../web/src/element/session';
import type { Encoding, ModelConfig, ModelInfo, Outcome } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { initialState } from '../../web/src/state/reduce';
import { Store } from '../../web/src/state/store';
import { answersTo, traceFor } from '../../web/src/state/what-if/answers';
import { wantsOf } from '../../web/src/state/what-if/wants';

/** Lets the session go on. */
export const turn = () => new Promise((resolve) => setTimeout(resolve));

/** The wasm model as the page's session asks it, without a worker. */
function encoderOf(model: Model, info: ModelInfo): Encoder {
  return {
    load: async () => info,
    encode: async (text, masked = [], run, loss) => {
      const pass = { masked, ...run, ...(loss && { loss }) };
      return { text, masked, loss, milliseconds: 0, ...model.encode(text, pass) } as Encoding;
    },
    parameter: async (name) => model.parameter(name),
    async outcomes({ text, ...ask }): Promise<readonly Outcome[]> {
      await turn();
      const numbers = model.outcomes(text, ask);
      const width = 2 + ask.pieces.length;
      return ask.variants.map((_, i) => {
        const [best = 0, probability = 0, ...asked] = numbers.subarray(i * width, (i + 1) * width);
        return { best, probability, asked };
      });
    },
  };
}

/** A reader's state, kept by a session on the shipped model. */
export interface Reader {
  readonly store: Store;
  readonly model: Model;
  /** Until all that is wanted has been computed. */
  settled(): Promise<void>;
  close(): void;
}

export function readerOf(
  fovea: FoveaModule,
  bytes: Uint8Array,
  choice: Parameters<typeof initialState>[0],
): Reader {
  const model = fovea.loadModel(sourceOf(bytes));
  const raw = model.info();
  const info = { ...raw, config: raw.config as unknown as ModelConfig };
  const store = new Store(initialState(choice));
  const session = new Session(store, encoderOf(model, info));
  session.start(info);
  const isDone = () => {
    const { state } = store;
    const { traces, asks } = wantsOf(state);
    const all = asks.every((ask) => answersTo(state, ask).length >= ask.count);
    return state.trace !== null && all && traces.every((each) => traceFor(state, each));
  };
  return {
    store,
    model,
    async settled() {
      await turn();
      for (let i = 0; i < 10_000 && !isDone(); i++) await turn();
      await turn();
      if (store.state.status.kind === 'error') throw new Error(store.state.status.message);
    },
    close() {
      session.close();
      model.delete();
    },
  };
}
