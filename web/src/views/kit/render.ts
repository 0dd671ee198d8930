import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { range } from '../../state/dataflow/cell';
import { nameOf } from '../../state/dataflow/naming';
import { signed, weight } from '../../state/format';
import { explainedFormula, type WorkedCell } from '../../widgets/explained-formula';
import { addends, formulaLines } from '../../widgets/formula';
import { scaledByDrag, scaledByKey } from '../../widgets/grip';
import { previewOf } from '../../widgets/head-picker';
import { changeByKey, moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import { beatsOf, isOver } from './keyframes';
import { path } from './marks';
import { paintedWhileMoving } from './painter/painted';
import { panelCanvas } from './panel';
import { shownPart, transformAt } from './pose';
import type { Handle, Panel, PathMark, Scene, SvgMark, Tip } from './scene';
import { drawnMarks, round } from './svg-marks';

/** Of a larger matrix the table has as many rows as make up so many numbers. */
const most = 2048;

/** What a row or a column is called: its word in a matrix of weights, else its number. */
function tableName({ cells, rows, columns }: Panel, words: readonly string[], i: number): string {
  const ofWords = cells?.origin.name.endsWith('.weights') && rows === columns;
  const first = cells?.origin.index[cells.columnAxis] ?? 0;
  return (ofWords && words[first + i]) || String(i + 1);
}

function table(panel: Panel, words: readonly string[]): TemplateResult {
  const { rows, columns, data, label, cells } = panel;
  const write = cells?.origin.name.endsWith('.weights') ? weight : signed;
  const shown = Math.min(rows, Math.max(1, Math.floor(most / columns)));
  const part = shown < rows ? msg`; rows 1 to ${shown} of ${rows}` : '';
  return html`<table>
    <caption>${label}${part}</caption>
    <tr><td></td>${range(columns).map((c) => html`<th scope="col">${tableName(panel, words, c)}</th>`)}</tr>
    ${range(shown).map(
      (r) => html`<tr>
        <th scope="row">${tableName(panel, words, r)}</th>
        ${range(columns).map((c) => html`<td>${write(data[r * columns + c] ?? 0)}</td>`)}
      </tr>`,
    )}
  </table>`;
}

/** Behind each canvas whose cells can be asked: its numbers as a table, once they are asked for. */
export function tablesOf({ marks, words, tables }: Scene, dispatch: Dispatch) {
  const asked = marks.filter((mark) => mark.kind === 'panel').filter(({ cells }) => cells);
  // The same numbers may be drawn twice: where they are computed, and where they go.
  const panels = [...new Map(asked.map((panel) => [panel.label, panel])).values()];
  if (panels.length === 0 || tables === null) return nothing;
  const toggle = (event: Event) =>
    dispatch({ type: 'tables', open: (event.target as HTMLDetailsElement).open });
  return html`<details class="tables" ?open=${tables} @toggle=${toggle}>
    <summary>${msg`The numbers as tables`}</summary>
    ${tables ? panels.map((panel) => html`<div tabindex="0">${table(panel, words)}</div>`) : nothing}
  </details>`;
}

function act(mark: Handle, dispatch: Dispatch): void {
  const { action: of } = mark;
  if (of.kind === 'focus') dispatch({ type: 'focus', token: of.token });
  else if (of.kind === 'cell') dispatch({ type: 'cell', cell: of.cell });
  else if (of.kind === 'head')
    dispatch({ type: 'choose', choice: { layer: of.layer, head: of.head } });
  else if (of.kind === 'run') dispatch({ type: 'run', run: of.run });
  else if (of.kind === 'go') dispatch({ type: 'go', step: of.step, layer: of.layer });
  else {
    const hand = of.gain === 1 ? ({ kind: 'mute' } as const) : ({ kind: 'restore' } as const);
    dispatch({ type: 'change', target: of.target, hand });
  }
}

/** The keys of a part, and of a head: they scale and mute it. */
function changeOn(event: KeyboardEvent, of: Handle['action'], dispatch: Dispatch): void {
  if (of.kind === 'head') changeByKey(event, of, dispatch);
  if (of.kind !== 'hand') return;
  if (!scaledByKey(event, of.target, dispatch)) changeByKey(event, of.target, dispatch);
}

/** Words share one tab stop, the focus word; other buttons have one each. */
const tabStop = (mark: Handle): 0 | -1 => (mark.look === 'word' && !mark.chosen ? -1 : 0);

/** The grid that a button is of: heads are one, however many there are. */
const gridOf = ({ grid, action, look }: Handle): string | undefined =>
  action.kind === 'head' && look === 'area' ? msg`heads` : grid;

/** Number of buttons in the first row. */
const columnsOf = (marks: readonly Handle[]): number =>
  marks.filter((mark) => mark.y === marks[0]?.y).length;

/** What can be pressed, and stays so. */
const isPressed = ({ kind }: Handle['action']): boolean => kind !== 'cell' && kind !== 'go';

function gridGroup(
  name: string,
  marks: readonly Handle[],
  time: number,
  dispatch: Dispatch,
): TemplateResult {
  const stop = Math.max(
    0,
    marks.findIndex((mark) => mark.chosen),
  );
  const button = (mark: Handle, i: number) =>
    handleButton(mark, time, dispatch, i === stop ? 0 : -1);
  return html`<div role="group" aria-label=${name} data-columns=${columnsOf(marks)} @keydown=${moveFocus}>${marks.map(button)}</div>`;
}

function handleButton(
  mark: Handle,
  time: number,
  dispatch: Dispatch,
  tabIndex: 0 | -1,
): TemplateResult {
  const pose = transformAt(mark.keys, time);
  const style = styled({
    left: `${round(mark.x)}px`,
    top: `${round(mark.y)}px`,
    width: `${round(mark.width)}px`,
    height: `${round(mark.height)}px`,
    fontSize: `${mark.size}px`,
    opacity: String(round(pose.opacity)),
    transform: `translate(${round(pose.dx)}px, ${round(pose.dy)}px)`,
  });
  const { action: of } = mark;
  const preview = of.kind === 'head' ? previewOf(of, dispatch) : null;
  return html`<button
    class="${mark.look} ${mark.chosen ? 'chosen' : ''}"
    style=${style}
    data-stop
    data-object=${mark.object ?? nothing}
    data-step=${of.kind === 'go' ? of.step : nothing}
    tabindex=${tabIndex}
    aria-pressed=${isPressed(of) ? mark.chosen : nothing}
    aria-label=${mark.label}
    title=${mark.grid ? mark.label : nothing}
    @click=${() => act(mark, dispatch)}
    @keydown=${(event: KeyboardEvent) => changeOn(event, of, dispatch)}
    @pointerdown=${of.kind === 'hand' ? scaledByDrag(of.target, of.gain, dispatch) : nothing}
    @pointerenter=${preview?.show}
    @pointerleave=${preview?.leave}
    @focus=${preview?.show}
    @blur=${preview?.leave}
  >${mark.look === 'knob' ? html`<span aria-hidden="true">${mark.text}</span>` : mark.text}</button>`;
}

function panelBox(mark: Panel, time: number, dispatch: Dispatch): TemplateResult {
  const pose = transformAt(mark.keys, time);
  const hidden = round((1 - shownPart(mark.sweep, time)) * 100);
  const inset = mark.sweep?.axis === 'y' ? `inset(0 0 ${hidden}% 0)` : `inset(0 ${hidden}% 0 0)`;
  const style = {
    left: `${round(mark.x)}px`,
    top: `${round(mark.y)}px`,
    width: `${round(mark.width)}px`,
    height: `${round(mark.height)}px`,
    opacity: String(round(pose.opacity * (mark.dim ? 0.25 : 1))),
    transform: `translate(${round(pose.dx)}px, ${round(pose.dy)}px) scale(${round(pose.scaleX)}, ${round(pose.scaleY)})`,
    clipPath: hidden > 0 ? inset : 'none',
  };
  return panelCanvas(mark, style, dispatch);
}

/** Merges neighbouring cells of a row: [first place, count]. */
export function runs(
  places: readonly number[],
  columns: number,
): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last[0] + last[1] === place && place % columns !== 0) last[1]++;
    else found.push([place, 1]);
  }
  return found;
}

