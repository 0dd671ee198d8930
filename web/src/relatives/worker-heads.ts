import type { FoveaRelativesModule, HeadStudy, Model } from 'fovea-relatives-wasm';
import { type Requests as EncoderRequests, type Encoding, ownRun } from '../model/protocol';
import { reportProgress } from '../model/worker-side';
import type {
  HeadArches,
  HeadPlace,
  HeadPlacesAnswer,
  HeadStudyAnswer,
  Requests,
  SureText,
} from './protocol';

/** Texts that are shown of each head as those in which it is most sure, or least. */
const shown = 4;

/** A head is sure in every text that is shorter. */
const shortest = 4;

/** Places that are shown where a word was looked at. */
const mostPlaces = 24;

/** Texts between two reports of the progress. */
const beat = 16;

type Identified<Kind extends keyof Requests> = Requests[Kind] & { readonly id: number };

/** Every so many texts, as many as are wanted. */
const spreadEvenly = (count: number, wanted: number): readonly number[] =>
  Array.from({ length: Math.min(wanted, count) }, (_, i) =>
    Math.floor((i * count) / Math.min(wanted, count)),
  );

/** Keeps the `shown` texts of least spread by a sign: 1 for the surest, −1 for the least sure. */
function keep(best: SureText[], text: SureText, sign: 1 | -1): void {
  const at = best.findIndex(({ spread }) => sign * text.spread < sign * spread);
  if (at < 0 && best.length >= shown) return;
  best.splice(at < 0 ? best.length : at, 0, text);
  if (best.length > shown) best.pop();
}

/** What each head is most and least sure of, as its texts are run. */
class Sureness {
  readonly sure: SureText[][];
  readonly unsure: SureText[][];
  /** Texts that were added and not taken yet, and how many tokens they have. */
  private waiting: { readonly text: number; readonly tokens: number }[] = [];

  constructor(private readonly heads: number) {
    this.sure = Array.from({ length: heads }, () => []);
    this.unsure = Array.from({ length: heads }, () => []);
  }

  add(text: number, tokens: number): void {
    if (tokens > 0) this.waiting.push({ text, tokens });
  }

  take(entropies: Float32Array): void {
    const count = entropies.length / this.heads;
    const taken = this.waiting.splice(0, count);
    for (const [i, { text, tokens }] of taken.entries()) {
      if (tokens < shortest) continue;
      const most = Math.log2(tokens);
      for (let head = 0; head < this.heads; head++) {
        const spread = (entropies[i * this.heads + head] ?? 0) / most;
        keep(this.sure[head] ?? [], { text, spread }, 1);
        keep(this.unsure[head] ?? [], { text, spread }, -1);
      }
    }
  }
}

/** Adds texts to a study; those with effects first, so that texts are run in the order in which they are added. */
export function studied(
  study: HeadStudy,
  heads: number,
  texts: readonly string[],
  effects: number,
  progress: (share: number) => void = () => undefined,
): HeadStudyAnswer {
  const measured = spreadEvenly(texts.length, effects);
  const isMeasured = new Set(measured);
  const others = [...texts.keys()].filter((text) => !isMeasured.has(text));
  const sureness = new Sureness(heads);
  // A text with effects takes as many more passes as there are heads, of which half is not computed again.
  const cost = 1 + heads / 2;
  const all = measured.length * cost + others.length;
  let done = 0;
  for (const [part, each] of [
    [measured, cost],
    [others, 1],
  ] as const) {
    for (const [i, text] of part.entries()) {
      sureness.add(text, study.add(texts[text] ?? '', each > 1));
      done += each;
      if (i % beat === 0) {
        sureness.take(study.entropies());
        progress(done / all);
      }
    }
    study.finish();
    sureness.take(study.entropies());
  }
  const { sure, unsure } = sureness;
  return { ...study.uses(), sure, unsure };
}

/** What the worker does about the heads of a model. */
export class HeadJobs {
  constructor(
    private readonly fovea: Pick<FoveaRelativesModule, 'createHeadStudy'>,
    private readonly opened: {
      modelOf(number: number): Model;
      encode(request: EncoderRequests['encode']): Encoding;
    },
  ) {}

  study({ id, model: number, texts, effects }: Identified<'headStudy'>): HeadStudyAnswer {
    const model = this.opened.modelOf(number);
    const { num_hidden_layers: layers, num_attention_heads: heads } = model.info().config as {
      num_hidden_layers: number;
      num_attention_heads: number;
    };
    const study = this.fovea.createHeadStudy(model);
    try {
      return studied(study, layers * heads, texts, effects, (share) => reportProgress(id, share));
    } finally {
      study.delete();
    }
  }

  arches({ model, texts, layer, head }: Requests['headArches']): readonly HeadArches[] {
    return texts.map((text) => this.archesOf(model, text, layer, head));
  }

  places({ id, model, texts, layer, head, piece }: Identified<'headPlaces'>): HeadPlacesAnswer {
    let count = 0;
    let sum = 0;
    let queries = 0;
    const places: HeadPlace[] = [];
    for (const [text, written] of texts.entries()) {
      if (text % beat === 0) reportProgress(id, text / texts.length);
      // Most texts do not have it.
      if (!written.toLowerCase().includes(plainPiece(piece))) continue;
      const { pieces, weights } = this.archesOf(model, written, layer, head);
      for (const [key, each] of pieces.entries()) {
        if (each !== piece) continue;
        count++;
        for (const query of pieces.keys()) {
          const weight = weights[query * pieces.length + key] ?? 0;
          sum += weight;
          queries++;
          places.push({ text, pieces, query, key, weight });
        }
      }
      if (places.length > 50 * mostPlaces) cut(places);
    }
    cut(places);
    return { count, mean: queries > 0 ? sum / queries : 0, places };
  }

  private archesOf(model: number, text: string, layer: number, head: number): HeadArches {
    const { tokens, tensors, data } = this.opened.encode({
      model,
      text,
      masked: [],
      run: ownRun,
      loss: undefined,
    });
    const name = `layers.${layer}.attention.weights`;
    const tensor = tensors.find((each) => each.name === name);
    const n = tokens.length;
    const begin = (tensor?.offset ?? 0) + head * n * n;
    return { pieces: tokens.map(({ piece }) => piece), weights: data.slice(begin, begin + n * n) };
  }
}

/** A piece without what marks a continuation or a beginning. */
const plainPiece = (piece: string): string =>
  piece.replace(/^(?:##|\u0120|\u2581)/, '').toLowerCase();

function cut(places: HeadPlace[]): void {
  places.sort((a, b) => b.weight - a.weight);
  places.length = Math.min(places.length, mostPlaces);
}
