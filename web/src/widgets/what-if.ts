import { html, nothing, svg, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import type { Dispatch } from '../state/actions';
import { nameOf } from '../state/dataflow/naming';
import { positive, signed } from '../state/format';
import type { Guess } from '../state/prediction';
import { likelihood } from '../state/prediction';
import type { Target } from '../state/what-if/hand';
import { guessText } from '../state/what-if/reading';
import type { MeasuredAblation, Offer, ScopeOffers, WhatIf } from '../state/what-if/what-if';
import type { Why } from '../state/why';
import { wordName } from '../state/word-names';
import { later, msg } from '../words/msg';
import { type Follow, operand, scopeOf, written } from './why-list';

/** Names of the changes, in the order in which they are offered. */
const names = [later('mute'), later('double'), later('negate')];

/** From this width on what each operand does and what can be changed stand side by side. */
const besideFrom = 850;

function offerButton(
  { target, hand, made, reading }: Offer,
  name: string,
  scope: string,
  was: Guess | null,
  dispatch: Dispatch,
): TemplateResult {
  const change = () =>
    dispatch({ type: 'change', target, hand: made ? { kind: 'restore' } : hand });
  const outcome = was === null ? '' : `: ${readingText(reading)}`;
  return html`<td><button
    type="button"
    aria-pressed=${made}
    aria-label="${name}, ${scope}${outcome}"
    @click=${change}
  >${was === null ? name : readingMark(reading, was)}</button></td>`;
}

/** Each change in each scope, with what is measured of it. */
function offers({ scopes, was, why }: WhatIf, dispatch: Dispatch): TemplateResult {
  const all = [...names.map((name) => msg(name)), `= ${written(why.cell.name, why.value)}`];
  const row = ({ scope, offers: of }: ScopeOffers) => html`<tr>
    <th scope="row">${scope.name}</th>
    ${of.map((offer, i) => offerButton(offer, all[i] ?? '', scope.name, was, dispatch))}
  </tr>`;
  return html`<table class="offers">
    <thead>
      <tr>
        <td></td>
        ${all.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${scopes.map(row)}
    </tbody>
  </table>`;
}

/** The field for a value and the slider, and the way back. */
function field({ why, range }: WhatIf, dispatch: Dispatch): TemplateResult {
  const target: Target = { kind: 'cell', cell: why.cell };
  const [low, high] = range;
  const set = (event: Event, live: boolean) => {
    const value = (event.currentTarget as HTMLInputElement).valueAsNumber;
    if (Number.isFinite(value))
      dispatch({ type: 'change', target, hand: { kind: 'set', value }, live });
  };
  const value = String(Number(why.value.toFixed(3)));
  const step = Number(((high - low) / 200).toPrecision(1));
  return html`<div class="set">
    <label>${msg`set to`}
      <input type="number" step="any" .value=${value} @change=${(event: Event) => set(event, false)} />
    </label>
    <input
      type="range"
      aria-label=${msg`the value`}
      min=${low}
      max=${high}
      step=${step}
      .value=${value}
      @input=${(event: Event) => set(event, true)}
      @change=${(event: Event) => set(event, false)}
    />
    <button
      type="button"
      class="back"
      aria-disabled=${why.changes.length === 0}
      @click=${() => dispatch({ type: 'change', target, hand: { kind: 'restore' } })}
    >${msg`reset`}</button>
  </div>`;
}

/** Heights of its lines, as the styles have them: of a narrow fold the height is known before it is drawn. */
const heights = { line: 22, scope: 58, set: 40, keys: 18, margin: 20, between: 8 };

/** How high the panel is in a narrow fold. */
export function whatIfHeight({ scopes, ablations }: WhatIf): number {
  const { line, scope, set, keys, margin, between } = heights;
  const without = ablations.length > 0 ? line * (ablations.length + 2) : 0;
  const hand = scopes.length > 0 ? between + 2 * line + scopes.length * scope + set + keys : 0;
  return without + hand > 0 ? margin + without + hand : 0;
}

/** What could be otherwise about a number that is asked "why?", measured before it is chosen. */
export function whatIfPanel(
  whatIf: WhatIf,
  width: number,
  dispatch: Dispatch,
): TemplateResult | typeof nothing {
  const { scopes, ablations } = whatIf;
  if (scopes.length === 0 && ablations.length === 0) return nothing;
  const follow = (cell: (typeof whatIf.why)['cell']) => dispatch({ type: 'follow', cell });
  const beside = width >= besideFrom && ablations.length > 0;
  const hand =
    scopes.length === 0
      ? nothing
      : html`<section class="hand" aria-label=${msg`What if it were different?`}>
          <p class="title">${msg`What if it were different?`}</p>
          ${offers(whatIf, dispatch)} ${field(whatIf, dispatch)}
          <p class="keys">${msgHtml`keys: <kbd>M</kbd> mute, <kbd>2</kbd> double, <kbd>−</kbd> negate, <kbd>=</kbd> set`}</p>
        </section>`;
  const form = beside ? 'beside' : width < axisFrom ? 'narrow' : '';
  return html`<div class="what-if ${form}">
    ${withoutTable(whatIf, width, follow)} ${hand}
  </div>`;
}

/** "street 80.4 %"; of a run that is not known yet, a place for it. */
export const readingText = (reading: Guess | null): string => (reading ? guessText(reading) : '…');

/** The same, marked where it is another word than it was. */
export function readingMark(reading: Guess | null, was: Guess | null): TemplateResult {
  const turned = reading && was && reading.piece !== was.piece;
  return html`<span class="reads ${turned ? 'turned' : ''}">
    <span class="guess">${reading ? reading.piece : '…'}</span>
    <span class="likely">${reading ? likelihood(reading.probability) : ''}</span>
  </span>`;
}

/** The axis beside the numbers: as wide as this, and with room for a dot at either end. */
const axis = { width: 120, margin: 5, height: 22 };

/** From this width on there is room for it. */
export const axisFrom = 480;

/** What is taken away. */
function nameCell({ name, operands, place }: MeasuredAblation, why: Why, follow: Follow) {
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
function givesText({ name, gives }: MeasuredAblation): string {
  if (name.startsWith('÷')) return String(Number(gives.toFixed(3)));
  return name === 'word' || name.endsWith('words') ? positive(gives) : signed(gives, 2);
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** A weight's axis goes from 0 to 1; any other from the least to the largest of the numbers drawn. */
function rangeOf({ why, ablations }: WhatIf, own: number): Range {
  if (why.cell.name.endsWith('.weights')) return { low: 0, high: 1 };
  const values = [own, ...ablations.map(({ value }) => value)].filter(Number.isFinite);
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
  const { why, ablations, was } = whatIf;
  if (ablations.length === 0) return nothing;
  const own = why.explanation?.value ?? why.value;
  const range = rangeOf(whatIf, own);
  const wide = width >= axisFrom;
  const text = (value: number) => written(why.cell.name, value);
  const row = (ablation: MeasuredAblation) => html`<tr>
    <th scope="row">${nameCell(ablation, why, follow)}</th>
    ${wide ? html`<td class="gives">${givesText(ablation)}</td><td class="axis">${dots(ablation.value, own, range)}</td>` : nothing}
    <td class="number">${text(ablation.value)}</td>
    ${was === null ? nothing : html`<td>${readingMark(ablation.reading, was)}</td>`}
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
      ${ablations.map(row)}
    </tbody>
  </table>`;
}
