/// `fovea/published` of the npm package: models as they are published, in a worker, in Node and in browsers.
import type { Folder, Head, ModelInfo } from './model/protocol';
import { Trace } from './model/trace';
import { fetchFolder } from './published/fetched';
import { Line } from './published/program-line';
import type { PairToken, TextAnswerOf } from './published/protocol';
import { checkRoom, memoryOfFiles, memoryOnDisk } from './published/room';
import { argmax } from './state/vector';

/** A text's place among all, and its cosine. */
interface Near {
  readonly index: number;
  readonly cosine: number;
}

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += (a[j] ?? 0) * (b[j] ?? 0);
  return sum;
};

function cosinesOf(query: Float32Array, vectors: readonly Float32Array[]): readonly number[] {
  const length = Math.sqrt(dot(query, query));
  return vectors.map((each) => dot(query, each) / (length * Math.sqrt(dot(each, each)) || 1));
}

/** The largest, the largest first; of equals the first. */
const bestFirst = (cosines: readonly number[], most: number): readonly Near[] =>
  cosines
    .map((cosine, index) => ({ index, cosine }))
    .sort((a, b) => b.cosine - a.cosine || a.index - b.index)
    .slice(0, most);

export type { ModelConfig, ModelInfo, Token } from './model/protocol';
export type { Tensor } from './model/trace';
export type { PairToken };
export { Trace };

/** The files of a model by their names in its folder: "config.json", "1_Pooling/config.json". */
export type FolderFiles = Readonly<Record<string, Blob | Uint8Array>>;

