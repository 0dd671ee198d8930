import { html, nothing, svg, type TemplateResult } from 'lit';
import { biasesOf, type Trace } from '../../model/trace';
import { cssColor, signedScale } from '../../render/color';
import { styled } from '../../render/styled';
import { clampIndex, placeShown } from '../../state/arrivals';
import { formulaOf } from '../../state/dataflow/graph';
import { signed } from '../../state/format';
import { boundOf, dot } from '../../state/vector';
import { graphOf } from '../../state/why';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import type { Size } from '../view';

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
  readonly output: readonly number[];
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
  output: new Array<number>(width).fill(0),
});

/** A row once it has met the keys of one more tile: what it had counts less where a larger score comes. */
function meet(row: RowSoFar, head: HeadNumbers, query: number, { keys }: Tile): RowSoFar {
  const [first, end] = keys;
  const met = Array.from({ length: end - first }, (_, i) => first + i);
  const scores = met.flatMap((key) => {
    const score = scoreOf(head, query, key);
    return score === null ? [] : [[key, score] as const];
  });
  const most = Math.max(row.most, ...scores.map(([, score]) => score));
  if (most === Number.NEGATIVE_INFINITY) return { ...row, met: row.met + met.length };
  const powers = scores.map(([key, score]) => [key, Math.exp(score - most)] as const);
  const kept = row.sum * Math.exp(row.most - most);
  const sum = powers.reduce((all, [, power]) => all + power, kept);
  const output = row.output.map((x, j) =>
    powers.reduce(
      (all, [key, power]) => all + (power / sum) * (head.values[key]?.[j] ?? 0),
      (kept / sum) * x,
    ),
  );
  return { most, sum, output, met: row.met + met.length };
}

/** Every row after the first tiles. */
export function afterTiles(
  head: HeadNumbers,
  tiles: readonly Tile[],
  count: number,
): readonly RowSoFar[] {
  const width = head.values[0]?.length ?? 0;
  const rows = head.queries.map(() => untouched(width));
  for (const tile of tiles.slice(0, count))
    for (let query = tile.queries[0]; query < tile.queries[1]; query++)
      rows[query] = meet(rows[query] as RowSoFar, head, query, tile);
  return rows;
}

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
  return {
    ...{ queries: rows(scored.query), keys: rows(scored.key), values: rows(`${name}.value`) },
    score(product, query, key) {
      // A key that a mask hides has the weight 0.
      if (trace.row(`${name}.weights`, head, query)[key] === 0) return null;
      return product / divisor + (biasesOf(trace, `${name}.`, head, query)?.[key] ?? 0);
    },
  };
}

