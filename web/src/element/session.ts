import type { EncoderClient } from '../model/client';
import {
  type Folder,
  type ModelFile,
  type ModelInfo,
  mostMemory,
  type Run,
} from '../model/protocol';
import { memoryOf, tooLarge } from '../model/published';
import { fetchModel } from '../model/source';
import { Trace } from '../model/trace';
import { EncoderError, messageOf, reasonOf } from '../model/worker-line';
import { lossOf } from '../state/loss';
import type { Place, State, Status } from '../state/state';
import type { Store } from '../state/store';
import { type EncodeRequest, requestKey } from '../state/what-if/ask';
import { runOf } from '../state/what-if/history';
import { runnable } from '../state/what-if/twins';
import { neededParameters } from '../state/what-if/wants';
import { nothingIn } from '../state/word-names';
import { msg, told } from '../words/msg';
import { Inquiry } from './inquiry';
import { loadFile } from './load-file';

/** What a session needs of the worker's client. */
export type Encoder = Pick<EncoderClient, 'load' | 'encode' | 'parameter' | 'outcomes'>;

const sameRequest = (a: EncodeRequest, b: EncodeRequest): boolean =>
  requestKey(a) === requestKey(b);

/** What reads folders, which is in a file of its own. */
export async function folders(): Promise<NonNullable<typeof globalThis.foveaFolders>> {
  await loadFile('published');
  return globalThis.foveaFolders as NonNullable<typeof globalThis.foveaFolders>;
}

/** The model with experts, which is inside fovea-relatives.js. */
async function experts(): Promise<Blob> {
  await loadFile('relatives');
  return globalThis.foveaShippedModel?.('experts') as Promise<Blob>;
}

/** Fetches a model file; until it is whole, one that is enough for what is shown may take its place. */
export type FetchModel = (
  progress: (share: number) => void,
  shown: Pick<State, 'sentence' | 'view'>,
  show: (file: Blob) => Promise<void>,
) => Promise<Blob>;

/** What is asked of the encoder, and the run as the reader wrote it. */
interface Asked extends EncodeRequest {
  readonly written: Run;
}

function requestOf(state: State): Asked {
  const { run: written, numbers: run } = runnable(state, runOf(state));
  const loss = lossOf(state);
  return {
    ...{ text: state.sentence, masked: state.masked, run, written },
    ...(loss !== null && typeof loss !== 'string' && { loss }),
  };
}

/**
 * Keeps a store's trace in sync with its sentence. One text is encoded at a time, then the one that
 * the store has by then; the trace stays until the next one is there.
 */
export class Session {
  private readonly store: Store;
  private readonly encoder: Encoder;
  private readonly unsubscribe: () => void;
  /** The model that encodes; the store has it with its first trace. */
  private model: ModelInfo | null = null;
  /** Parameters being fetched, and those that failed: they are requested again with the next trace. */
  private fetching = new Set<string>();
  private readonly refused = new Set<string>();
  private asked: EncodeRequest | null = null;
  private running = false;
  private closed = false;
  /** Ends the reading of a model file that the reader has opened. */
  private opening: AbortController | null = null;
  /** Whether no other model is on its way: the first is one at an address. */
  private alone = false;
  /** What is computed for comparison, of the model that encodes. */
  private inquiry: Inquiry | null = null;

  constructor(store: Store, encoder: Encoder) {
    this.store = store;
    this.encoder = encoder;
    this.unsubscribe = store.subscribe((state) => this.follow(state));
  }

  /** Encodes the sentence with a model from now on. */
  start(model: ModelInfo): void {
    this.model = model;
    this.asked = null;
    this.fetching = new Set();
    this.refused.clear();
    this.inquiry?.close();
    this.inquiry = new Inquiry(this.store, this.encoder, (error) => this.fail(error, 'sentence'));
    this.follow(this.store.state);
  }

  /** Opens another model. If the file cannot be read, the previous model and picture stay. */
  async open(file: ModelFile): Promise<void> {
    let memory = 0;
    const progress = (share: number) => {
      if (this.closed || this.opening !== opening) return;
      this.report({ kind: 'loading', share, ...(memory > 0 && { memory }) });
    };
    this.opening?.abort();
    const opening = new AbortController();
    this.opening = opening;
    progress(0);
    try {
      memory = file instanceof Blob ? await memoryOf(file) : ((file as Folder).memory ?? 0);
      opening.signal.throwIfAborted();
      if (memory > mostMemory) throw told(new Error(), () => tooLarge(memory));
      this.start(await this.encoder.load(file, progress, opening.signal));
    } catch (error) {
      if (!opening.signal.aborted) this.fail(error, 'model');
    }
    if (this.opening === opening) this.opening = null;
  }