/** A contour around each run of highlighted cells. */
function contoursOf(mark: Panel): readonly PathMark[] {
  const w = mark.width / mark.columns;
  const h = mark.height / mark.rows;
  return runs(mark.lit, mark.columns).map(([at, count]) => {
    const x = round(mark.x + (at % mark.columns) * w - 0.75);
    const y = round(mark.y + Math.floor(at / mark.columns) * h - 0.75);
    const across = round(w * count + 1);
    const outline = `M${x} ${y}h${across}v${round(h + 1)}h${-across}z`;
    return path(outline, { stroke: 'ink', width: 1.5 });
  });
}

/** What there is to be seen of a scene beside what is pressed. */
interface Seen {
  readonly panels: readonly Panel[];
  /** What is drawn over them, the contours of cells last. */
  readonly above: readonly SvgMark[];
  readonly all: readonly (Panel | SvgMark)[];
}

const seen = new WeakMap<Scene, Seen>();

function seenOf(scene: Scene): Seen {
  const known = seen.get(scene);
  if (known) return known;
  const panels = scene.marks.filter((mark) => mark.kind === 'panel');
  const others = scene.marks.filter((mark) => mark.kind !== 'panel' && mark.kind !== 'handle');
  const above = [...others, ...panels.flatMap(contoursOf)];
  const found = { panels, above, all: [...panels, ...above] };
  seen.set(scene, found);
  return found;
}

