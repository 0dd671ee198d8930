import { html, nothing, type TemplateResult } from 'lit';
import { signedScale } from '../../render/color';
import { ramp } from '../../render/motion';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import { stepProgress } from '../../state/timeline';
import { stepSymbols } from '../../widgets/formula';
import { msg } from '../../words/msg';
import { cells, group } from '../kit/marks';
import { svgMarks } from '../kit/svg-marks';
import { archHint } from './arch-handles';
import { addUp, headObject, powerSum } from './attention-row';
import { placed } from './handles';
import { matrixPresence } from './matrix-layout';
import { comparedNames, compares, scaleNames } from './scale-marks';
import { type ColumnsScene, type FigureScene, shows, stripHeight } from './scene';
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
      ? html`<div class="hint" style=${placed({ left: 0, top: y.words + 10 })}>${msg`click a word`}</div>
          <div class="hint small" style=${placed({ left: 0, top: y.words + 37 })}>${msg`id`}</div>
          ${shows(scene, 'arches') ? archHint(scene, time) : nothing}`
      : nothing;
  return html`<div class=${gutter ? 'gutter' : 'gutter inline'} style=${styled({ width: `${gutter}px` })}>
    ${heads}${labels.map(label)}
  </div>`;
}
