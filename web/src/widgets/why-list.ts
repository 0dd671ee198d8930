import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { type Role, signedScale } from '../render/color';
import { msgHtml } from '../render/msg-html';
import { styled } from '../render/styled';
import { type Cell, cellText, isGradient, type Operand } from '../state/dataflow/cell';
import { type Names, nameOf } from '../state/dataflow/naming';
import { divisorText, fine, positive, signed, weight } from '../state/format';
import type { WeightChain } from '../state/weight-chain';
import type { Why } from '../state/why';
import { msg, msgParts } from '../words/msg';
import { vectorStrip } from './vector-strip';

export type Follow = (cell: Cell) => void;

/** What the parts of an answer need: what its cells are called, and where its operands lead. */
export interface Scope {
  readonly context: Names;
  /** It is of a gradient, whose numbers are of any size. */
  readonly isGradient: boolean;
  /** Goes to an operand; null where it leads nowhere. */
  readonly follow: (operand: Operand) => (() => void) | null;
}

export const scopeOf = (
  { cell, context }: Pick<Why, 'cell' | 'context'>,
  follow: Follow,
): Scope => ({
  ...{ context, isGradient: isGradient(cell.name) },
  follow:
    ({ cell: to }) =>
    () =>
      follow(to),
});

/** A number as its kind is written: weights as `.521`, ids whole, others signed. */
export function written(name: string, value: number, digits = 3): string {
  if (isGradient(name)) return fine(value);
  if (name.endsWith('.weights')) return weight(value, digits);
  if (name === 'tokens.ids') return String(value);
  return signed(value, digits);
}

/** A part of an answer that no cell holds: of a gradient, of any size. */
export const part = ({ isGradient: any }: Scope, value: number, digits = 3): string =>
  any ? fine(value) : signed(value, digits);

/** A number that leads on to its own cell. */
export function operand(of: Operand, { context, follow }: Scope, digits = 3): TemplateResult {
  const { cell, value } = of;
  const { what, where, role } = nameOf(cell, context);
  const text = written(cell.name, value, digits);
  const lead = follow(of);
  if (!lead) return html`<span class="hue-${role}">${text}</span>`;
  return html`<button class="operand hue-${role}" data-cell=${cellText(cell)} title="${what}, ${where}"
    aria-label="${text}, ${what}, ${where}" @click=${lead}>${text}</button>`;
}

/** The same with its symbol below. */
export function named(of: Operand, scope: Scope): TemplateResult {
  const { symbol } = nameOf(of.cell, scope.context);
  return html`<span class="part">${operand(of, scope)}<small>${symbol}</small></span>`;
}

/** `√16`: what scores are divided by. */
export const divisorOf = (n: WeightChain): string => divisorText(n.divisor, n.dK);

const divisorInWords = (n: WeightChain): string =>
  divisorOf(n).replace('√', msg`the square root of `);

/** The chain in words, for whoever cannot see the tree. */
export function whyInWords(n: WeightChain): string {
  const power =
    n.shift === 0 ? signed(n.scaled, 3) : `(${signed(n.scaled, 3)} − ${signed(n.shift, 3)})`;
  return (
    msg`${weight(n.weight, 4)} is ${positive(n.power)} divided by ${positive(n.sum)}. ` +
    msg`${positive(n.power)} is e to the ${power}, ${positive(n.sum)} the sum over ${n.terms.length} words. ` +
    (n.divisor === 1
      ? ''
      : msg`${signed(n.scaled, 3)} is the score ${signed(n.score, 3)} divided by ${divisorInWords(n)}. `) +
    msg`The score is a sum of ${n.dK} products: query of ${n.from} times key of ${n.to}.`
  );
}

/** How a list of products is set: columns beside each other, and decimals. */
export interface OperandGrid {
  readonly columns: number;
  readonly digits: number;
}

type Operands = Pick<WeightChain, 'query' | 'key' | 'products'>;

const letter = 5.7;
const columnGap = 14;

function lineLength(n: Operands, digits: number): number {
  const line = (p: number, i: number) =>
    signed(n.query[i] ?? 0, digits) + signed(n.key[i] ?? 0, digits) + signed(p, digits);
  return Math.max(...n.products.map((p, i) => line(p, i).length)) + 6;
}

/** Three decimals where two columns of them fit, else two. */
export function operandGrid(n: Operands, width: number): OperandGrid {
  const fit = (digits: number) =>
    Math.floor((width + columnGap) / (lineLength(n, digits) * letter + columnGap));
  const digits = fit(3) >= 2 ? 3 : 2;
  return { columns: Math.max(1, fit(digits)), digits };
}