function picture(scene: Scene, time: number, dispatch: Dispatch): unknown {
  const { width, height } = scene;
  const { panels, above, all } = seenOf(scene);
  const drawn = () => html`${panels.map((panel) => panelBox(panel, time, dispatch))}
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${drawnMarks(above, time)}
    </svg>`;
  return paintedWhileMoving(all, time, drawn);
}

function formulaOf(spelt: WorkedCell, width: number, dispatch: Dispatch) {
  // A bias comes after the sum.
  const lines = explainedFormula(spelt, addends(width - 100));
  if (!lines) return nothing;
  const ask = () => dispatch({ type: 'cell', cell: spelt.cell });
  const why = html`<button class="about" @click=${ask}>
    ${msg`${nameOf(spelt.cell, spelt.context).where}: why?`}
  </button>`;
  return formulaLines(lines, why, (tensor) => dispatch({ type: 'light', tensor }));
}

/** Drawn only: the readout says the same to whoever listens. */
const tip = ({ x, y, text }: Tip): TemplateResult =>
  html`<span class="tip" aria-hidden="true" style=${styled({ left: `${round(x)}px`, top: `${round(y)}px` })}>${text}</span>`;

/** Controls that are no marks: over the drawing, and below it. */
export interface Controls {
  readonly inside?: unknown;
  readonly beneath?: unknown;
}

/** Draws any scene at a time of its step: canvases below, lines and text above, handles on top. */
export function renderScene(
  scene: Scene,
  time: number,
  dispatch: Dispatch,
  answer: unknown = nothing,
  controls: Controls = {},
): TemplateResult {
  const handles = scene.marks.filter((mark) => mark.kind === 'handle');
  const words = handles.filter((mark) => mark.look === 'word');
  const others = handles.filter((mark) => mark.look !== 'word' && gridOf(mark) === undefined);
  const grids = [...new Set(handles.map(gridOf))].filter((name) => name !== undefined);
  const button = (mark: Handle) => handleButton(mark, time, dispatch, tabStop(mark));
  const grid = (name: string) => {
    const inside = handles.filter((mark) => gridOf(mark) === name);
    return gridGroup(name, inside, time, dispatch);
  };
  const { width, height } = scene;
  return html`<figure class="step" data-view=${scene.view} aria-label=${scene.title}>
    <div class="drawing" style=${styled({ width: `${width}px`, height: `${height}px` })}>
      <div>${picture(scene, time, dispatch)}</div>
      <div role="group" aria-label=${msg`words`} @keydown=${moveFocus}>${words.map(button)}</div>
      ${grids.map(grid)}
      ${others.map(button)}
      ${scene.tip ? tip(scene.tip) : nothing}
      ${controls.inside ?? nothing}
    </div>
    <p class="readout" aria-live="polite">${scene.readout}</p>
    <figcaption>${beatsOf(scene.caption, isOver(scene.view, time))}</figcaption>
    ${controls.beneath ?? nothing}
  </figure>
  ${answer}
  ${guard([scene], () => [
    html`<div class="formulas">
      ${scene.spelt.map((spelt) => formulaOf(spelt, width, dispatch))}
    </div>`,
    tablesOf(scene, dispatch),
  ])}`;
}
