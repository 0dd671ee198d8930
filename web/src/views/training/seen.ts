import type { Encoding, Token } from '../../model/protocol';
import { Trace } from '../../model/trace';
import { firstToken } from '../../state/defaults';
import { type Guess, topGuesses } from '../../state/prediction';
import type { HeadPlace } from '../../state/state';
import { argmax } from '../../state/vector';
import { ownKindShare, type Place, planeOf } from '../kit/plane';
import type { MapWord } from '../kit/words';

/** What a kept step makes of one sentence, at its pronoun or first word. */
export interface Reading {
  readonly tokens: readonly Token[];
  readonly focus: number;
  /** The focus word's row of weights of each head, by layer · heads + head. */
  readonly rows: readonly Float32Array[];
  /** The model's guess for what is at the focus word; null where it is none. */
  readonly guess: Guess | null;
}

/** The row of a head. */
export const rowOf = (reading: Reading, heads: number, { layer, head }: HeadPlace): Float32Array =>
  reading.rows[layer * heads + head] ?? new Float32Array(reading.tokens.length);

export function readingOf(encoding: Encoding, vocabulary: readonly string[]): Reading {
  const trace = new Trace(encoding);
  const { tokens } = encoding;
  const focus = firstToken(tokens);
  const rows: Float32Array[] = [];
  for (let layer = 0; trace.has(`layers.${layer}.attention.weights`); layer++) {
    const name = `layers.${layer}.attention.weights`;
    const heads = trace.tensor(name).shape[0] ?? 0;
    for (let head = 0; head < heads; head++) rows.push(trace.row(name, head, focus).slice());
  }
  const guess = trace.has('logits') ? topGuesses(trace, vocabulary, focus, 1)[0] : undefined;
  return { tokens, focus, rows, guess: guess ?? null };
}

/** The word vectors of a kept step in their plane, as they come; `word-map.ts` turns them. */
export interface MapAt {
  readonly places: readonly Place[];
  /** Of all spread of the vectors, what lies in the plane. */
  readonly share: number;
  /** Of a word's five nearest, those of its own kind. */
  readonly own: number;
}

export function mapAt(table: Float32Array, size: number, words: readonly MapWord[]): MapAt {
  const vectors = words.map(({ id }) => table.subarray(id * size, (id + 1) * size));
  const own = ownKindShare(
    vectors,
    words.map(({ kind }) => kind),
  );
  return { ...planeOf(vectors), own };
}

/** All that is shown of a kept step. */
export interface Seen {
  readonly upper: Reading;
  /** Of the other sentence; null where there is none of as many words. */
  readonly lower: Reading | null;
  /** Null where the vocabulary holds too few of the words. */
  readonly map: MapAt | null;
}

/** Where a row looks most, and with what weight. */
export function looksAt(row: Float32Array): { readonly token: number; readonly weight: number } {
  const token = argmax(row);
  return { token, weight: row[token] ?? 0 };
}

/** Half the sum of the differences of two rows: 0 where they are alike, 1 where they share nothing. */
export function rowsApart(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, w, i) => sum + Math.abs(w - (b[i] ?? 0)), 0) / 2;
}

/**
 * The head to show where the reader has chosen none: the one whose two rows differ most; of a single
 * sentence the one with the largest weight on another word.
 */
export function telling({ upper, lower }: Seen, heads: number): HeadPlace {
  const scores = upper.rows.map((row, i) =>
    lower
      ? rowsApart(row, lower.rows[i] ?? row)
      : Math.max(...row.filter((_, token) => token !== upper.focus)),
  );
  const best = argmax(scores);
  return { layer: Math.floor(best / heads), head: best % heads };
}