  /** Opens the file or the folder at an address, fetched first; or the model that is called "experts". */
  async fetch(address: string | FetchModel): Promise<void> {
    this.alone = true;
    this.opening?.abort();
    const opening = new AbortController();
    this.opening = opening;
    const isWanted = () => !this.closed && this.opening === opening;
    const progress = (share: number) => {
      if (isWanted()) this.report({ kind: 'loading', share });
    };
    const show = async (file: Blob) => {
      const tells = this.store.state.trace ? undefined : progress;
      if (isWanted()) this.start(await this.encoder.load(file, tells));
    };
    if (typeof address === 'string') progress(0); // before a server answers, if ever
    try {
      if (typeof address === 'function') {
        await show(await address(progress, this.store.state, show));
        return;
      }
      const file = await (address === 'experts'
        ? experts()
        : address.endsWith('/')
          ? (await folders()).fetch(address, progress, opening.signal)
          : fetchModel(address, progress));
      if (isWanted()) await this.open(file);
    } catch (error) {
      if (isWanted()) this.fail(error, 'model');
    }
    if (this.opening === opening) this.opening = null;
  }

  /** Ends the opening of a model; the former one stays. */
  cancelOpening(): void {
    if (!this.opening) return;
    this.opening.abort();
    this.opening = null;
    if (this.store.state.trace) this.report({ kind: 'ready' });
    else if (this.alone)
      this.fail(
        told(new Error(), () => msg`Loading was cancelled.`),
        'model',
      );
    else this.report({ kind: 'loading' });
  }

  /** Reports an error next to the input that caused it; the previous picture stays. */
  fail(error: unknown, place: Place): void {
    const superseded = error instanceof EncoderError && error.code === 'superseded';
    if (this.closed || superseded) return;
    const say = place === 'model' ? reasonOf : messageOf;
    // It stays while the reader turns to another language.
    const status: Status = {
      ...{ kind: 'error', place },
      get message() {
        return say(error);
      },
    };
    this.report(status);
  }

  close(): void {
    this.closed = true;
    this.inquiry?.close();
    this.unsubscribe();
  }

  private report(status: Status): void {
    this.store.dispatch({ type: 'status', status }, 'figure');
  }

  private follow(state: State): void {
    if (this.closed || !this.model) return;
    if (state.model === this.model) {
      this.fetchNumbers(state, this.model);
      this.inquiry?.follow(state);
    }
    this.read(state, this.model);
  }

  private read(state: State, model: ModelInfo): void {
    const request = requestOf(state);
    if (this.asked && sameRequest(this.asked, request)) return;
    const nothing = nothingIn(request.text);
    if (this.running && nothing === null) return;
    this.asked = request;
    if (nothing === null) void this.encode(request, model);
    else
      this.fail(
        told(new Error(), () => nothingIn(request.text) ?? ''),
        'sentence',
      );
  }

  /** Fetches the parameters that the picture needs, each once. */
  private fetchNumbers(state: State, model: ModelInfo): void {
    for (const name of neededParameters(state)) {
      if (this.fetching.has(name) || this.refused.has(name)) continue;
      void this.fetchParameter(name, model);
    }
  }

  private async fetchParameter(name: string, model: ModelInfo): Promise<void> {
    const { fetching } = this;
    fetching.add(name);
    try {
      const parameter = await this.encoder.parameter(name);
      if (this.isHeard(model)) this.store.dispatch({ type: 'parameter', parameter }, 'figure');
    } catch (error) {
      if (!this.isHeard(model)) return;
      this.refused.add(name);
      this.fail(error, 'model');
    } finally {
      fetching.delete(name);
    }
  }

  private async encode(request: Asked, model: ModelInfo): Promise<void> {
    this.running = true;
    const since = this.store.state.status;
    try {
      const { text, masked, run, loss } = request;
      const encoding = await this.encoder.encode(text, masked, run, loss);
      const trace = new Trace({ ...encoding, run: request.written });
      if (this.isHeard(model)) this.show(trace, model, since);
    } catch (error) {
      if (this.isHeard(model)) this.refuse(request, error);
    }
    this.running = false;
    this.follow(this.store.state);
  }

  /** Whether an answer from that model still counts: another may have been opened since. */
  private isHeard(model: ModelInfo): boolean {
    return !this.closed && this.model === model;
  }

  private show(trace: Trace, model: ModelInfo, since: Status): void {
    this.refused.clear();
    const known = this.store.state.model === model;
    this.store.dispatch(
      known ? { type: 'trace', trace, since } : { type: 'model', model, trace, since },
      'figure',
    );
  }

  /** Reports why a text was not encoded, unless another has been typed since. */
  private refuse(request: EncodeRequest, error: unknown): void {
    if (!sameRequest(request, requestOf(this.store.state))) return;
    this.fail(error, 'sentence');
    // An address may mask tokens that the sentence does not have.
    if (request.masked.length > 0)
      this.store.dispatch({ type: 'choose', choice: { masked: [] } }, 'figure');
  }
}
