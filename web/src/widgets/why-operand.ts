import { html, type TemplateResult } from 'lit';
import { type Cell, cellText, isGradient } from '../state/dataflow/cell';
import { type Names, nameOf } from '../state/dataflow/naming';
import type { Operand } from '../state/dataflow/reader';
import { fine, signed, weight } from '../state/format';
import type { Why } from '../state/why';

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
