import { html, type TemplateResult } from 'lit';
import { type Cell, cellText, isGradient } from '../state/dataflow/cell';
import { nameOf } from '../state/dataflow/naming';
import type { Operand } from '../state/dataflow/reader';
import { fine, signed, weight } from '../state/format';
import type { Why } from '../state/why';

export type Follow = (cell: Cell) => void;

/** What the parts of an answer need: whose it is, and where its operands lead. */
export interface Scope {
  readonly why: Why;
  readonly follow: Follow;
}

/** A number as its kind is written: weights as `.521`, ids whole, others signed. */
export function written(name: string, value: number, digits = 3): string {
  if (isGradient(name)) return fine(value);
  if (name.endsWith('.weights')) return weight(value, digits);
  if (name === 'tokens.ids') return String(value);
  return signed(value, digits);
}

/** A part of an answer that no cell holds: of a gradient, of any size. */
export const part = ({ why }: Scope, value: number, digits = 3): string =>
  isGradient(why.cell.name) ? fine(value) : signed(value, digits);

/** A number that leads on to its own cell. */
export function operand(
  { cell, value }: Operand,
  { why, follow }: Scope,
  digits = 3,
): TemplateResult {
  const { what, where, role } = nameOf(cell, why.context);
  const text = written(cell.name, value, digits);
  return html`<button class="operand hue-${role}" data-cell=${cellText(cell)} title="${what}, ${where}"
    aria-label="${text}, ${what}, ${where}" @click=${() => follow(cell)}>${text}</button>`;
}

/** The same with its symbol below. */
export function named(of: Operand, scope: Scope): TemplateResult {
  const { symbol } = nameOf(of.cell, scope.why.context);
  return html`<span class="part">${operand(of, scope)}<small>${symbol}</small></span>`;
}