/** `−2.003 × −1.921 = 3.848`, one line per product. */
export function operands(n: WeightChain, { columns, digits }: OperandGrid): TemplateResult {
  const part = (role: Role, value: number) =>
    html`<span class="term" data-role=${role}>${signed(value, digits)}</span>`;
  return html`<ol
    class="operands"
    style=${styled({ gridTemplateColumns: `repeat(${columns}, 1fr)` })}
    aria-label=${msg`The ${n.dK} products`}
  >
    ${n.products.map(
      (product, i) => html`<li>
        ${part('query', n.query[i] ?? 0)} × ${part('key', n.key[i] ?? 0)} =
        <b>${signed(product, digits)}</b>
      </li>`,
    )}
  </ol>`;
}

const operandHeight = 17;
const listHead = 136;
const titleHeight = 32;
const listFoot = 44;

/** Lists narrower than this set query and key on a line of their own. */
const roomy = 290;
const ownLine = 34;

/** Height of the titled list, which is known before it is drawn, because arches pass beside it. */
export function foldHeight(n: WeightChain, width: number): number {
  const lines = Math.ceil(n.dK / operandGrid(n, width).columns);
  return listHead + (width < roomy ? ownLine : 0) + lines * operandHeight + listFoot;
}

function elbow(x: number, from: number, to: number): SVGTemplateResult {
  return svg`<path class="joint" d="M${x} ${from}V${to - 5}q0 5 5 5h4"></path>`;
}

function listArt(n: WeightChain, width: number, titled: boolean): TemplateResult {
  const down = width < roomy ? ownLine : 0;
  const start = down ? 36 : 36 + signed(n.score, 3).length * 7 + 22;
  const strip = (Math.min(width, 420) - start - 18) / 2;
  const box = { y: 112 + down, width: strip, height: 13 };
  const second = start + strip + 18;
  const rule = n.shift === 0 ? 'eˢ ÷ Σ eˢ' : `eˢ⁻ᵐ ÷ Σ eˢ⁻ᵐ, m = ${signed(n.shift, 3)}`;
  const top = titled ? 0 : titleHeight;
  const height = listHead + down - 4;
  const divided = n.divisor === 1 ? '' : ` = ${signed(n.score, 3)} ÷ ${divisorOf(n)}`;
  const asked = svg`<tspan class="weight">${weight(n.weight)}</tspan>`;
  const from = svg`<tspan class="query">${n.from}</tspan>`;
  const to = svg`<tspan class="key">${n.to}</tspan>`;
  return html`<svg
    width=${width}
    height=${height - top}
    viewBox="0 ${top} ${width} ${height - top}"
    role="img"
    aria-label=${whyInWords(n)}
  >
    ${titled ? svg`<text class="title" y="24">${n.changed && width >= roomy ? msgParts`Why was it ${asked} ?` : msgParts`Why ${asked} ?`}</text>` : ''}
    <text class="b" y="54">
      <tspan class="weight">${weight(n.weight, 4)}</tspan> = ${positive(n.power)} ÷
      ${positive(n.sum)}
    </text>
    ${down ? '' : svg`<text class="serif m" x=${width} y="54" text-anchor="end">${rule}</text>`}
    ${elbow(5, 60, 76)}
    <text class="b" x="18" y="81">s = ${signed(n.scaled, 3)}${divided}</text>
    ${elbow(23, 87, 119)}
    <text class="b" x="36" y="124">${signed(n.score, 3)} =${down ? ' q · k' : ''}</text>
    <text class="t11 m" x=${start} y=${106 + down}>${msgParts`query of ${from}`}</text>
    <text class="t11 m" x=${second} y=${106 + down}>${msgParts`key of ${to}`}</text>
    ${vectorStrip(n.query, signedScale('query', n.bounds.query), { x: start, ...box })}
    <text class="b" x=${start + strip + 9} y=${123 + down} text-anchor="middle">·</text>
    ${vectorStrip(n.key, signedScale('key', n.bounds.key), { x: second, ...box })}
  </svg>`;
}

/** The indented list: each line opens one number of the line above. */
export function whyList(n: WeightChain, width: number, titled: boolean): TemplateResult {
  return html`${listArt(n, width, titled)}${operands(n, operandGrid(n, width))}
    <p class="source">
      ${msgHtml`Query and key are <i>x</i>&nbsp;·&nbsp;<i>W</i><sub>Q</sub> and
      <i>x</i>&nbsp;·&nbsp;<i>W</i><sub>K</sub>; <i>x</i> is ${n.from} and ${n.to}, ${n.input}.`}
    </p>`;
}
