import { html, type TemplateResult } from 'lit';
import { signed } from '../render/format';
import { roleOf } from '../render/tensor-role';
import type { Cell } from '../state/dataflow/cell';
import type { Operand } from '../state/dataflow/explain';
import { nameOf } from '../state/dataflow/naming';
import type { Why } from '../state/why';

export type Follow = (cell: Cell) => void;

/** What every piece of arithmetic needs: whose it is, and where its operands lead. */
export interface Scope {
  readonly why: Why;
  readonly follow: Follow;
}

/** A number that leads on to its own cell. */
export function operand(
  { cell, value }: Operand,
  { why, follow }: Scope,
  digits = 3,
): TemplateResult {
  const { what, where } = nameOf(cell, why.context);
  const text = cell.name === 'tokens.ids' ? String(value) : signed(value, digits);
  const hue = `hue-${roleOf(cell.name)}`;
  return html`<button class="operand ${hue}" title="${what}, ${where}"
    aria-label="${text}, ${what}, ${where}" @click=${() => follow(cell)}>${text}</button>`;
}