/** What takes a while, and can be cancelled: it then rejects with the signal's reason. */
export interface Waiting {
  /** Hears which share is done, from 0 to 1: of an address's weights first those that have come, then those read. */
  readonly progress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** A text that was found: its place among all, and its cosine. */
export interface Found extends Near {
  /** With `explain`, of what was given as text: every intermediate of the pass over it, by its name. */
  readonly trace?: Trace;
}

/** Texts of a batch: after each, progress is told, and what is cancelled ends. */
const batch = 32;

export interface Label {
  readonly label: string;
  readonly probability: number;
  readonly logit: number;
}

/** What a head says of a text, or of one of its tokens. */
export interface Classified {
  /** The likeliest first. */
  readonly labels: readonly Label[];
}

export interface Classification extends Classified {
  readonly kind: Head['kind'];
  readonly tokens: readonly (PairToken & Classified)[];
  /**
   * With `explain`: what each token adds to the likeliest label's logit, its embedding times the
   * gradient; where spans are found, to the logit that the likeliest span begins there.
   */
  readonly shares?: Float32Array;
  /** With `explain`: every intermediate of the pass, by its name. */
  readonly trace?: Trace;
}

async function folderAt(
  from: string | FolderFiles,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Folder> {
  if (typeof from !== 'string') {
    checkRoom(await memoryOfFiles(from));
    return { name: 'model', files: from as Folder['files'], memory: 0 };
  }
  const isOnDisk = typeof Worker === 'undefined' && !/^https?:/.test(from);
  if (!isOnDisk) return fetchFolder(from, progress, signal);
  checkRoom(await memoryOnDisk(from));
  const name = from.replace(/^.*?([^/\\]*)[/\\]*$/, '$1');
  return { name, files: {}, path: from, memory: 0 };
}

const labelOf = ({ kind, labels }: Head, column: number): string => {
  if (kind === 'replaced') return 'replaced';
  if (kind === 'span') return column === 0 ? 'begin' : 'end';
  return labels[column] ?? `LABEL_${column}`;
};

/** The number of an answer that is explained: of a span where it begins, otherwise the likeliest label. */
function explained({ head, tokens, columns, probabilities }: TextAnswerOf) {
  if (head.kind !== 'span') return { row: 0, label: argmax(probabilities.subarray(0, columns)) };
  const begins = tokens.map(({ text, begin, end }, row) =>
    text === 1 && end > begin ? (probabilities[row * columns] ?? 0) : -1,
  );
  return { row: argmax(begins), label: 0 };
}

/** A model that is open in a worker of its own. All promises reject with an Error with a `code`. */
export class PublishedModel {
  /** Config, vocabulary, number of parameters, and what its head can say. */
  readonly info: ModelInfo;
  private readonly line: Line;

  private constructor(line: Line, info: ModelInfo) {
    this.line = line;
    this.info = info;
  }

  /**
   * Opens the folder at an address that ends with "/", in Node also one on the disk, or files by their
   * names. In browsers a page's policy has to allow `worker-src blob:` and `script-src 'wasm-unsafe-eval'`.
   */
  static async open(from: string | FolderFiles, options: Waiting = {}): Promise<PublishedModel> {
    const { progress = () => undefined, signal = new AbortController().signal } = options;
    signal.throwIfAborted();
    const folder = await folderAt(from, progress, signal);
    const line = await Line.start();
    const end = () => line.end();
    signal.addEventListener('abort', end);
    try {
      return new PublishedModel(line, await line.ask('load', { file: folder }, progress));
    } catch (error) {
      line.end();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** A vector for each text, as the model's folder says to pool it. */
  async embed(
    texts: readonly string[],
    { progress, signal }: Waiting = {},
  ): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let begin = 0; begin < texts.length; begin += batch) {
      signal?.throwIfAborted();
      const some = texts.slice(begin, begin + batch);
      const { data } = await this.line.ask('embed', { texts: some });
      const width = data.length / some.length;
      for (const i of some.keys()) vectors.push(data.subarray(i * width, (i + 1) * width));
      progress?.(vectors.length / texts.length);
    }
    return vectors;
  }

  /** What the model's head says of a text, or of a pair. */
  async classify(
    text: string,
    { pair, explain = false }: { readonly pair?: string; readonly explain?: boolean } = {},
  ): Promise<Classification> {
    const question = { text, ...(pair !== undefined && { pair }) };
    const answer = await this.line.ask('answer', question);
    const { head, tokens, columns, logits, probabilities } = answer;
    const said = (row: number): Classified => ({
      labels: Array.from({ length: columns }, (_, j) => ({
        label: labelOf(head, j),
        probability: probabilities[row * columns + j] ?? Number.NaN,
        logit: logits[row * columns + j] ?? Number.NaN,
      })).sort((a, b) => b.probability - a.probability),
    });
    const ofText = head.kind === 'text';
    const all = tokens.map((token, i) => ({ ...token, labels: ofText ? [] : said(i).labels }));
    const base = { kind: head.kind, tokens: all, labels: ofText ? said(0).labels : [] };
    if (!explain) return base;
    const why = explained(answer);
    const { shares } = await this.line.ask('answer', { ...question, why });
    return { ...base, shares, trace: await this.trace(text, { pair }) };
  }

  /** Every intermediate of the pass over a text, or over a pair, by its name. */
  async trace(text: string, { pair }: { readonly pair?: string | undefined } = {}): Promise<Trace> {
    return new Trace(await this.line.ask('pass', { text, ...(pair !== undefined && { pair }) }));
  }

  /** The texts nearest to a query by cosine, or those of vectors that `embed` has given; the nearest first. */
  async search(
    query: string,
    texts: readonly string[] | readonly Float32Array[],
    options: Waiting & { readonly most?: number; readonly explain?: boolean } = {},
  ): Promise<readonly Found[]> {
    const { most = 10, explain = false } = options;
    const written = texts.filter((text) => typeof text === 'string');
    const vectors =
      written.length > 0 ? await this.embed(written, options) : (texts as readonly Float32Array[]);
    const [asked = new Float32Array(0)] = await this.embed([query]);
    const found: Found[] = [];
    for (const each of bestFirst(cosinesOf(asked, vectors), most)) {
      const text = explain ? written[each.index] : undefined;
      found.push(text === undefined ? each : { ...each, trace: await this.trace(text) });
    }
    return found;
  }

  /** Ends the worker; nothing can be asked afterwards. */
  close(): void {
    this.line.end();
  }
}
