import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import type { Expression, Term } from '../state/dataflow/expression';
import { positive } from '../state/format';
import type { Why } from '../state/why';
import { msg } from '../words/msg';
import { type Follow, named, part, type Scope, written } from './why-operand';
import { largestNumbers, list } from './why-terms';

/** A sum of single numbers is written out; products have a list above the line. */
function sum(terms: readonly Term[], scope: Scope): TemplateResult {
  const total = terms.reduce((all, { value }) => all + value, 0);
  if (terms.some(({ factors }) => factors.length > 1))
    return msgHtml`all ${terms.length} together ${part(scope, total)}`;
  return largestNumbers(
    terms.flatMap(({ factors }) => factors),
    scope,
  );
}

/** An expression in numbers, in a line of text; each operand leads on to its own cell. */
function line(e: Expression, scope: Scope): TemplateResult {
  const inner = (part: Expression) => line(part, scope);
  switch (e.kind) {
    case 'operand':
      return named(e.operand, scope);
    case 'value':
      return html`<span class="part">${part(scope, e.value, e.digits)}<small>${e.of}</small></span>`;
    case 'positive':
      return html`${positive(e.value, 4)}`;
    case 'constant':
    case 'letter':
    case 'operator':
      return html`<span>${e.text}</span>`;
    case 'row':
      return html`${e.parts.map(inner)}`;
    case 'fraction':
      return html`${inner(e.over)} <span>÷</span> ${inner(e.under)}`;
    case 'power':
      return html`<span>${inner(e.base)}<sup>${inner(e.exponent)}</sup></span>`;
    case 'root':
      return html`<span>√(</span> ${inner(e.of)} <span>)</span>`;
    case 'sum':
      return sum(e.terms, scope);
    case 'either':
      return inner(e.numbers);
  }
}

/** How a number came about: in a sentence, in what is too long for a line, and in a line. */
export function arithmetic(why: Why, follow: Follow): TemplateResult {
  const { explanation, cell } = why;
  if (!explanation) return html`<p class="about">${msg`Fetching the model’s numbers …`}</p>`;
  const scope: Scope = { why, follow };
  const { about, written: right } = explanation;
  const value = why.changes.length > 0 ? explanation.value : why.value;
  return html`${about ? html`<p class="about">${about}</p>` : nothing}${list(explanation.list, scope)}
    ${right ? html`<p class="sum">${line(right, scope)} = <b>${written(cell.name, value)}</b></p>` : nothing}`;
}
