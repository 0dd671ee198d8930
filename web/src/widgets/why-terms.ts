import { html, svg, type TemplateResult } from 'lit';
import { positive, signed, weight } from '../render/format';
import type { Explanation, Operand } from '../state/dataflow/explain';
import { exponentials } from '../state/dataflow/recompute';
import { type Ranked, rank } from '../state/why';
import { operand, type Scope } from './why-operand';

/** A sum of at most this many terms is written out in its order. */
const writtenOut = 16;
/** Of a longer one, so many of the largest. */
const largest = 12;

/** A bar from the middle: to the right for what adds, to the left for what takes away. */
function signedBar(value: number, bound: number): TemplateResult {
  const length = bound > 0 ? (24 * Math.abs(value)) / bound : 0;
  const x = value < 0 ? 24 - length : 24;
  return html`<svg viewBox="0 0 48 12" aria-hidden="true">
    ${svg`<rect x=${x} y="1" width=${length} height="10"
        fill=${value < 0 ? 'var(--negative)' : 'var(--ink)'}></rect>
      <path d="M24 0v12" stroke="var(--ink-2)" stroke-width="1"></path>`}
  </svg>`;
}

function line({ product, place }: Ranked, bound: number, scope: Scope): TemplateResult {
  return html`<li>
    <span class="place">${place + 1}</span>
    ${operand(product.a, scope)}<span>×</span>${operand(product.b, scope)}<span>=</span>
    <span>${signed(product.value, 3)}</span>${signedBar(product.value, bound)}
  </li>`;
}

/** A dot product: each a × b = product with a signed bar, the largest first when they are many. */
export function dot(e: Extract<Explanation, { kind: 'dot' }>, scope: Scope): TemplateResult {
  const count = e.products.length;
  const { shown, rest } = rank(e.products, count <= writtenOut ? count : largest);
  const bound = Math.max(...shown.map(({ product }) => Math.abs(product.value)));
  const sum = e.products.reduce((total, product) => total + product.value, 0);
  return html`<p class="about">
      ${count} products add up${rest ? html`; the ${shown.length} largest of them:` : ':'}
    </p>
    <ol class="terms">
      ${shown.map((ranked) => line(ranked, bound, scope))}
    </ol>
    <p class="sum">
      ${rest ? html`<span class="rest">the other ${rest.count} together ${signed(rest.sum, 3)};</span>` : ''}
      all ${count} together ${signed(sum, 3)}
      ${e.bias ? html`+ ${operand(e.bias, scope)} <small>bias</small>` : ''} =
      <b>${signed(scope.why.value, 3)}</b>
    </p>`;
}

/** e to each scaled score, their sum, and the share that the cell's own has of it. */
export function shares(e: Extract<Explanation, { kind: 'softmax' }>, scope: Scope): TemplateResult {
  const powers = exponentials(e.scores, e.divisor);
  const sum = powers.reduce((total, power) => total + power, 0);
  const own = powers[e.own] ?? 0;
  const scaled = e.scores.map((score) => score.value / e.divisor);
  const most = Math.max(...scaled);
  const divisor = signed(e.divisor ** 2, 0);
  return html`<p class="about">
      Each score s ÷ √${divisor}, less the largest of them (${signed(most, 3)}, so that no power
      overflows), becomes a power of e; the weight is its share of the sum.
    </p>
    <ol class="terms shares">
      ${e.scores.map((score, i) => shareLine(score, i, powers[i] ?? 0, e.own, scope))}
    </ol>
    <p class="sum">
      ${positive(own, 4)} ÷ ${positive(sum, 4)} = <b>${weight(scope.why.value, 4)}</b>
    </p>`;
}

function shareLine(
  score: Operand,
  i: number,
  power: number,
  own: number,
  scope: Scope,
): TemplateResult {
  const word = scope.why.context.tokens[score.cell.index[2] ?? 0]?.piece;
  return html`<li class=${i === own ? 'own' : ''}>
    <span class="word">${word}</span>${operand(score, scope)}<span>${positive(power, 4)}</span>
    <svg viewBox="0 0 64 12" aria-hidden="true">
      ${svg`<rect x="0" y="1" width=${64 * power} height="10" fill="var(--weight)"></rect>`}
    </svg>
  </li>`;
}

/** Numbers that are averaged: those furthest from zero as handles, the others as one sum. */
export function meanOf(terms: readonly Operand[], scope: Scope): TemplateResult {
  const order = [...terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const shown = order.slice(0, largest);
  const rest = order.slice(largest).reduce((sum, { value }) => sum + value, 0);
  const sum = order.reduce((total, { value }) => total + value, 0);
  return html`<p class="sum">
    ( ${shown.map((term, i) => html`${i > 0 ? '+' : ''} ${operand(term, scope)}`)}
    ${
      terms.length > largest
        ? html`<span class="rest">+ ${signed(rest, 3)} from ${terms.length - largest} others</span>`
        : ''
    }
    ) ÷ ${terms.length} = <b>${signed(sum / terms.length, 3)}</b>
  </p>`;
}
