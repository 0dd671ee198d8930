import { html, nothing, type TemplateResult } from 'lit';
import { signedScale } from '../../render/color';
import { ramp } from '../../render/motion';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { stepProgress } from '../../state/timeline';
import { stepSymbols } from '../../widgets/formula';
import { foldInFigure } from '../../widgets/why-fold';
import { msg } from '../../words/msg';
import { cells, group } from '../kit/marks';
import { svgMarks } from '../kit/svg-marks';
import { archHandles, archHint, outputQuestions, scoreQuestions } from './arch-handles';
import { addUp, headObject, powerSum } from './attention-row';
import { placed, swapHandle, weightHandles, wordHandles } from './handles';
import { matrixPresence, scoreMatrix } from './matrix-layout';
import { type ColumnsScene, columnsFoot, type FigureScene, shows, stripHeight } from './scene';
import { comparedNames, compares, scaleNames } from './scores-marks';
import { softmaxParts } from './softmax-marks';
import { isDrawn } from './veil';

/** Label of the output strip: beside it if there is room, else above. */
export function outputNames(scene: FigureScene, time: number) {
  const shown = ramp(stepProgress(time, 'sum'), 0.8, 0.9);
  if (shown === 0) return nothing;
  const { row, output } = scene;
  const name = msgHtml`new <span class="value">${row.tokens[row.focus]?.piece}</span>`;
  const opacity = styled({ opacity: String(shown) });
  if (scene.kind === 'rows')
    return html`<div class="names" style=${opacity}><b style=${placed({ left: 0, top: 13 })}>${name}</b></div>`;
  const size = msg`head ${row.head + 1}, ${row.dK} numbers`;
  const cells = Math.min(output.perRow, row.dK) * output.cell;
  if (!output.beside) {
    const box = { left: output.left, top: output.top - 20, width: cells };
    return html`<div class="names above" style=${opacity}>
      <div class="ends" style=${placed(box)}><b>${name}</b><span>${size}</span></div>
    </div>`;
  }
  const top = output.top + output.height / 2 - 10;
  return html`<div class="names" style=${opacity}>
    <b class="new" style=${placed({ left: output.left - 132, top, width: 120 })}>${name}</b>
    <span class="what" style=${placed({ left: output.left + cells + 12, top })}>${size}</span>
  </div>`;
}

/** A step's name, its formula, and what there is to say about it; only the name before it began. */
interface RowLabel {
  readonly row: 'scores' | 'scale' | 'softmax' | 'sum';
  readonly top: number;
  readonly name: string;
  readonly begun: boolean;
  /** The formula is below the name, not beside it. */
  readonly stacked: boolean;
  readonly formula: TemplateResult;
  readonly notes: readonly unknown[];
}

function label({ top, name, begun, stacked, formula, notes }: RowLabel): TemplateResult {
  return html`<div class=${['label', begun ? '' : 'todo', stacked ? 'stacked' : ''].join(' ')} style=${placed({ left: 0, top })}>
    <div class="head"><b class="step">${name}</b>${begun ? formula : nothing}</div>
    ${begun ? notes.map((note) => html`<div class="note">${note}</div>`) : nothing}
  </div>`;
}

/** The query at home: it sets out from here. */
function queryStrip({ row, strip, gutter }: ColumnsScene) {
  const width = gutter ? Math.min(strip, gutter - 28) : strip;
  const box = { x: 0, y: 0, width, height: stripHeight };
  const marks = group([cells(row.query, signedScale('query', row.bounds.query), box)], {
    role: 'query',
    object: headObject(row, 'query'),
  });
  return html`<svg class="art marks home" width=${width} height=${stripHeight} aria-hidden="true">${svgMarks([marks], 0)}</svg>`;
}

