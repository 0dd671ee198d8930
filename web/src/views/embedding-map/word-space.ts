import type { Parameter } from '../../model/protocol';
import { signed } from '../../state/format';
import { isWholeWord } from '../../state/honesty';
import { dot } from '../../state/vector';
import { type Axes, axesOf, projected } from '../kit/plane';
import { type MapWord, mapWords, wordKinds } from '../kit/words';

/** `1`, `.64`, `−.29`; in German `0,64`. */
export const cosineText = (x: number): string =>
  signed(x)
    .replace(/^(−?)0\./, '$1.')
    .replace(/^1[.,]00$/, '1');

/** A word of the vocabulary, and the kind that it is of; −1 for none of those named. */
export interface SpaceWord {
  readonly word: string;
  readonly id: number;
  readonly kind: number;
  /** How far it lies along each of the directions. */
  readonly along: readonly number[];
}

/** Two of the directions, by number: the plane that a map shows. */
export type PlaneOf = readonly [across: number, up: number];

/** How many directions there are to choose from. */
const directions = 3;

export const planes: readonly PlaneOf[] = [
  [0, 1],
  [0, 2],
  [1, 2],
];

/** A word beside another, by the cosine of their vectors: over all of their numbers. */
export interface Near {
  readonly word: SpaceWord;
  readonly cosine: number;
}

/** Squared distances from the middle of the words of a kind: along each direction of a plane, and in all. */
export interface Spread {
  readonly along: readonly number[];
  readonly all: number;
}

/** How much of a spread lies in its plane. */
export const shareOf = ({ along, all }: Spread): number =>
  along.reduce((sum, each) => sum + each, 0) / (all || 1);

/** The vectors of a vocabulary's whole words, and the principal components of those whose kind is named. */
export interface WordSpace {
  readonly words: readonly SpaceWord[];
  /** How many numbers a vector has. */
  readonly size: number;
  /** The plane in which most words of a kind lie nearest to one of their own kind. */
  readonly clearest: PlaneOf;
  /** The spread of the words of a kind, or of one word, in a plane and in all. */
  spread(plane: PlaneOf, id?: number): Spread;
  cosine(a: number, b: number): number;
  /** The words nearest to one, the nearest first. */
  nearest(id: number, count: number): readonly Near[];
}

function kindsOf(vocabulary: readonly string[]): ReadonlyMap<number, number> {
  return new Map(mapWords(vocabulary).map(({ id, kind }: MapWord) => [id, kind]));
}

/** How many words of a kind have one of their own kind nearest to them in a plane. */
function among(words: readonly SpaceWord[], plane: PlaneOf): number {
  const far = (a: SpaceWord, b: SpaceWord) =>
    Math.hypot(...plane.map((axis) => (a.along[axis] ?? 0) - (b.along[axis] ?? 0)));
  return words.filter((word) => {
    let best = word;
    for (const other of words)
      if (other !== word && (best === word || far(word, other) < far(word, best))) best = other;
    return best.kind === word.kind;
  }).length;
}

function clearestOf(words: readonly SpaceWord[]): PlaneOf {
  const kinds = words.filter(({ kind }) => kind >= 0);
  const counted = planes.map((plane) => ({ plane, count: among(kinds, plane) }));
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).plane;
}

/** Of a vocabulary with at least a few words of each of two kinds; null for any other. */
export function wordSpace(table: Parameter, vocabulary: readonly string[]): WordSpace | null {
  const size = table.shape[1] ?? 0;
  const row = (id: number) => table.data.subarray(id * size, (id + 1) * size);
  const kinds = kindsOf(vocabulary);
  const counts = wordKinds.map((_, kind) => [...kinds.values()].filter((k) => k === kind).length);
  if (counts.filter((count) => count > 2).length < 2) return null;

  const axes: Axes = axesOf([...kinds.keys()].map(row), directions);
  const lengths = new Map<number, number>();
  const words = vocabulary.flatMap((word, id): SpaceWord[] => {
    if (!isWholeWord(word)) return [];
    lengths.set(id, Math.sqrt(dot(row(id), row(id))) || 1);
    return [{ word, id, kind: kinds.get(id) ?? -1, along: projected(axes, row(id)).along }];
  });
  const cosine = (a: number, b: number) =>
    dot(row(a), row(b)) / ((lengths.get(a) ?? 1) * (lengths.get(b) ?? 1));
  const spread = (plane: PlaneOf, id?: number): Spread => {
    const ids = id === undefined ? [...kinds.keys()] : [id];
    const found = ids.map((each) => projected(axes, row(each)));
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    return {
      along: plane.map((axis) => sum(found.map(({ along }) => (along[axis] ?? 0) ** 2))),
      all: sum(found.map(({ all }) => all)),
    };
  };
  return {
    ...{ words, size, cosine, clearest: clearestOf(words) },
    spread,
    nearest: (id, count) =>
      words
        .filter((word) => word.id !== id)
        .map((word) => ({ word, cosine: cosine(id, word.id) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, count),
  };
}
