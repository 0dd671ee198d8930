import { html, nothing, svg, type TemplateResult } from 'lit';
import { type Arches, archPath, layoutArches } from '../../../render/arches';
import { cssColor, weightScale } from '../../../render/color';
import { styled } from '../../../render/styled';
import { weight } from '../../../state/format';
import { moveFocus } from '../../../widgets/keys';
import { msg } from '../../../words/msg';
import { type Asking, asks } from '../derivation';
import type { FigureContext } from '../hosted-figure';
import { namedWord, shownWord } from './words';

/** Two lists of words side by side: what is read, and what is written. Lengths in CSS pixels. */
export interface Columns {
  readonly width: number;
  readonly height: number;
  readonly row: number;
  /** Right edge of the words read; left edge of those written, and where their arches start. */
  readonly read: number;
  readonly written: number;
  readonly arches: number;
}

/** Whether a figure of this width has its parts below each other. */
export const isStacked = ({ size }: FigureContext): boolean => size.width < 600;

const leastRow = 24;
const usualRow = 26;

export function columnsIn(
  width: number,
  rows: number,
  { hasArches }: { hasArches: boolean },
): Columns {
  const row = rows > 20 ? leastRow : usualRow;
  const words = Math.min(150, Math.max(Math.min(98, width * 0.31), width * 0.27));
  const bow = hasArches ? Math.min(150, Math.max(56, width * 0.2)) : 0;
  return {
    ...{ width, row, height: rows * row + 4 },
    ...{ read: words, written: width - words - bow, arches: width - bow },
  };
}

/** The middle of a row. */
export const middle = ({ row }: Columns, i: number): number => (i + 0.5) * row;

/** A line between a place that is written and a word that is read, as thick as its weight. */
export interface Line {
  readonly key: number;
  readonly width: number;
  readonly d: string;
}

const round = (x: number) => Math.round(x * 10) / 10;

/** Beside its words a line leaves so much room. */
const room = 8;

/** The lines of a place leave it side by side; together they are as thick as a weight of 1. */
export function linesOf(at: Columns, place: number, weights: ArrayLike<number>): readonly Line[] {
  const total = at.row - 4;
  const [x1, x2] = [at.written - room, at.read + room];
  const bend = (x1 - x2) * 0.45;
  let edge = middle(at, place) - total / 2;
  return Array.from({ length: weights.length }, (_, key) => {
    const width = (weights[key] ?? 0) * total;
    const [y1, y2] = [round(edge + width / 2), middle(at, key)];
    edge += width;
    const d = `M${x1} ${y1}C${round(x1 - bend)} ${y1} ${round(x2 + bend)} ${y2} ${x2} ${y2}`;
    return { key, width, d };
  });
}

/** Arches from a place to itself and what is before it; the place itself is the row below those. */
export function archesOf(at: Columns, place: number, weights: ArrayLike<number>): readonly Line[] {
  const all = [...Array.from(weights), 0];
  const centres = all.map((_, i) => middle(at, place - weights.length + i));
  const limit = at.width - at.arches - 6;
  const arches: Arches = layoutArches(all, weights.length, centres, {
    ...{ profile: 'lane', total: at.row - 4, rise: limit * 0.9, limit },
  });
  return arches.strands.map((strand) => ({
    ...{ key: strand.key, width: strand.width },
    d: archPath(strand, 'right', at.arches),
  }));
}

/** What is read and what is written, and where one place of it looks. */
export interface ColumnsPicture {
  readonly at: Columns;
  readonly read: readonly string[];
  /** The start first. */
  readonly written: readonly string[];
  /** Row of the place that looks. */
  readonly place: number;
  /** Whether the place is still to be filled. */
  readonly open: boolean;
  readonly cross: ArrayLike<number>;
  /** Of the words before; empty where it is not drawn. */
  readonly self: ArrayLike<number>;
  /** Lines of other places, drawn faintly. Default: none. */
  readonly behind?: readonly Line[];
  readonly asking: Asking;
  /** Goes to the place in which a word was written, by its row. */
  readonly goTo: (row: number) => void;
}

/** Smaller weights have no number beside their word. */
const least = 0.005;

