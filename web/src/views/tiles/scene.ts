import { biasesOf, type Trace } from '../../model/trace';
import { clampIndex, placeShown } from '../../state/arrivals';
import { formulaOf } from '../../state/dataflow/graph';
import { dot } from '../../state/vector';
import { graphOf } from '../../state/why';
import type { FigureContext } from '../kit/hosted-figure';
import { atOnce, inTasks } from '../kit/in-tasks';

/** Attention of one head, a tile at a time: what is known of each row after some of the tiles. */

/** A head's numbers: rows of words. */
export interface HeadNumbers {
  readonly queries: readonly ArrayLike<number>[];
  readonly keys: readonly ArrayLike<number>[];
  readonly values: readonly ArrayLike<number>[];
  /** What a product is made into before the softmax; null for a key that takes no part. */
  readonly score: (product: number, query: number, key: number) => number | null;
}

/** What is kept of a row in place of its scores. */
export interface RowSoFar {
  /** The largest score met. */
  readonly most: number;
  /** Σ e^(score − most) over the keys met. */
  readonly sum: number;
  /** Σ e^(score − most) · value ÷ sum. */
  readonly output: Float64Array;
  /** Keys met. */
  readonly met: number;
}

/** Queries and keys of a tile, from the first to one before the end. */
export interface Tile {
  readonly queries: readonly [number, number];
  readonly keys: readonly [number, number];
}

/** The tiles of n × n scores in the order in which they are made: row after row of tiles. */
export function tilesOf(n: number, size: number): readonly Tile[] {
  const starts = Array.from({ length: Math.ceil(n / size) }, (_, i) => i * size);
  const from = (start: number) => [start, Math.min(n, start + size)] as const;
  return starts.flatMap((q) => starts.map((k) => ({ queries: from(q), keys: from(k) })));
}

/** The score of a key for a query; null where it takes no part. */
export const scoreOf = (head: HeadNumbers, query: number, key: number): number | null =>
  head.score(dot(head.queries[query] ?? [], head.keys[key] ?? []), query, key);

const untouched = (width: number): RowSoFar => ({
  ...{ most: Number.NEGATIVE_INFINITY, sum: 0, met: 0 },
  output: new Float64Array(width),
});

/** A row once it has met the keys of one more tile: what it had counts less where a larger score comes. */
function meet(row: RowSoFar, head: HeadNumbers, query: number, { keys }: Tile): RowSoFar {
  const [first, end] = keys;
  const met = row.met + end - first;
  const scores = new Float64Array(end - first);
  for (let i = 0; i < scores.length; i++)
    scores[i] = scoreOf(head, query, first + i) ?? Number.NEGATIVE_INFINITY;
  const most = scores.reduce((all, score) => Math.max(all, score), row.most);
  if (most === Number.NEGATIVE_INFINITY) return { ...row, met };
  const kept = row.sum * Math.exp(row.most - most);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, power) => all + power, kept);
  const output = row.output.map((x) => (kept / sum) * x);
  for (let i = 0; i < powers.length; i++) {
    const share = (powers[i] ?? 0) / sum;
    const value = head.values[first + i] ?? [];
    for (let j = 0; j < output.length; j++) output[j] = (output[j] ?? 0) + share * (value[j] ?? 0);
  }
  return { most, sum, output, met };
}

/** Every row after the first tiles, row by row of a tile. */
function* passes(head: HeadNumbers, tiles: readonly Tile[]): Generator<void, readonly RowSoFar[]> {
  const width = head.values[0]?.length ?? 0;
  const rows = head.queries.map(() => untouched(width));
  for (const tile of tiles)
    for (let query = tile.queries[0]; query < tile.queries[1]; query++) {
      rows[query] = meet(rows[query] as RowSoFar, head, query, tile);
      yield;
    }
  return rows;
}

/** Every row after the first tiles. */
export const afterTiles = (
  head: HeadNumbers,
  tiles: readonly Tile[],
  count: number,
): readonly RowSoFar[] => atOnce(passes(head, tiles.slice(0, count)));

/** Tiles of more words than this are larger, and made ahead. */
const fewWords = 96;

/** Sides of a tile that can be chosen: the longer the text, the larger, so that there is a picture of them all. */
export const sizesFor = (n: number): readonly number[] =>
  [2, 3, 4, 6].map((side) => side * Math.ceil(n / fewWords));

/** What is on show. */
export interface Scene {
  readonly layer: number;
  readonly head: number;
  readonly focus: number;
  readonly words: readonly string[];
  readonly trace: Trace;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly tiles: readonly Tile[];
  /** Tiles that are done. */
  readonly step: number;
  readonly numbers: HeadNumbers;
  readonly rows: readonly RowSoFar[];
  /** What the core has computed with all scores at once. */
  readonly whole: readonly Float32Array[];
}

