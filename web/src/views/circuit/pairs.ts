import { pairs } from 'fovea-sentences';
import { circuits } from '../../relatives/circuit';
import { wasCancelled } from '../../relatives/model-line';
import type { CircuitPairAnswer } from '../../relatives/protocol';
import { later } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { layersOf, rowsOf } from './parts';
import { keepOf } from './search';

/** What a word is to the answer, in the order of core/include/fovea/circuit_roles.h. */
export const roles = [
  later('what the pronoun means'),
  later('the other noun'),
  later('the pronoun'),
  later('the word that differs'),
  later('any other word'),
] as const;

const count = roles.length;

/** The circuits of pairs under one heading, added up. */
export interface Tally {
  pairs: number;
  circuits: number;
  /** Of all parts, summed over circuits. */
  part: number;
  readonly found: Float64Array;
  readonly reads: Float64Array;
  /** Circuits that have such a reader. */
  readonly readers: Float64Array;
  /** The pairs that have a circuit, each with its parts at roles. */
  readonly of: { readonly pair: Pair; readonly found: Float32Array }[];
}

export interface Pair {
  readonly kind: string;
  readonly one: string;
  readonly two: string;
  /** How far into its kind, so that all kinds fill alike. */
  readonly at: number;
}

function allPairs(): readonly Pair[] {
  const kinds = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of pairs) {
    const [, heading] = /^\[(.*)\]$/.exec(line) ?? [];
    if (heading === undefined) {
      lines.push(line);
      continue;
    }
    lines = [];
    kinds.set(heading, lines);
  }
  return [...kinds]
    .flatMap(([kind, of]) =>
      Array.from({ length: of.length / 2 }, (_, i) => ({
        ...{ kind, one: of[2 * i] ?? '', two: of[2 * i + 1] ?? '', at: (2 * i) / of.length },
      })),
    )
    .sort((a, b) => a.at - b.at);
}

export const ofPairs = allPairs();

/** The kinds, in the order of their file. */
export const kinds = [...new Set(ofPairs.map(({ kind }) => kind))];

/** Circuits of many pairs, as they are found. */
export interface Many {
  key: string;
  model: unknown;
  done: number;
  running: boolean;
  problem: string;
  tallies: ReadonlyMap<string, Tally>;
  abort: AbortController;
}

function emptyTally(m: FigureContext): Tally {
  const parts = layersOf(m) * rowsOf(m);
  const reads = layersOf(m) * (rowsOf(m) - 1) * count * count;
  return {
    ...{ pairs: 0, circuits: 0, part: 0, found: new Float64Array(parts * count) },
    ...{ reads: new Float64Array(reads), readers: new Float64Array(reads) },
    of: [],
  };
}

function add(tally: Tally, pair: Pair, answer: CircuitPairAnswer | null): void {
  tally.pairs++;
  if (!answer) return;
  tally.circuits++;
  tally.of.push({ pair, found: answer.found });
  tally.part += answer.kept / answer.nodes;
  for (const [i, one] of answer.found.entries()) tally.found[i] = (tally.found[i] ?? 0) + one;
  for (const [i, weight] of answer.reads.entries()) {
    if (Number.isNaN(weight)) continue;
    tally.reads[i] = (tally.reads[i] ?? 0) + weight;
    tally.readers[i] = (tally.readers[i] ?? 0) + 1;
  }
}

/** What has been found for the model and the share kept; another share begins anew. */
export function manyOf(m: FigureContext): Many {
  const many = m.kept<Many>('many', {
    ...{ key: '', model: null, done: 0, running: false, problem: '' },
    ...{ tallies: new Map(), abort: new AbortController() },
  });
  const key = String(keepOf(m));
  if (many.key !== key || many.model !== m.model) {
    many.abort.abort();
    const tallies = new Map(kinds.map((kind) => [kind, emptyTally(m)]));
    Object.assign(many, { key, model: m.model, done: 0, running: false, problem: '', tallies });
  }
  return many;
}

export function stopMany(m: FigureContext): void {
  const many = manyOf(m);
  many.abort.abort();
  m.keep('many', Object.assign(many, { running: false }));
}

/** Searches pair by pair, from where it stopped. */
export async function runMany(m: FigureContext): Promise<void> {
  const many = manyOf(m);
  const abort = new AbortController();
  m.keep('many', Object.assign(many, { running: true, problem: '', abort }));
  const keep = keepOf(m) / 100;
  try {
    for (const pair of ofPairs.slice(many.done)) {
      const { kind, one, two } = pair;
      const answer = await circuits().pair(m.model, { one, two, keep }, abort.signal);
      if (abort.signal.aborted) return;
      const tally = many.tallies.get(kind);
      if (tally) add(tally, pair, answer);
      many.done++;
      m.keep('many', many);
    }
  } catch (error) {
    if (abort.signal.aborted || wasCancelled(error)) return;
    many.problem = (error as Error).message;
  }
  m.keep('many', Object.assign(many, { running: false }));
}

/** A part at a role, by its place in `found`. */
export function roleNodeAt(m: FigureContext, index: number) {
  const part = Math.floor(index / count);
  const row = part % rowsOf(m);
  const head = row < rowsOf(m) - 1 ? row : null;
  return { layer: Math.floor(part / rowsOf(m)), head, role: index % count };
}

/** In what share of the circuits it is. */
export const shareIn = ({ found, circuits: of }: Tally, index: number): number =>
  of > 0 ? (found[index] ?? 0) / of : 0;

/** What a head at its role gives most of its attention to, measured; null for a network. */
export function readMost(m: FigureContext, tally: Tally, index: number) {
  const { layer, head, role } = roleNodeAt(m, index);
  if (head === null) return null;
  const from = ((layer * (rowsOf(m) - 1) + head) * count + role) * count;
  const weights = roles.map((_, read) => {
    const of = tally.readers[from + read] ?? 0;
    return of > 0 ? (tally.reads[from + read] ?? 0) / of : 0;
  });
  const weight = Math.max(...weights);
  return { weight, role: weights.indexOf(weight) };
}

/** The pairs in whose circuits a part is. */
export const pairsWith = (tally: Tally, index: number): readonly Pair[] =>
  tally.of.filter(({ found }) => found[index] === 1).map(({ pair }) => pair);

/** A marked sentence as it is read. */
export const unmarked = (marked: string): string => marked.replace(/(^| )[~+-]/g, '$1');