const stroke = ({ key, width, d }: Line) =>
  svg`<path d=${d} data-key=${key} class=${width < 0.6 ? 'thin' : ''} style=${styled({ strokeWidth: `${Math.max(0.6, width).toFixed(2)}px` })}></path>`;

function number(asking: Asking, key: string, w: number | undefined, name: string) {
  if (w === undefined || w < least) return nothing;
  return asks(asking, key, weight(w, 2), name);
}

function readWords({ at, read, cross, asking }: ColumnsPicture): TemplateResult {
  return html`<ol class="read" aria-label=${msg`What is read`} style=${styled({ width: `${at.read}px` })}>
    ${read.map(
      (
        token,
        i,
      ) => html`<li style=${styled({ height: `${at.row}px` })} title="${shownWord(token)}: ${weight(cross[i] ?? 0)}">
        ${number(asking, `cross ${i}`, cross[i], namedWord(token))}<span>${shownWord(token)}</span>
      </li>`,
    )}
  </ol>`;
}

function writtenWords(p: ColumnsPicture): TemplateResult {
  const { at, written, place, open, self, asking, goTo } = p;
  const style = styled({ left: `${at.written}px`, width: `${at.arches - at.written - 4}px` });
  const item = (token: string, i: number) => {
    const own = i === place;
    return html`<li class=${own ? 'own' : ''} style=${styled({ height: `${at.row}px` })}>
      ${
        i === 0
          ? html`<span>${shownWord(token)}</span>`
          : html`<button type="button" class="word" data-stop tabindex=${own ? 0 : -1} aria-current=${own ? 'step' : nothing}
              title=${msg`Look from the position of ${namedWord(token)}`} @click=${() => goTo(i)}>${shownWord(token)}</button>`
      }
      ${i < place ? number(asking, `self ${i}`, self[i], namedWord(token)) : nothing}
    </li>`;
  };
  return html`<ol class="written" aria-label=${msg`What is written`} style=${style} @keydown=${moveFocus}>
    ${written.map(item)}
    ${open ? html`<li class="own slot" style=${styled({ height: `${at.row}px` })}><span aria-label=${msg`the next position`}>?</span></li>` : nothing}
  </ol>`;
}

/** Both lists, lines from the place to what is read, arches to what was written before. */
export function columnsPicture(p: ColumnsPicture): TemplateResult {
  const { at, place, cross, self, behind = [] } = p;
  const arches = self.length > 0 ? archesOf(at, place, self) : [];
  return html`<div class="columns" style=${styled({ width: `${at.width}px`, height: `${at.height}px` })}>
    <svg width=${at.width} height=${at.height} aria-hidden="true">
      <rect class="place" x=${at.written - 6} y=${middle(at, place) - at.row / 2 + 1} width=${at.arches - at.written + 4} height=${at.row - 2} rx="2"></rect>
      <g class="behind">${behind.map(stroke)}</g>
      <g class="lines">${linesOf(at, place, cross).map(stroke)}</g>
      <g class="arches">${arches.map(stroke)}</g>
    </svg>
    ${readWords(p)} ${writtenWords(p)}
  </div>`;
}

/** Weights as a heat map: a row for each place that looks, a column for each word that it can look at. */
export interface Grid {
  readonly width: number;
  /** Cells are made smaller where it would be higher than that. Default: as high as it likes. */
  readonly tallest?: number;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** As they are called in a sentence. */
  readonly rowName: (row: number) => string;
  readonly columnName: (column: number) => string;
  /** Undefined where a mask forbids to look. */
  readonly value: (row: number, column: number) => number | undefined;
  /** Whether a row is asked about, and not shown yet. Default: none is. */
  readonly veiled?: (row: number) => boolean;
  /** What stands at the end of a row. Default: nothing. */
  readonly ends?: (row: number) => string;
  readonly focus: number;
  readonly look: (row: number) => void;
  readonly ask: (row: number, column: number) => void;
  /** The cell under the pointer or with the focus, and when there is none. */
  readonly point: (cell: readonly [row: number, column: number] | null) => void;
}

const heads = 64;
const largest = 34;
const ending = 112;

/** Room for the rows' names. */
const labelsIn = (width: number): number => (width < 420 ? 66 : 84);

