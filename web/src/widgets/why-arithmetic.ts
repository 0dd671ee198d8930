import { html, type TemplateResult } from 'lit';
import { signed } from '../render/format';
import type { Explanation, Operand } from '../state/dataflow/explain';
import { activationFormulas, nameOf } from '../state/dataflow/naming';
import { angle } from '../state/dataflow/recompute';
import type { Why } from '../state/why';
import { type Follow, operand, type Scope } from './why-operand';
import { dot, meanOf, shares } from './why-terms';

/** An operand with its symbol beneath. */
function part(o: Operand, scope: Scope, symbol = nameOf(o.cell, scope.why.context).symbol) {
  return html`<span class="part">${operand(o, scope)}<small>${symbol}</small></span>`;
}

const plain = (value: string, label: string) =>
  html`<span class="part">${value}<small>${label}</small></span>`;

const result = ({ why }: Scope) => html`= <b>${signed(why.value, 3)}</b>`;

function given(by: 'training' | 'tokenizer'): TemplateResult {
  return html`<p class="about">
    ${
      by === 'training'
        ? 'Learned in training, and the same for every sentence: here the way back ends.'
        : 'The place of the word in the vocabulary: here the way back ends.'
    }
  </p>`;
}

function position(e: Extract<Explanation, { kind: 'position' }>, scope: Scope): TemplateResult {
  const { wave, entries } = e;
  if (!wave && entries.length === 0)
    return html`<p class="about">This model adds no positions: the number is 0.</p>`;
  const sine =
    wave &&
    html`<span class="part"
      >${wave.fn}(${wave.position} ÷ 10000<sup>${wave.pair}/${wave.d}</sup>)
      <small>${wave.fn}(${signed(angle(wave), 4)})</small></span
    >`;
  return html`<p class="sum">
    ${sine}${entries.map((entry, i) => html`${wave || i > 0 ? '+' : ''} ${part(entry, scope)}`)}
    ${result(scope)}
  </p>`;
}

function norm(e: Extract<Explanation, { kind: 'norm' }>, scope: Scope): TemplateResult {
  return html`<p class="about">Its own distance from the mean, measured in standard deviations, stretched by γ and moved by β.</p>
    <p class="sum">
      ( ${part(e.x, scope, 'x')} − ${part(e.mean, scope)} ) × ${part(e.rstd, scope)} ×
      ${part(e.gamma, scope)} + ${part(e.beta, scope)} ${result(scope)}
    </p>`;
}

function rstd(e: Extract<Explanation, { kind: 'rstd' }>, scope: Scope): TemplateResult {
  const d = e.terms.length;
  const variance = e.terms.reduce((sum, { value }) => sum + (value - e.mean.value) ** 2, 0) / d;
  return html`<p class="sum">
      1 ÷ √( ${plain(signed(variance, 4), `mean of ${d} squared distances from μ`)} +
      ${plain(String(e.eps), 'ε')} ) ${result(scope)}
    </p>
    <p class="about">μ = ${operand(e.mean, scope)}; the numbers:</p>
    ${meanOf(e.terms, scope)}`;
}

function lookup(e: Extract<Explanation, { kind: 'lookup' }>, scope: Scope): TemplateResult {
  const scaled = e.scale !== 1;
  return html`<p class="about">Row ${operand(e.id, scope)} of the word table${
    scaled ? ', times √d' : ''
  }.</p>
    <p class="sum">
      ${part(e.entry, scope)} ${scaled ? html`× ${plain(signed(e.scale, 3), '√d')}` : ''}
      ${result(scope)}
    </p>`;
}

/** How a number came about, in the form that its kind of arithmetic has. */
export function arithmetic(e: Explanation, why: Why, follow: Follow): TemplateResult {
  const scope: Scope = { why, follow };
  switch (e.kind) {
    case 'given':
      return given(e.by);
    case 'lookup':
      return lookup(e, scope);
    case 'position':
      return position(e, scope);
    case 'sum':
      return html`<p class="sum">${part(e.a, scope)} + ${part(e.b, scope)} ${result(scope)}</p>`;
    case 'dot':
      return dot(e, scope);
    case 'softmax':
      return shares(e, scope);
    case 'mean':
      return html`<p class="about">The mean of ${e.terms.length} numbers:</p>
        ${meanOf(e.terms, scope)}`;
    case 'rstd':
      return rstd(e, scope);
    case 'norm':
      return norm(e, scope);
    case 'activation':
      return html`<p class="about">f(u) = ${activationFormulas[e.activation]}</p>
        <p class="sum">f( ${part(e.x, scope)} ) ${result(scope)}</p>`;
    case 'same':
      return html`<p class="about">The same number under another name:</p>
        <p class="sum">${part(e.x, scope)} ${result(scope)}</p>`;
  }
}