const rowsOf = (trace: Trace, tensor: string, head: number, heads: number) =>
  trace.encoding.tokens.map((_, token) => trace.headRow(tensor, token, head, heads));

function numbersOf(m: FigureContext, layer: number, head: number): HeadNumbers {
  const { trace, model } = m;
  const heads = model.config.num_attention_heads;
  const name = `layers.${layer}.attention`;
  const graph = graphOf(model, trace);
  const scored = formulaOf(graph, `${name}.scores`, 'scores');
  const { divisor } = formulaOf(graph, `${name}.weights`, 'softmax');
  const rows = (tensor: string) => rowsOf(trace, tensor, head, heads);
  const tokens = trace.encoding.tokens.map((_, query) => query);
  const weights = tokens.map((query) => trace.row(`${name}.weights`, head, query));
  const biases = tokens.map((query) => biasesOf(trace, `${name}.`, head, query));
  return {
    ...{ queries: rows(scored.query), keys: rows(scored.key), values: rows(`${name}.value`) },
    score(product, query, key) {
      // A key that a mask hides has the weight 0.
      if (weights[query]?.[key] === 0) return null;
      return product / divisor + (biases[query]?.[key] ?? 0);
    },
  };
}

const nameOf = ({ layer, head, size }: Omit<Scene, 'rows'>, count: number): string =>
  [layer, head, size, count].join();

const made = new WeakMap<Trace, Map<string, readonly RowSoFar[]>>();

/** Every row after the first tiles of the scene; those asked for last are kept. */
function rowsAfter(scene: Omit<Scene, 'rows'>, count: number): readonly RowSoFar[] {
  const { trace, tiles, numbers } = scene;
  const known = made.get(trace) ?? new Map<string, readonly RowSoFar[]>();
  const name = nameOf(scene, count);
  const rows = known.get(name) ?? afterTiles(numbers, tiles, count);
  if (known.size > 3) known.clear();
  made.set(trace, known.set(name, rows));
  return rows;
}

/** Makes all tiles of a long text before they are asked for, a few rows a task. */
export function makeAhead(scene: Scene): void {
  const { trace, tiles, numbers } = scene;
  const name = nameOf(scene, tiles.length);
  if (scene.words.length <= fewWords || begun.get(trace) === name) return;
  begun.set(trace, name);
  const keep = (rows: readonly RowSoFar[]) => made.get(trace)?.set(name, rows);
  setTimeout(() => inTasks(passes(numbers, tiles), keep));
}

const begun = new WeakMap<Trace, string>();

/** Null where this run cannot be made in tiles: by a bug a row's weights hang on other rows, or heads are cut wrongly. */
export function sceneOf(m: FigureContext): Scene | null {
  const { state, model, trace, choices } = m;
  const { layer, head, focus } = placeShown(state, trace);
  const name = `layers.${layer}.attention`;
  const graph = graphOf(model, trace);
  const { cut } = formulaOf(graph, `${name}.scores`, 'scores');
  const { over } = formulaOf(graph, `${name}.weights`, 'softmax');
  if (cut !== 'split' || over !== 'rows') return null;
  const n = trace.encoding.tokens.length;
  const sizes = sizesFor(n);
  const size = sizes.find((each) => String(each) === choices.get('tile')) ?? sizes[1] ?? n;
  const tiles = tilesOf(n, size);
  const asked = Number(choices.get('done') ?? Number.NaN);
  const step = Number.isInteger(asked) ? clampIndex(asked, tiles.length + 1) : 1;
  const numbers = numbersOf(m, layer, head);
  const scene = {
    ...{ layer, head, focus, trace, size, sizes, tiles, step, numbers },
    words: trace.encoding.tokens.map(({ piece }) => piece),
    whole: rowsOf(trace, `${name}.heads`, head, model.config.num_attention_heads),
  };
  return { ...scene, rows: rowsAfter(scene, step) };
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - (b[i] ?? 0))), 0);

/** How far a row's output is from what the core computed with all scores at once. */
export const distance = ({ rows, whole }: Pick<Scene, 'rows' | 'whole'>, row: number): number =>
  farthest(rows[row]?.output ?? [], whole[row] ?? []);

/** The largest difference of all rows once every tile is done. */
export function worstAtEnd(scene: Scene): number {
  const { tiles, whole } = scene;
  const rows = rowsAfter(scene, tiles.length);
  return Math.max(...rows.map((_, row) => distance({ rows, whole }, row)));
}
