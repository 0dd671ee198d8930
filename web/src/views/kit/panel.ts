import { html, nothing, type TemplateResult } from 'lit';
import { type Styles, styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import type { Cell } from '../../state/dataflow/cell';
import { signed } from '../../state/format';
import { paintCells } from '../../widgets/cells-canvas';
import { msg } from '../../words/msg';
import { cellsOf } from './mark-parts';
import type { Panel } from './scene';

/** The cell shown at a place of a panel; places are counted row by row. */
export function cellAt(panel: Panel, place: number): Cell | null {
  const map = panel.cells;
  if (!map) return null;
  const index = [...map.origin.index];
  const add = (axis: number, by: number) => {
    index[axis] = (index[axis] ?? 0) + by;
  };
  if (map.rowAxis === null) add(map.columnAxis, place);
  else {
    add(map.rowAxis, Math.floor(place / panel.columns));
    add(map.columnAxis, place % panel.columns);
  }
  return { name: map.origin.name, index };
}

/** The place of a cell in a panel, or −1. */
export function placeOf(panel: Panel, cell: Cell): number {
  const map = panel.cells;
  if (!map || map.origin.name !== cell.name) return -1;
  const offset = (axis: number) => (cell.index[axis] ?? 0) - (map.origin.index[axis] ?? 0);
  const others = cell.index.every(
    (_, axis) => axis === map.rowAxis || axis === map.columnAxis || offset(axis) === 0,
  );
  const row = map.rowAxis === null ? 0 : offset(map.rowAxis);
  const column = offset(map.columnAxis);
  const most = map.rowAxis === null ? panel.data.length : panel.columns;
  const inside = row >= 0 && row < panel.rows && column >= 0 && column < most;
  return others && inside ? row * panel.columns + column : -1;
}

function placeUnder(panel: Panel, event: PointerEvent | MouseEvent): number {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const x = Math.floor(((event.clientX - box.left) / box.width) * panel.columns);
  const y = Math.floor(((event.clientY - box.top) / box.height) * panel.rows);
  const inside = x >= 0 && y >= 0 && x < panel.columns && y < panel.rows;
  return inside ? Math.min(panel.data.length - 1, y * panel.columns + x) : -1;
}

/** Where an arrow key leads from a place. */
function moveBy(panel: Panel, key: string): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -panel.columns,
    ArrowDown: panel.columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key] ?? null;
}

function onKey(panel: Panel, event: KeyboardEvent, dispatch: Dispatch): void {
  const at = panel.lit[0] ?? 0;
  const by = moveBy(panel, event.key);
  const asks = event.key === 'Enter' || event.key === ' ';
  if (by === null && !asks) return;
  event.preventDefault();
  event.stopPropagation();
  const place = by === null ? at : Math.min(panel.data.length - 1, Math.max(0, at + by));
  dispatch({ type: asks ? 'cell' : 'point', cell: cellAt(panel, place) });
}

/**
 * A panel's canvas. For keyboards and screen readers it is a slider over its cells: arrow keys move,
 * the value text is the number, Enter asks why.
 */
export function panelCanvas(panel: Panel, style: Styles, dispatch: Dispatch): TemplateResult {
  const { data } = panel;
  const cells = cellsOf(panel);
  if (!panel.cells)
    return html`<canvas role="img" data-object=${panel.object ?? nothing} aria-label=${panel.label} style=${styled(style)} ${paintCells(cells)}></canvas>`;
  const at = Math.max(0, panel.lit[0] ?? 0);
  const point = (place: number) =>
    dispatch({ type: 'point', cell: place < 0 ? null : cellAt(panel, place) });
  return html`<canvas
    class="asks"
    data-object=${panel.object ?? nothing}
    role="slider"
    tabindex="0"
    aria-label=${msg`${panel.label}: arrow keys move, Enter asks why`}
    aria-valuemin="1"
    aria-valuemax=${data.length}
    aria-valuenow=${at + 1}
    aria-valuetext=${msg`number ${at + 1}: ${signed(data[at] ?? 0, 3)}`}
    style=${styled(style)}
    @pointermove=${(event: PointerEvent) => point(placeUnder(panel, event))}
    @pointerleave=${() => point(-1)}
    @click=${(event: MouseEvent) => {
      const place = placeUnder(panel, event);
      if (place >= 0) dispatch({ type: 'cell', cell: cellAt(panel, place) });
    }}
    @keydown=${(event: KeyboardEvent) => onKey(panel, event, dispatch)}
    ${paintCells(cells)}
  ></canvas>`;
}
