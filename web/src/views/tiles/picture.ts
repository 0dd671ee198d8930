import { html, nothing, svg, type TemplateResult } from 'lit';
import { cssColor, signedScale } from '../../render/color';
import { styled } from '../../render/styled';
import { signed } from '../../state/format';
import { boundOf } from '../../state/vector';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import type { Size } from '../view';
import { type RowSoFar, type Scene, scoreOf, type Tile } from './scene';

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

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle within a path: many are drawn sooner as one. */
const block = ({ x, y, width, height }: Box) => `M${x} ${y}h${width}v${height}h${-width}z`;

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
  const height = Math.max(1, size - 3);
  const bars = (width: (row: RowSoFar) => number) =>
    rows.map((row, i) => block({ x, y: top + i * size + 1, width: width(row), height })).join('');
  return svg`<path class="field" d=${bars(() => bar)}></path>
    <path class="met" d=${bars(({ met }) => (bar * met) / words.length)}></path>`;
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
  const squares = (some: readonly Tile[]) =>
    some
      .map((tile) => {
        const { width, height, ...corner } = boxOf(tile, at);
        return block({ ...corner, width: width - 1, height: height - 1 });
      })
      .join('');
  const label = msg`${n} × ${n} scores; ${step} of ${tiles.length} tiles are done`;
  return html`<svg class="scores" width=${left + side + outputRoom} height=${top + side + 2} role="img" aria-label=${label}>
    ${names(scene, at)}
    <path class="gone" d=${squares(tiles.slice(0, step))}></path>
    <path class="field" d=${squares(tiles.slice(step))}></path>
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
