import { html, nothing, svg, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import type { Explanation, Powers } from '../state/dataflow/explanation';
import type { Term } from '../state/dataflow/expression';
import type { Context } from '../state/dataflow/naming';
import type { Operand } from '../state/dataflow/reader';
import { positive } from '../state/format';
import { type Ranked, rank } from '../state/why';
import { msg } from '../words/msg';
import { named, operand, part, type Scope } from './why-operand';

/** A sum of at most this many terms is written out in its order. */
const writtenOut = 16;
/** Of a longer one, so many of the largest. */
const largest = 12;

/** A bar from the middle: to the right for what adds, to the left for what takes away. */
function signedBar(value: number, bound: number): TemplateResult {
  const length = bound > 0 ? (24 * Math.abs(value)) / bound || 0 : 0;
  const x = value < 0 ? 24 - length : 24;
  return html`<svg viewBox="0 0 48 12" aria-hidden="true">
    ${svg`<rect x=${x} y="1" width=${length} height="10"
        fill=${value < 0 ? 'var(--negative)' : 'var(--ink)'}></rect>
      <path d="M24 0v12" stroke="var(--ink-2)" stroke-width="1"></path>`}
  </svg>`;
}

function line({ term, place }: Ranked, bound: number, scope: Scope): TemplateResult {
  const factors = term.factors.map(
    (factor, i) => html`${i ? html`<span>×</span>` : nothing}${operand(factor, scope)}`,
  );
  return html`<li>
    <span class="place">${place + 1}</span>
    ${factors}<span>=</span>
    <span>${part(scope, term.value)}</span>${signedBar(term.value, bound)}
  </li>`;
}

/** The products of a sum, each with a signed bar, the largest first where they are many. */
function products(terms: readonly Term[], scope: Scope): TemplateResult {
  const { length } = terms;
  const { shown, rest } = rank(terms, length <= writtenOut ? length : largest);
  const bound = Math.max(...shown.map(({ term }) => Math.abs(term.value)));
  return html`<p class="about">
      ${rest ? msg`${length} products add up; the ${shown.length} largest of them:` : msg`${length} products add up:`}
    </p>
    <ol class="terms">
      ${shown.map((ranked) => line(ranked, bound, scope))}
    </ol>
    ${rest ? html`<p class="rest">${msgHtml`the other ${rest.count} together ${part(scope, rest.sum)}`}</p>` : nothing}`;
}

/** Whose a score is: a word's of the sentence; a logit's, a piece's of the vocabulary. */
function scoredWord({ cell }: Operand, i: number, { graph, tokens, vocabulary }: Context) {
  const ofPieces = graph.tensors.get(cell.name)?.label.axes === 'piece';
  return ofPieces ? vocabulary[i] : tokens[i]?.piece;
}

function powerLine({ scores, powers, own }: Powers, i: number, scope: Scope): TemplateResult {
  const score = scores[i] as Operand;
  const power = powers[i] ?? 0;
  const word = scoredWord(score, i, scope.why.context);
  const width = power === Number.POSITIVE_INFINITY ? 64 : (64 * power) / Math.max(...powers) || 0;
  return html`<li class=${i === own ? 'own' : ''}>
    <span class="word">${word}</span>${operand(score, scope)}<span>${positive(power, 4)}</span>
    <svg viewBox="0 0 64 12" aria-hidden="true">
      ${svg`<rect x="0" y="1" width=${width} height="10" fill="var(--weight)"></rect>`}
    </svg>
  </li>`;
}

/** Each word's score and its power of e; of very many words the largest, and the cell's own. */
function powers(of: Powers, scope: Scope): TemplateResult {
  const ranked = of.powers.map((_, i) => i);
  const many = ranked.length > 4 * largest;
  if (many) ranked.sort((a, b) => (of.powers[b] ?? 0) - (of.powers[a] ?? 0));
  const shown = many ? ranked.filter((i, place) => place < largest || i === of.own) : ranked;
  const rest = of.sum - shown.reduce((sum, i) => sum + (of.powers[i] ?? 0), 0);
  return html`<ol class="terms powers">
      ${shown.map((i) => powerLine(of, i, scope))}
    </ol>
    ${
      many
        ? html`<p class="rest">${msg`the other ${ranked.length - shown.length} together ${positive(Math.max(0, rest), 4)}`}</p>`
        : nothing
    }`;
}

/** Numbers that are added: those furthest from zero as handles, the others as one. */
export function largestNumbers(numbers: readonly Operand[], scope: Scope): TemplateResult {
  const order = [...numbers].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const rest = order.slice(largest).reduce((sum, { value }) => sum + value, 0);
  const count = numbers.length - largest;
  return html`( ${order.slice(0, largest).map((each, i) => html`${i > 0 ? '+' : ''} ${operand(each, scope)}`)}
    ${count > 0 ? html`<span class="rest">${msgHtml`+ ${part(scope, rest)} from ${count} others`}</span>` : nothing}
    )`;
}

/** What of an explanation is too long for its line. */
export function list(of: Explanation['list'], scope: Scope): TemplateResult | typeof nothing {
  switch (of?.kind) {
    case 'terms':
      return products(of.terms, scope);
    case 'powers':
      return powers(of, scope);
    case 'numbers':
      return html`<p class="sum">${of.numbers.slice(0, largest).map((each) => named(each, scope))}
        ${of.numbers.length > largest ? html`<span class="rest">${msg`and ${of.numbers.length - largest} others`}</span>` : nothing}</p>`;
    default:
      return nothing;
  }
}
