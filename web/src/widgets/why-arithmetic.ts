import { html, nothing, svg, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import type { Operand } from '../state/dataflow/cell';
import type { Explanation, Expression, Powers, Term } from '../state/dataflow/explanation';
import { type Names, nameOf } from '../state/dataflow/naming';
import { positive } from '../state/format';
import { type Ranked, rank } from '../state/why';
import { msg } from '../words/msg';
import { named, operand, part, type Scope } from './why-list';

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

function termLine({ term, place }: Ranked, bound: number, scope: Scope): TemplateResult {
  const { name, factors, value, written } = term;
  const arithmetic = written
    ? html`<span class="whole">${line(written, scope, inNumbers(scope))}</span>`
    : factors.map((each, i) => html`${i ? html`<span>×</span>` : nothing}${operand(each, scope)}`);
  const result = html`<span>=</span> <span>${part(scope, value)}</span>`;
  const isPlain = !written && factors.length === 1;
  return html`<li class=${isPlain ? 'plain' : ''}>
    <span class="place">${name ?? place + 1}</span>
    ${arithmetic}${isPlain ? nothing : result}${signedBar(value, bound)}
  </li>`;
}

/** The products of a sum, each with a signed bar, the largest first where they are many. */
function products(terms: readonly Term[], scope: Scope): TemplateResult {
  const { length } = terms;
  const { shown, rest } = rank(terms, length <= writtenOut ? length : largest);
  const bound = Math.max(...shown.map(({ term }) => Math.abs(term.value)));
  const areProducts = terms.every(({ factors }) => factors.length > 1);
  const told = areProducts
    ? rest
      ? msg`${length} products add up; the ${shown.length} largest of them:`
      : msg`${length} products add up:`
    : rest
      ? msg`${length} numbers add up; the ${shown.length} largest:`
      : msg`${length} numbers add up:`;
  return html`<p class="about">${told}</p>
    <ol class="terms">
      ${shown.map((ranked) => termLine(ranked, bound, scope))}
    </ol>
    ${rest ? html`<p class="rest">${msgHtml`the other ${rest.count} add up to ${part(scope, rest.sum)}`}</p>` : nothing}`;
}

/** Whose a score is: a word's of the sentence; a logit's, a piece's of the vocabulary. */
function scoredWord({ cell }: Operand, i: number, { graph, vocabulary, ...of }: Names) {
  const { axes, isSource } = graph.tensors.get(cell.name)?.label ?? {};
  if (axes === 'piece') return (of.answers ?? vocabulary)[i];
  return isSource || axes === 'head and source pair'
    ? of.source?.[i]?.piece
    : (of.words ?? of.tokens.map(({ piece }) => piece))[i];
}

function powerLine({ scores, powers, own }: Powers, i: number, scope: Scope): TemplateResult {
  const score = scores[i] as Operand;
  const power = powers[i] ?? 0;
  const word = scoredWord(score, i, scope.context);
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
        ? html`<p class="rest">${msg`the other ${ranked.length - shown.length} add up to ${positive(Math.max(0, rest), 4)}`}</p>`
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

/** A sum of single numbers is written out; products have a list above the line. */
function sum(terms: readonly Term[], scope: Scope): TemplateResult {
  const total = terms.reduce((all, { value }) => all + value, 0);
  if (terms.some(({ factors }) => factors.length > 1))
    return msgHtml`all ${terms.length} add up to ${part(scope, total)}`;
  return largestNumbers(
    terms.flatMap(({ factors }) => factors),
    scope,
  );
}

/** What reads differently in symbols and in numbers. */
interface Notation {
  operand(of: Operand, index: string): TemplateResult;
  sum(of: Expression, terms: readonly Term[]): TemplateResult;
  readonly either: 'symbols' | 'numbers';
}

/** "W_Q" with its Q lowered, and an index behind it. */
function symbol({ cell }: Operand, index: string, context: Names): TemplateResult {
  const [letter, below = ''] = nameOf(cell, context).symbol.split('_');
  const script = [below, index].filter(Boolean).join(',');
  return html`<i>${letter}</i>${script ? html`<sub>${script}</sub>` : nothing}`;
}

const inSymbols = (scope: Scope): Notation => ({
  operand: (of, index) => symbol(of, index, scope.context),
  sum: (of) => html`<span>∑</span> ${line(of, scope, inSymbols(scope))}`,
  either: 'symbols',
});

/** Each operand leads on to its own cell. */
const inNumbers = (scope: Scope): Notation => ({
  operand: (of) => named(of, scope),
  sum: (_, terms) => sum(terms, scope),
  either: 'numbers',
});

/** An expression in a line of text. */
function line(e: Expression, scope: Scope, notation: Notation): TemplateResult {
  const inner = (part: Expression) => line(part, scope, notation);
  switch (e.kind) {
    case 'operand':
      return notation.operand(e.operand, e.index);
    case 'value':
      return html`<span class="part">${part(scope, e.value, e.digits)}<small>${e.of}</small></span>`;
    case 'positive':
      return html`${positive(e.value, 4)}`;
    case 'constant':
    case 'operator':
      return html`<span>${e.text}</span>`;
    case 'letter':
      return html`<i>${e.text.split('_').map((text, i) => (i > 0 ? html`<sub>${text}</sub>` : text))}</i>`;
    case 'row':
      return html`${e.parts.map(inner)}`;
    case 'fraction':
      return html`${inner(e.over)} <span>÷</span> ${inner(e.under)}`;
    case 'power':
      return html`<span>${inner(e.base)}<sup>${inner(e.exponent)}</sup></span>`;
    case 'root':
      return html`<span>√(</span> ${inner(e.of)} <span>)</span>`;
    case 'sum':
      return notation.sum(e.of, e.terms);
    case 'either':
      return inner(e[notation.either]);
  }
}

/** How a number came about: in a sentence, in what is too long for a line, and in a line. */
export function arithmetic(
  { about, list: long, written }: Explanation,
  result: string,
  scope: Scope,
): TemplateResult {
  return html`${about ? html`<p class="about">${about}</p>` : nothing}${list(long, scope)}
    ${written ? html`<p class="sum">${line(written, scope, inNumbers(scope))} = <b>${result}</b></p>` : nothing}`;
}

/** The formula that it follows, in symbols. */
export const formulaLine = (written: Expression, scope: Scope): TemplateResult =>
  html`<p class="formula">${line(written, scope, inSymbols(scope))}</p>`;