/** Null where this run cannot be made in tiles: by a bug a row's weights hang on other rows, or heads are cut wrongly. */
export function sceneOf(m: FigureContext): Scene | null {
  const { state, model, trace, choices } = m;
  const { layer, head, focus } = placeShown(state, trace);
  const name = `layers.${layer}.attention`;
  const graph = graphOf(model, trace);
  const { cut } = formulaOf(graph, `${name}.scores`, 'scores');
  const { over } = formulaOf(graph, `${name}.weights`, 'softmax');
  if (cut !== 'split' || over !== 'rows') return null;
  const size = sizes.find((each) => String(each) === choices.get('tile')) ?? 3;
  const tiles = tilesOf(trace.encoding.tokens.length, size);
  const asked = Number(choices.get('done') ?? Number.NaN);
  const step = Number.isInteger(asked) ? clampIndex(asked, tiles.length + 1) : 1;
  const numbers = numbersOf(m, layer, head);
  return {
    ...{ layer, head, focus, size, tiles, step, numbers },
    words: trace.encoding.tokens.map(({ piece }) => piece),
    rows: afterTiles(numbers, tiles, step),
    whole: rowsOf(trace, `${name}.heads`, head, model.config.num_attention_heads),
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

const labels = 84;
const head = 62;
/** The largest cell where the stage gives no height, and where it does. */
const [usualCell, largestCell] = [30, 60];
/** Above and below the square of scores on a stage, with some air. */
const around = 170;
/** Smaller cells have no words beside them. */
const named = 11;

/** Side of a score's cell in a picture so wide, on a stage so high. */
export function cellIn({ width, height = 0 }: Size, n: number): number {
  const most = Math.min(largestCell, Math.max(usualCell, Math.floor((height - around) / n)));
  return Math.max(2, Math.min(most, Math.floor((width - labels - outputRoom) / n)));
}

interface Setting {
  readonly size: number;
  readonly left: number;
  readonly top: number;
}

function settingOf(room: Size, n: number): Setting {
  const size = cellIn(room, n);
  const hasNames = size >= named;
  return { size, left: hasNames ? labels : 0, top: hasNames ? head : 0 };
}

const boxOf = ({ queries, keys }: Tile, { size, left, top }: Setting) => ({
  x: left + keys[0] * size,
  y: top + queries[0] * size,
  width: (keys[1] - keys[0]) * size,
  height: (queries[1] - queries[0]) * size,
});

/** The scores of the tile at hand, as colours. */
function scores(scene: Scene, tile: Tile, at: Setting, bound: number) {
  const { size, left, top } = at;
  const cells = [];
  for (let query = tile.queries[0]; query < tile.queries[1]; query++)
    for (let key = tile.keys[0]; key < tile.keys[1]; key++) {
      const score = scoreOf(scene.numbers, query, key);
      cells.push(svg`<rect x=${left + key * size} y=${top + query * size} width=${size - 1} height=${size - 1}
        style=${styled({ fill: score === null ? 'var(--zero)' : cssColor(signedScale('weight', bound), score) })}></rect>`);
    }
  return cells;
}

function names({ words, focus }: Scene, { size, left, top }: Setting) {
  if (size < named) return [];
  return words.flatMap((word, i) => [
    svg`<text class=${i === focus ? 'own' : ''} x=${left - 6} y=${top + (i + 0.5) * size + 4} text-anchor="end">${word}</text>`,
    svg`<text transform="translate(${left + (i + 0.6) * size} ${top - 4}) rotate(-52)">${word}</text>`,
  ]);
}

/** Right of the square: how much of each row's output is there. */
const outputRoom = 74;

function progress({ rows, words }: Scene, { size, left, top }: Setting) {
  const x = left + words.length * size + 10;
  const bar = outputRoom - 14;
  return rows.map(
    (
      { met },
      i,
    ) => svg`<rect class="field" x=${x} y=${top + i * size + 1} width=${bar} height=${Math.max(1, size - 3)}></rect>
      <rect class="met" x=${x} y=${top + i * size + 1} width=${(bar * met) / words.length} height=${Math.max(1, size - 3)}></rect>`,
  );
}

/** All scores as a square: those of the tile at hand in colour, those before it gone, the rest to come. */
export function scoresPicture(m: FigureContext, scene: Scene, room: Size): TemplateResult {
  const { words, tiles, step, focus, layer } = scene;
  const n = words.length;
  const at = settingOf(room, n);
  const { size, left, top } = at;
  const side = n * size;
  const current = tiles[step - 1];
  const bound =
    boundOf(m.trace, `layers.${layer}.attention.scores`) /
    Math.sqrt(m.model.config.hidden_size / m.model.config.num_attention_heads);
  const label = msg`${n} × ${n} scores; ${step} of ${tiles.length} tiles are done`;
  return html`<svg class="scores" width=${left + side + outputRoom} height=${top + side + 2} role="img" aria-label=${label}>
    ${names(scene, at)}
    ${tiles.map((tile, i) => {
      const box = boxOf(tile, at);
      return svg`<rect class=${i < step ? 'gone' : 'field'} x=${box.x} y=${box.y} width=${box.width - 1} height=${box.height - 1}></rect>`;
    })}
    ${current ? scores(scene, current, at, bound) : []}
    ${current ? frame(boxOf(current, at)) : []}
    ${progress(scene, at)}
    ${top > 0 ? svg`<text x=${left + side + 10} y=${top - 8}>${msg`output`}</text>` : nothing}
    <rect class="own" x=${left - 1} y=${top + focus * size - 1} width=${side + 2} height=${size + 1}></rect>
  </svg>`;
}

const frame = (box: ReturnType<typeof boxOf>) =>
  svg`<rect class="tile" x=${box.x - 1} y=${box.y - 1} width=${box.width + 1} height=${box.height + 1}></rect>`;

/** Scores that are in memory at once: a tile's, and without tiles all of them. */
export function held({ words, tiles, step }: Scene): TemplateResult {
  const all = words.length ** 2;
  const { queries, keys } = tiles[Math.max(0, step - 1)] as Tile;
  const bar = (name: string, count: number) =>
    html`<p class="held"><span>${name}</span><span><i style=${styled({ width: `${(100 * count) / all}%` })}></i></span><b>${count}</b></p>`;
  return html`<p class="name">${msg`scores in memory`}</p>
    ${bar(msg`in tiles`, (queries[1] - queries[0]) * (keys[1] - keys[0]))} ${bar(msg`all at once`, all)}`;
}

/** Numbers of a head as cells. */
function strip(numbers: ArrayLike<number>, bound: number, name: string): TemplateResult {
  return html`<span class="strip" role="img" aria-label=${`${name}: ${Array.from(numbers, (x) => signed(x)).join(' ')}`}>${Array.from(
    numbers,
    (x) =>
      html`<i style=${styled({ background: cssColor(signedScale('value', bound), x) })} title=${signed(x, 3)}></i>`,
  )}</span>`;
}

/** What is kept of the word's row so far, and what all scores at once have made of it. */
export function outputs(m: FigureContext, scene: Scene): TemplateResult {
  const { rows, whole, focus, layer } = scene;
  const bound = boundOf(m.trace, `layers.${layer}.attention.heads`);
  const [now, then] = [msg`output so far`, msg`final output`];
  return html`<div class="outputs">
    <p class="name">${now}</p>${strip(rows[focus]?.output ?? [], bound, now)}
    <p class="name">${then}</p>${strip(whole[focus] ?? [], bound, then)}
  </div>`;
}
