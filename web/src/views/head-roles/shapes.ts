import { css, html, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import type { StepContext } from '../kit/step-context';
import { weightsOf } from './caption';

export const shapesStyles = css`
  .shapes {
    margin: 8px auto 4px;
    border-collapse: collapse;
    font-size: 13px;
  }
  .shapes caption {
    padding-bottom: 4px;
    color: var(--ink-2);
  }
  .shapes :is(td, th) {
    padding: 2px 10px;
    border-top: 1px solid var(--line);
    text-align: end;
  }
  .shapes th[scope='row'] {
    font-weight: 400;
    text-align: start;
  }
`;

/** The shape of attention in the paper that introduced it: d, and heads. */
const paper = { d: 512, heads: 8 };

/** The shapes of this model's heads beside the paper's, and what one head would take. */
export function shapesTable({ dModel: d, heads }: StepContext): TemplateResult {
  const both = [{ d, heads }, paper];
  const row = (name: unknown, of: (each: typeof paper) => number) =>
    html`<tr><th scope="row">${name}</th>${both.map((each) => html`<td>${grouped(of(each))}</td>`)}</tr>`;
  return html`<table class="shapes">
    <caption>${msgHtml`Shapes, and what the matrices W<sub>Q</sub>, W<sub>K</sub>, W<sub>V</sub> and W<sub>O</sub> of a layer hold`}</caption>
    <tr><td></td><th scope="col">${msg`this model`}</th><th scope="col">${msg`“Attention is all you need”`}</th></tr>
    ${row(msg`d, numbers of a word`, (each) => each.d)} ${row(msg`h, heads`, (each) => each.heads)}
    ${row(html`d<sub>k</sub> = d ÷ h`, (each) => each.d / each.heads)}
    ${row(msg`weights, all heads: h · 4 · d · d ÷ h`, (each) => each.heads * 4 * each.d * (each.d / each.heads))}
    ${row(msg`weights, one head: 4 · d · d`, (each) => weightsOf(each.d))}
  </table>`;
}
