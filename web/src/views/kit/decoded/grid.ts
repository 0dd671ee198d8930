import { html, nothing, svg, type TemplateResult } from 'lit';
import { cssColor, weightScale } from '../../../render/color';
import { styled } from '../../../render/styled';
import { weight } from '../../../state/format';
import { moveFocus } from '../../../widgets/keys';
import { msg } from '../../../words/msg';

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
  const value = grid.value(row, column);
  const at = () => grid.point([row, column]);
  return html`<button type="button" class="cell ${value === undefined ? 'shut' : ''}" data-stop
    tabindex=${row === grid.focus && column === 0 ? 0 : -1}
    style=${styled({
      ...{ left: `${labels + column * size}px`, top: `${heads + row * size}px` },
      ...{ width: `${size - 1}px`, height: `${size - 1}px` },
      background: value === undefined ? undefined : cssColor(weightScale, value),
    })}
    title=${cellText(grid, row, column)} aria-label=${cellText(grid, row, column)}
    @pointerenter=${at} @focus=${at} @click=${() => grid.ask(row, column)}></button>`;
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
