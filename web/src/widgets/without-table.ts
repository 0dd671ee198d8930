import { html, nothing, svg, type TemplateResult } from 'lit';
import { nameOf } from '../state/dataflow/naming';
import { positive, signed } from '../state/format';
import type { MeasuredAbsence, WhatIf } from '../state/what-if/what-if';
import type { Why } from '../state/why';
import { wordName } from '../state/word-names';
import { msg } from '../words/msg';
import { readingMark } from './reading';
import { type Follow, operand, scopeOf, written } from './why-operand';

/** The axis beside the numbers: as wide as this, and with room for a dot at either end. */
const axis = { width: 120, margin: 5, height: 22 };

/** From this width on there is room for it. */
export const axisFrom = 480;

/** What is taken away. */
function nameCell({ name, operands, place }: MeasuredAbsence, why: Why, follow: Follow) {
  const { tokens } = why.context;
  if (name === 'word') return html`${msg`eˢ of ${wordName(tokens, place ?? 0)}`}`;
  if (operands.length > 1) {
    const factors = operands.map((each) => operand(each, scopeOf(why, follow), 2));
    return html`<span title=${msg`product ${name}`}>${name}: ${factors[0]} × ${factors[1]}</span>`;
  }
  const [only] = operands;
  if (!only) return name;
  const { symbol, what } = nameOf(only.cell, why.context);
  const at = place === null ? '' : ` ${place + 1}`;
  return html`<span title=${what}>${symbol}${at} ${operand(only, scopeOf(why, follow))}</span>`;
}

/** What it gives: a factor or a power is positive, everything else has a sign. */
function givesText({ name, gives }: MeasuredAbsence): string {
  if (name.startsWith('÷')) return String(Number(gives.toFixed(3)));
  return name === 'word' || name.endsWith('words') ? positive(gives) : signed(gives, 2);
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** A weight's axis goes from 0 to 1; any other from the least to the largest of the numbers drawn. */
function rangeOf({ why, absences }: WhatIf, own: number): Range {
  if (why.cell.name.endsWith('.weights')) return { low: 0, high: 1 };
  const values = [own, ...absences.map(({ value }) => value)].filter(Number.isFinite);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high > low ? { low, high } : { low: low - 1, high: high + 1 };
}

function dots(value: number, own: number, { low, high }: Range): TemplateResult {
  const { width, margin, height } = axis;
  const x = (of: number) => margin + ((width - 2 * margin) * (of - low)) / (high - low);
  const [a, b, y] = [x(own), x(value), height / 2];
  return html`<svg width=${width} height=${height} aria-hidden="true">
    ${svg`<path class="track" d="M${margin} ${y}H${width - margin}"></path>
      <path class="rule" d="M${a} 0V${height}"></path>
      <path class="way" d="M${a} ${y}H${b}"></path>
      <circle class="own" cx=${a} cy=${y} r="2.6"></circle>
      <circle cx=${b} cy=${y} r="3"></circle>`}
  </svg>`;
}

/** What each operand does: the number without it, and what the model would read then. */
export function withoutTable(whatIf: WhatIf, width: number, follow: Follow) {
  const { why, absences, was } = whatIf;
  if (absences.length === 0) return nothing;
  const own = why.explanation?.value ?? why.value;
  const range = rangeOf(whatIf, own);
  const wide = width >= axisFrom;
  const text = (value: number) => written(why.cell.name, value);
  const row = (absence: MeasuredAbsence) => html`<tr>
    <th scope="row">${nameCell(absence, why, follow)}</th>
    ${wide ? html`<td class="gives">${givesText(absence)}</td><td class="axis">${dots(absence.value, own, range)}</td>` : nothing}
    <td class="number">${text(absence.value)}</td>
    ${was === null ? nothing : html`<td>${readingMark(absence.reading, was)}</td>`}
  </tr>`;
  return html`<table class="without">
    <caption>${msg`Without it`}</caption>
    <thead>
      <tr>
        <th scope="col">${msg`what it is made of`}</th>
        ${wide ? html`<th scope="col" class="gives">${msg`gives`}</th><th scope="col" class="axis ends"><span>${text(range.low)}</span><span>${text(range.high)}</span></th>` : nothing}
        <th scope="col" class="number">${msg`not ${text(own)}`}</th>
        ${was === null ? nothing : html`<th scope="col">${msg`the guess`}</th>`}
      </tr>
    </thead>
    <tbody>
      ${absences.map(row)}
    </tbody>
  </table>`;
}
