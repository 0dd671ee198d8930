import { css, html, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { quoted } from '../../state/dataflow/naming';
import { weight } from '../../state/format';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { askedAbout, type Question } from '../kit/question';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';
import { leftOf, type Muted, mutedOf, weightiest } from './muted';

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
    <caption>${msgHtml`Shapes, and how many weights a layer’s matrices W<sub>Q</sub>, W<sub>K</sub>, W<sub>V</sub> and W<sub>O</sub> hold`}</caption>
    <tr><td></td><th scope="col">${msg`this model`}</th><th scope="col">${msg`“Attention is all you need”`}</th></tr>
    ${row(msg`d, numbers per word`, (each) => each.d)} ${row(msg`h, heads`, (each) => each.heads)}
    ${row(html`d<sub>k</sub> = d ÷ h`, (each) => each.d / each.heads)}
    ${row(msg`weights, all heads: h · 4 · d · d ÷ h`, (each) => each.heads * 4 * each.d * (each.d / each.heads))}
    ${row(msg`weights, one head: 4 · d · d`, (each) => weightsOf(each.d))}
  </table>`;
}

/** The numbers of the four matrices of attention: all heads together, or one that is as wide. */
export const weightsOf = (d: number): number => 4 * d * d;

/** Heads that turn the answer when they are muted. */
const turning = (m: StepContext, { without, piece }: Muted): readonly number[] =>
  without.flatMap(({ best }, head) => (m.model.vocabulary[best] === piece ? [] : [head + 1]));

function muted(m: StepContext, hidden: boolean): string {
  const found = mutedOf(m);
  if (!found) return msg`This model has no prediction head, so there is no answer to lose.`;
  const worst = weightiest(m, found);
  if (worst === null) return msg`Muted so far: ${found.without.length} of ${m.heads} heads.`;
  if (hidden)
    return msg`What remains of the answer without each head is shown once you have guessed.`;
  const left = weight(leftOf(found.without[worst] ?? { best: 0, probability: 0, asked: [] }));
  const turns = turning(m, found);
  const said =
    turns.length === 0
      ? msg`no single head turns it`
      : turns.length === 1
        ? msg`muting head ${turns[0]} alone turns it`
        : msg`muting head ${turns.slice(0, -1).join(', ')} or ${turns.at(-1)} alone turns it`;
  return msg`${quoted(found.piece)} at ${quoted(m.word)} has a probability of ${weight(found.probability)}; without head ${worst + 1}, ${left}, and ${said}.`;
}

export function captionOf(m: StepContext, hidden: boolean): Caption {
  const { dModel: d, heads, dK } = m;
  return [
    msg`Each head turns all ${d} numbers of a word into a query, a key and a value of ${dK}; ${heads} heads side by side make ${d} again. That takes ${grouped(weightsOf(d))} weights, as many as one head with ${d} numbers would; only the scores are multiplied by ${heads}.`,
    muted(m, hidden),
  ];
}

/** Which head of the layer the answer hangs on most; null while that is not known. */
export function questionOf(m: StepContext): Question | null {
  const found = mutedOf(m);
  const worst = found && weightiest(m, found);
  if (!found || worst === null || m.heads < 2) return null;
  const left = weight(leftOf(found.without[worst] ?? { best: 0, probability: 0, asked: [] }));
  return {
    id: 'head',
    of: askedAbout(m, m.layer, m.focus, found.piece),
    asks: msg`Which head of layer ${m.layer + 1} does ${quoted(found.piece)} at ${quoted(m.word)} need most?`,
    options: Array.from({ length: m.heads }, (_, head) => String(head + 1)),
    right: worst,
    why: msg`Without head ${worst + 1}, ${left} remains of ${weight(found.probability)}.`,
  };
}
