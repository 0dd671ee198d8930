import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../render/msg-html';
import type { Dispatch } from '../state/actions';
import type { Guess } from '../state/prediction';
import type { Target } from '../state/what-if/hand';
import type { Offer, ScopeOffers, WhatIf } from '../state/what-if/what-if';
import { later, msg } from '../words/msg';
import { readingMark, readingText } from './reading';
import { written } from './why-operand';
import { axisFrom, withoutTable } from './without-table';

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
    >${msg`as it was`}</button>
  </div>`;
}

/** Heights of its lines, as the styles have them: of a narrow fold the height is known before it is drawn. */
const heights = { line: 22, scope: 58, set: 40, keys: 18, margin: 20, between: 8 };

/** How high the panel is in a narrow fold. */
export function whatIfHeight({ scopes, absences }: WhatIf): number {
  const { line, scope, set, keys, margin, between } = heights;
  const without = absences.length > 0 ? line * (absences.length + 2) : 0;
  const hand = scopes.length > 0 ? between + 2 * line + scopes.length * scope + set + keys : 0;
  return without + hand > 0 ? margin + without + hand : 0;
}

/** What could be otherwise about a number that is asked "why?", measured before it is chosen. */
export function whatIfPanel(
  whatIf: WhatIf,
  width: number,
  dispatch: Dispatch,
): TemplateResult | typeof nothing {
  const { scopes, absences } = whatIf;
  if (scopes.length === 0 && absences.length === 0) return nothing;
  const follow = (cell: (typeof whatIf.why)['cell']) => dispatch({ type: 'follow', cell });
  const beside = width >= besideFrom && absences.length > 0;
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