/** What the marks of the scale step are. */
const scaleKey = (scene: ColumnsScene) =>
  compares(scene)
    ? html`<svg class="art marks" width="116" height="32" aria-hidden="true">
        ${svgMarks(comparedNames(), 0)}
      </svg>`
    : html`<svg class="art marks" width="108" height="16" aria-hidden="true">
        ${svgMarks(scaleNames(3, 10), 0)}
      </svg>`;

function upperLabels(scene: ColumnsScene, time: number): readonly RowLabel[] {
  const { row, y, gutter } = scene;
  const { sum, weights } = softmaxParts(stepProgress(time, 'softmax'));
  return [
    {
      row: 'scores',
      top: gutter ? y.keys - 5 : y.keys - 23,
      name: msg`Score`,
      begun: time > 0,
      stacked: false,
      formula: stepSymbols.scores(row.tokens[row.focus]?.piece ?? ''),
      notes: shows(scene, 'products') ? [queryStrip(scene)] : [],
    },
    {
      row: 'scale',
      top: gutter ? y.axis - 10 : y.axis - 28,
      name: msg`Scale`,
      begun: time > 1,
      stacked: false,
      formula: stepSymbols.scale(row.divisor, row.dK, !!row.biases),
      notes: [scaleKey(scene)],
    },
    {
      row: 'softmax',
      top: gutter ? Math.max(y.bars - 78, y.scaled + 8) : y.scaled + 10,
      name: msg`Softmax`,
      begun: time > 2,
      stacked: gutter > 0,
      formula: stepSymbols.softmax(),
      notes: isDrawn(scene, 'softmax')
        ? [
            html`<span style=${fade(sum)}>${powerSum(row)}</span>`,
            html`<span style=${fade(weights)}>${addUp(row)}</span>`,
          ]
        : [],
    },
  ];
}

const fade = (shown: number) => styled({ opacity: String(shown) });

function lowerLabels(scene: ColumnsScene, time: number): readonly RowLabel[] {
  const { lower, gutter } = scene;
  return [
    {
      row: 'sum',
      top: gutter ? lower.values - 5 : lower.values - 23,
      name: msg`Weighted sum`,
      begun: time > 3,
      stacked: gutter > 0,
      formula: stepSymbols.sum(),
      notes: gutter
        ? [
            html`<span style=${fade(ramp(time, 3.16, 3.3))}>${msgHtml`each value, narrowed<br />to its weight`}</span>`,
          ]
        : [],
    },
  ];
}

/** Names of the rows: in the gutter, or above the rows where there is none. */
export function rowLabels(scene: ColumnsScene, time: number, part: 'upper' | 'lower') {
  const { gutter, y } = scene;
  const all = part === 'upper' ? upperLabels(scene, time) : lowerLabels(scene, time);
  // What is to come gives its room to the matrix of all scores.
  const covered = matrixPresence(scene, time) > 0;
  const labels = all.filter(({ row, begun }) => shows(scene, row) && (begun || !covered));
  const heads =
    part === 'upper' && gutter
      ? html`<div class="hint" data-hint style=${placed({ left: 0, top: y.words + 10 })}>${msg`click a word`}</div>
          <div class="hint small" style=${placed({ left: 0, top: y.words + 37 })}>${msg`id`}</div>
          ${shows(scene, 'arches') ? archHint(scene, time) : nothing}`
      : nothing;
  return html`<div class=${gutter ? 'gutter' : 'gutter inline'} style=${styled({ width: `${gutter}px` })}>
    ${heads}${labels.map(label)}
  </div>`;
}

const px = (x: number) => `${x}px`;

function swap(scene: ColumnsScene, dispatch: Dispatch) {
  const { centres, pitch, y } = scene;
  const x = centres[scene.swap?.token ?? 0] ?? 0;
  const width = Math.max(pitch, 64);
  const left = Math.min(scene.block - width, x - width / 2);
  return swapHandle(scene, { left, top: y.words + 32, width, height: 24 }, dispatch);
}

