import type { Trace } from '../../model/trace';
import { biasesOf } from '../../model/trace';
import { formulaOf } from '../../state/dataflow/graph';
import { graphOf } from '../../state/why';
import type { FigureContext } from '../kit/hosted-figure';
import { afterTiles, type HeadNumbers, type RowSoFar, type Tile, tilesOf } from './pass';

/** Sides of a tile that can be chosen. */
export const sizes = [2, 3, 4, 6] as const;

/** What is on show. */
export interface Scene {
  readonly layer: number;
  readonly head: number;
  readonly focus: number;
  readonly words: readonly string[];
  readonly size: number;
  readonly tiles: readonly Tile[];
  /** Tiles that are done. */
  readonly step: number;
  readonly numbers: HeadNumbers;
  readonly rows: readonly RowSoFar[];
  /** What the core has computed with all scores at once. */
  readonly whole: readonly Float32Array[];
}

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));

function numbersOf(m: FigureContext, layer: number, head: number): HeadNumbers {
  const { trace, model } = m;
  const heads = model.config.num_attention_heads;
  const name = `layers.${layer}.attention`;
  const graph = graphOf(model, trace);
  const scored = formulaOf(graph, `${name}.scores`, 'scores');
  const { divisor } = formulaOf(graph, `${name}.weights`, 'softmax');
  const rows = (tensor: string) =>
    trace.encoding.tokens.map((_, token) => trace.headRow(tensor, token, head, heads));
  return {
    ...{ queries: rows(scored.query), keys: rows(scored.key), values: rows(`${name}.value`) },
    score(product, query, key) {
      // A key that a mask hides has the weight 0.
      if (trace.row(`${name}.weights`, head, query)[key] === 0) return null;
      return product / divisor + (biasesOf(trace, `${name}.`, head, query)?.[key] ?? 0);
    },
  };
}

const rowsOf = (trace: Trace, tensor: string, head: number, heads: number) =>
  trace.encoding.tokens.map((_, token) => trace.headRow(tensor, token, head, heads));

/** Null where this run cannot be made in tiles: by a bug a row's weights hang on other rows, or heads are cut wrongly. */
export function sceneOf(m: FigureContext): Scene | null {
  const { state, model, trace, choices } = m;
  const { num_hidden_layers: layers, num_attention_heads: heads } = model.config;
  const at = state.preview ?? state;
  const [layer, head] = [clamp(at.layer, layers), clamp(at.head, heads)];
  const name = `layers.${layer}.attention`;
  const graph = graphOf(model, trace);
  const { cut } = formulaOf(graph, `${name}.scores`, 'scores');
  const { over } = formulaOf(graph, `${name}.weights`, 'softmax');
  if (cut !== 'split' || over !== 'rows') return null;
  const n = trace.encoding.tokens.length;
  const focus = clamp(state.token, n);
  const size = sizes.find((each) => String(each) === choices.get('tile')) ?? 3;
  const tiles = tilesOf(n, size);
  const asked = Number(choices.get('done') ?? Number.NaN);
  const step = Number.isInteger(asked) ? clamp(asked, tiles.length + 1) : 1;
  const numbers = numbersOf(m, layer, head);
  return {
    ...{ layer, head, focus, size, tiles, step, numbers },
    words: trace.encoding.tokens.map(({ piece }) => piece),
    rows: afterTiles(numbers, tiles, step),
    whole: rowsOf(trace, `${name}.heads`, head, heads),
  };
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - (b[i] ?? 0))), 0);

/** How far a row's output is from what the core computed with all scores at once. */
export const distance = ({ rows, whole }: Pick<Scene, 'rows' | 'whole'>, row: number): number =>
  farthest(rows[row]?.output ?? [], whole[row] ?? []);

/** The largest difference of all rows once every tile is done. */
export function worstAtEnd({ numbers, tiles, whole }: Scene): number {
  const rows = afterTiles(numbers, tiles, tiles.length);
  return Math.max(...rows.map((_, row) => distance({ rows, whole }, row)));
}
