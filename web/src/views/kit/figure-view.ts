import { type CSSResultGroup, css, html, nothing, type TemplateResult } from 'lit';
import type { Encoding } from '../../model/protocol';
import type { Dispatch } from '../../state/actions';
import { weight } from '../../state/format';
import { viewOf } from '../../state/views';
import { nothingWanted, type Wants } from '../../state/what-if/ask';
import { formulaStyles } from '../../widgets/formula';
import { msg } from '../../words/msg';
import { createStage, type Stage } from '../stage';
import type { View } from '../view';
import type { FigureContext, HostedFigure } from './hosted-figure';
import type { Scene } from './scene';
import { type StepContext, stepContextOf } from './step-context';
import { type Draw, sceneOf, stepView } from './step-view';
import { stepStyles } from './styles.css';

/** What is above and below the drawing. */
export interface Around {
  readonly above?: (dispatch: Dispatch) => unknown;
  readonly beneath?: (dispatch: Dispatch) => unknown;
}

interface FigureScene extends Scene {
  readonly around: Around;
}

/** What there is to a figure beside its drawing. */
export interface Parts {
  /** Of what is around it. */
  readonly styles?: CSSResultGroup;
  readonly around?: (m: StepContext) => Around;
  readonly wants?: (m: StepContext) => Partial<Wants>;
}

/** A step view with controls of its own; it shows the numbers, whichever way the timeline plays. */
function figureView(id: string, draw: Draw, { around }: Parts): View<FigureScene> {
  const plain = stepView(id, draw);
  return {
    ...plain,
    layout(state, size) {
      const forward = { ...state, backward: false };
      const m = stepContextOf(forward, size.width);
      return { ...sceneOf(id, draw, forward, size), around: (m && around?.(m)) ?? {} };
    },
    between: (from, to, t) => ({ ...to, ...plain.between?.(from, to, t) }),
    speech: ({ caption }) => caption.join(' ').trim(),
    render: (scene, time, dispatch, answer) =>
      html`${scene.around.above?.(dispatch)}${plain.render(scene, time, dispatch, answer)}${scene.around.beneath?.(dispatch)}`,
  };
}

const ownStyles = css`
  :host {
    display: block;
    color: var(--ink);
  }
`;

/** What is below a view is set apart from it. */
const moreStyles = css`
  :host {
    margin-top: 16px;
    padding-top: 12px;
    border-top: 1px solid var(--line);
  }
`;

/** A figure of another file that is drawn as a step is, with controls of its own. */
export function drawnFigure(id: string, draw: Draw, parts: Parts = {}): HostedFigure {
  const view = figureView(id, draw, parts);
  const more = viewOf(id) === undefined;
  const stageOf = ({ kept }: FigureContext): Stage => kept('stage', createStage(view));
  return {
    styles: [stepStyles, formulaStyles, ownStyles, more ? moreStyles : [], parts.styles ?? []],
    wants({ state, size }) {
      const m = stepContextOf(state, size.width);
      return (m && parts.wants?.(m)) ?? nothingWanted;
    },
    draw(m) {
      const stage = stageOf(m);
      stage.animate = m.animate;
      return stage.draw(m.state, m.size, m.dispatch);
    },
    speech: (m) => stageOf(m).speech(m.state),
  };
}

/** A head's weights as numbers. */
interface WeightsTable {
  readonly caption: string;
  readonly encoding: Encoding;
  /** The words that have a row and a column. */
  readonly words: readonly number[];
  readonly row: (query: number) => ArrayLike<number>;
}

/** Closed at first; drawn only where tables are open. */
export function weightsTable(
  { state, dispatch }: FigureContext,
  { caption, encoding, words, row }: WeightsTable,
): TemplateResult {
  const piece = (i: number) => encoding.tokens[i]?.piece;
  const toggle = (event: Event) =>
    dispatch({ type: 'tables', open: (event.target as HTMLDetailsElement).open });
  return html`<details class="tables" ?open=${state.tables} @toggle=${toggle}>
    <summary>${msg`The weights as a table`}</summary>
    ${
      state.tables
        ? html`<div tabindex="0"><table>
          <caption>${caption}</caption>
          <tr><td></td>${words.map((i) => html`<th scope="col">${piece(i)}</th>`)}</tr>
          ${words.map((query) => html`<tr><th scope="row">${piece(query)}</th>${words.map((key) => html`<td>${weight(row(query)[key] ?? 0)}</td>`)}</tr>`)}
        </table></div>`
        : nothing
    }
  </details>`;
}

/** Numbers of a drawing that are not cells of its tensors, for whoever cannot see it. */
export interface NumberTable {
  readonly title: string;
  /** Over each column but the first. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...values: string[]])[];
}

/** The numbers as a table, folded until they are asked for. */
export const numberTable = ({ title, columns, rows }: NumberTable): TemplateResult =>
  html`<details class="tables">
    <summary>${msg`${title}, as a table`}</summary>
    <div tabindex="0"><table>
      <caption>${title}</caption>
      <tr><td></td>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
      ${rows.map(
        ([name, ...values]) => html`<tr>
          <th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}
        </tr>`,
      )}
    </table></div>
  </details>`;
