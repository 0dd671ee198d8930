import { html, nothing, type TemplateResult } from 'lit';
import { signedScale } from '../../render/color';
import { ramp } from '../../render/motion';
import { styled } from '../../render/styled';
import { type WordWindow, windowName, windowOf } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { type Cell, cell } from '../../state/dataflow/cell';
import { signed } from '../../state/format';
import { wordName } from '../../state/word-names';
import { swatches, swatchesWidth } from '../../widgets/legend';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { path } from '../kit/marks';
import { panelCanvas, placeOf } from '../kit/panel';
import type { Panel, SvgMark } from '../kit/scene';
import { svgMarks } from '../kit/svg-marks';
import type { AttentionRow } from './attention-row';
import { placed } from './handles';
import type { FigureScene, MatrixPlace } from './scene';

/** Rows at least this high have room for their word. */
const namedFrom = 11;

interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Room for words left of it. */
  readonly names: number;
}

/** Below the matrix: its scale, with the real bounds. */
export const matrixFoot = 24;

const rowHeight = { least: 1.5, usual: 16, most: 32 };

/** Height of n rows that share a height. */
function pitchOf(n: number, height: number): number {
  const even = (height - matrixFoot) / n;
  const whole = even > 3 ? Math.floor(even) : even;
  return Math.min(rowHeight.most, Math.max(rowHeight.least, whole));
}

/** Preferred height of a matrix of n rows, including its foot. */
export function matrixHeight(n: number): number {
  return Math.min(rowHeight.usual * n, 256) + matrixFoot;
}

function readoutOf(row: AttentionRow, panel: Panel, first: number, point: Cell | null): string {
  const at = point ? placeOf(panel, point) : -1;
  if (at < 0) return '';
  const word = (i: number) => wordName(row.tokens, first + i);
  const [query, key] = [Math.floor(at / panel.columns), at % panel.columns];
  return msg`${signed(panel.data[at] ?? 0)}: query of ${word(query)}, key of ${word(key)}`;
}

/** Row labels: the focus word, and the others if there is room. */
function rowNames(
  row: AttentionRow,
  { x, y, height, rows }: Panel,
  first: number,
  names: number,
): readonly SvgMark[] {
  const pitch = height / rows;
  return row.tokens.slice(first, first + rows).flatMap(({ piece }, i) => {
    const own = first + i === row.focus;
    if (names === 0 || (pitch < namedFrom && !own)) return [];
    const tone = own ? 'query' : 'ink';
    const look = { anchor: 'end', serif: true, size: 12, bold: own, tone } as const;
    return [text(x - 8, y + pitch * (i + 0.5) + 4, piece, look)];
  });
}

/** Frames around the row that the step has computed and around the cell under the pointer. */
function frames(row: AttentionRow, panel: Panel, first: number): readonly SvgMark[] {
  const { x, y, width, height, rows, columns, lit } = panel;
  const [w, h] = [width / columns, height / rows];
  const own = y + (row.focus - first) * h - 1;
  return [
    path(`M${x - 1} ${own}h${width + 2}v${h + 2}h${-width - 2}Z`, { stroke: 'query', width: 2 }),
    ...lit.map((at) => {
      const [left, top] = [x + (at % columns) * w, y + Math.floor(at / columns) * h];
      return path(`M${left} ${top}h${w}v${h}h${-w}Z`, { stroke: 'ink', width: 1.5 });
    }),
  ];
}

/** The matrix in its room: a row for each word's query, a column for each key. */
export function layoutMatrix(
  row: AttentionRow,
  shown: WordWindow,
  room: Room,
  point: Cell | null,
): MatrixPlace {
  const { layer, head } = row;
  const { first } = shown;
  const n = shown.end - first;
  const pitch = pitchOf(n, room.height);
  const panel: Panel = {
    kind: 'panel',
    x: room.x,
    y: room.y,
    width: room.width,
    height: pitch * n,
    rows: n,
    columns: n,
    data: windowOf(row.matrix, shown),
    scale: signedScale('weight', row.bounds.scores),
    label: msg`scores of layer ${layer + 1}, head ${head + 1}`,
    cells: {
      origin: cell(`layers.${layer}.attention.scores`, head, first, first),
      rowAxis: 1,
      columnAxis: 2,
    },
    lit: [],
  };
  const at = point ? placeOf(panel, point) : -1;
  const lit = { ...panel, lit: at < 0 ? [] : [at] };
  return {
    panel: lit,
    marks: [...rowNames(row, lit, first, room.names), ...frames(row, lit, first)],
    readout: readoutOf(row, panel, first, point),
  };
}

/**
 * Opacity: the matrix appears at the end of its step; in the whole figure the next step replaces it.
 * While a guess is awaited, that step's empty places stand there.
 */
export function matrixPresence({ part, why, veil }: FigureScene, time: number): number {
  if (veil) return 0;
  const come = ramp(time, 0.9, 1);
  if (part !== null) return part === 'scores' ? come : 0;
  return why === null ? Math.min(come, 1 - ramp(time, 1, 1.12)) : 0;
}

const scaleWidth = 72;

/** The scale with its bounds, and what the matrix shows or the cell under the pointer. */
function foot({
  kind,
  row,
  shown: drawn,
  matrix: { panel, readout },
}: FigureScene): TemplateResult {
  const { bounds, tokens, focus } = row;
  const top = panel.y + panel.height + 6;
  const framed = msg`“${tokens[focus]?.piece}”`;
  // In rows the words are left of the matrix, with room below them.
  const [left, shown] =
    kind === 'rows'
      ? [0, `framed: ${framed}`]
      : [panel.x, msg`a row per query; ${framed}’s is framed`];
  const which = windowName(drawn);
  return html`<p class="bounds" style=${placed({ left, top, width: panel.x + panel.width - left })}>
    <span>${signed(-bounds.scores, 1)}</span>
    <svg width=${scaleWidth} height="6" viewBox="0 0 ${swatchesWidth} 6" preserveAspectRatio="none"
      shape-rendering="crispEdges" aria-hidden="true">${swatches(panel.scale)}</svg>
    <span>${msg`${signed(bounds.scores, 1)} score`}</span>
    <span class="what">${readout || [shown, which].filter(Boolean).join('; ')}</span>
  </p>`;
}

/** The scores of every query with every key; the step has computed one row of them. */
export function scoreMatrix(scene: FigureScene, time: number, dispatch: Dispatch) {
  const shown = matrixPresence(scene, time);
  if (shown === 0) return nothing;
  const { panel, marks } = scene.matrix;
  const px = (length: number) => `${length}px`;
  const place = {
    left: px(panel.x),
    top: px(panel.y),
    width: px(panel.width),
    height: px(panel.height),
  };
  return html`<div class="matrix" style=${styled({ opacity: String(shown) })}>
    ${panelCanvas(panel, place, dispatch)}
    <svg class="art marks" width="1" height="1" aria-hidden="true">${svgMarks(marks, time)}</svg>
    ${foot(scene)}
  </div>`;
}