/** Cells are no smaller than that: a longer row is scrolled. */
const smallest = 13;

/** Room for what stands at the end of a row. */
const endingIn = (width: number, hasEnds: boolean): number =>
  hasEnds ? ending : width < 420 ? 10 : 24;

/** Whether a row of so many cells has room without being scrolled. */
export const hasRoom = (width: number, columns: number, hasEnds: boolean): boolean =>
  labelsIn(width) + columns * smallest + endingIn(width, hasEnds) <= width;

/** Size of a cell, where the first column is, and how wide the whole becomes. */
function setting({ width, tallest, rows, columns, ends }: Grid) {
  const labels = labelsIn(width);
  const right = endingIn(width, ends !== undefined);
  const wide = Math.floor((width - labels - right) / columns.length);
  const high = tallest ? Math.floor((tallest - heads) / rows.length) : largest;
  const size = Math.max(smallest, Math.min(largest, wide, high));
  return { labels, size, whole: Math.max(width, labels + columns.length * size + right) };
}

/** What a cell says in words. */
export const cellText = (grid: Grid, row: number, column: number): string => {
  const value = grid.value(row, column);
  const [from, to] = [grid.rowName(row), grid.columnName(column)];
  if (grid.veiled?.(row)) return `${from}, ${to}: ?`;
  return value === undefined
    ? msg`${from} may not look at ${to}: it comes later`
    : msg`${from} gives ${to} ${weight(value)}`;
};

function cellOf(
  grid: Grid,
  { labels, size }: ReturnType<typeof setting>,
  row: number,
  column: number,
): TemplateResult {
  const veiled = grid.veiled?.(row) ?? false;
  const value = veiled ? 0 : grid.value(row, column);
  const at = () => grid.point([row, column]);
  return html`<button type="button" class="cell ${value === undefined ? 'shut' : ''}" data-stop
    tabindex=${row === grid.focus && column === 0 ? 0 : -1}
    style=${styled({
      ...{ left: `${labels + column * size}px`, top: `${heads + row * size}px` },
      ...{ width: `${size - 1}px`, height: `${size - 1}px` },
      background: value === undefined ? undefined : cssColor(weightScale, value),
    })}
    title=${cellText(grid, row, column)} aria-label=${cellText(grid, row, column)}
    @pointerenter=${at} @focus=${at} @click=${() => grid.ask(row, column)}>${veiled ? '?' : nothing}</button>`;
}

/** The heat map; any cell can be asked why, any row looked from. */
export function gridPicture(grid: Grid): TemplateResult {
  const { width, rows, columns, focus, look, ends, point } = grid;
  const at = setting(grid);
  const { labels, size, whole } = at;
  const y = (row: number) => heads + row * size;
  const end = labels + columns.length * size;
  return html`<div class="grid-room" style=${styled({ width: `${width}px` })}><div class="grid ${size < 19 ? 'small' : ''}" style=${styled({ width: `${whole}px`, height: `${y(rows.length) + 4}px` })} @pointerleave=${() => point(null)}>
    <svg width=${whole} height=${y(rows.length)} aria-hidden="true">
      ${columns.map((word, i) => svg`<text transform="translate(${labels + (i + 0.6) * size} ${heads - 4}) rotate(-52)">${word}</text>`)}
      ${ends ? rows.map((_, i) => svg`<text class="ends" x=${end + 6} y=${y(i) + size / 2 + 4}>${ends(i)}</text>`) : nothing}
    </svg>
    ${rows.map(
      (word, i) =>
        html`<button type="button" class="row-name ${i === focus ? 'own' : ''}" tabindex="-1" aria-pressed=${i === focus}
          style=${styled({ top: `${y(i)}px`, height: `${size}px`, width: `${labels - 8}px` })}
          aria-label=${msg`look from ${grid.rowName(i)}`} @click=${() => look(i)}>${word}</button>`,
    )}
    <div role="group" aria-label=${msg`weights`} data-columns=${columns.length} @keydown=${moveFocus}>
      ${rows.map((_, row) => columns.map((_, column) => cellOf(grid, at, row, column)))}
    </div>
  </div></div>`;
}