function upper(scene: ColumnsScene, time: number, dispatch: Dispatch): TemplateResult {
  const { y, block, marks } = scene;
  return html`<div class="part" style=${styled({ height: px(y.end) })}>
    ${rowLabels(scene, time, 'upper')}
    <div class="block" style=${styled({ width: px(block) })}>
      <svg class="art marks" width=${block} height=${y.end} aria-hidden="true">${svgMarks(marks, time)}</svg>
      ${wordHandles(scene, dispatch)}${swap(scene, dispatch)}${scoreQuestions(scene, time, dispatch)}
      ${weightHandles(scene, time, dispatch)}${archHandles(scene, time, dispatch)}${scoreMatrix(scene, time, dispatch)}
    </div>
  </div>`;
}

/** The hairline over the fold, notched at the number that was asked. */
function notch({ gutter, block, centres, why }: ColumnsScene): TemplateResult {
  const x = gutter + (centres[why ?? 0] ?? 0);
  const line = `M0 12.5H${x - 10}L${x} 1.5L${x + 10} 12.5H${gutter + block}`;
  return html`<svg class="notch" width=${gutter + block} height="13" aria-hidden="true">
    <path class="sheet" d="${line}V14H0Z"></path>
    <path class="crease" d=${line}></path>
  </svg>`;
}

function fold(scene: ColumnsScene, dispatch: Dispatch) {
  if (!scene.chain) return nothing;
  return html`${notch(scene)}
    <div class="fold" style=${styled({ width: px(scene.width) })}>
      <div>${foldInFigure(scene.chain, scene.whatIf, scene.width - 28, dispatch)}</div>
    </div>`;
}

function lower(scene: ColumnsScene, time: number, dispatch: Dispatch) {
  if (!shows(scene, 'sum')) return nothing;
  const { block, sum, lower: heights } = scene;
  const height = heights.end + columnsFoot;
  return html`<div class="part" style=${styled({ height: px(height) })}>
    ${rowLabels(scene, time, 'lower')}
    <div class="block" style=${styled({ width: px(block) })}>
      <svg class="art marks" width=${block} height=${height} aria-hidden="true">${svgMarks(sum, time)}</svg>
      ${outputNames(scene, time)} ${outputQuestions(scene, time, dispatch)}
    </div>
  </div>`;
}

/** Highlights the column under a mouse pointer; a touch highlights nothing, nor does a drag. */
function lightUp(scene: ColumnsScene, event: PointerEvent, dispatch: Dispatch): void {
  if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
  const plane = event.currentTarget as HTMLElement;
  const { left, width } = plane.getBoundingClientRect();
  // The page may be zoomed by CSS: the scene counts unzoomed pixels.
  const zoom = width / plane.offsetWidth || 1;
  const x = (event.clientX - left) / zoom - scene.gutter;
  const slot = scene.slots.find(({ centre }) => Math.abs(centre - x) <= scene.pitch / 2);
  const near = slot && !slot.rest ? slot.first : null;
  const over = event.target as Element;
  const token = over.closest('.fold') ? null : near;
  if (token !== scene.hover) dispatch({ type: 'hover', token });
}

/** Whether the columns do not fit and scroll under the gutter. */
function overflows({ gutter, block, width }: ColumnsScene): boolean {
  return gutter + block > width;
}

/** Words as column heads, everything computed for a word in its column. */
export function renderColumns(scene: ColumnsScene, time: number, dispatch: Dispatch) {
  const leave = () => dispatch({ type: 'hover', token: null });
  return html`<div class=${overflows(scene) ? 'scroll wide' : 'scroll'}>
    <div
      class="plane"
      style=${styled({ width: px(scene.gutter + scene.block) })}
      @pointermove=${(event: PointerEvent) => lightUp(scene, event, dispatch)}
      @pointerleave=${leave}
    >
      ${upper(scene, time, dispatch)}${fold(scene, dispatch)}${lower(scene, time, dispatch)}
    </div>
  </div>`;
}
