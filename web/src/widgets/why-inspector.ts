import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Dispatch } from '../state/actions';
import { nameOf } from '../state/dataflow/naming';
import type { State } from '../state/state';
import { type Why, whyOf } from '../state/why';
import { arithmetic } from './why-arithmetic';
import { type Follow, written } from './why-operand';

function trail({ trail: places, context }: Why, dispatch: Dispatch): TemplateResult {
  return html`<nav aria-label="The way here">
    <ol class="trail">
      ${places.map(
        ({ cell, value }, i) => html`<li>
          <button
            aria-current=${i === places.length - 1 ? 'step' : nothing}
            @click=${() => dispatch({ type: 'back', to: i })}
          >
            ${nameOf(cell, context).symbol} ${written(cell.name, value)}
          </button>
        </li>`,
      )}
    </ol>
  </nav>`;
}

/**
 * The answer to "why?" for any cell: its name, its value, the arithmetic with the real operands, and
 * the way that led here. Each operand is a handle that goes on to it; Escape closes.
 */
export function whyInspector(why: Why, dispatch: Dispatch): TemplateResult {
  const { what, where } = nameOf(why.cell, why.context);
  const value = written(why.cell.name, why.value);
  const close = () => dispatch({ type: 'cell', cell: null });
  const follow: Follow = (cell) => dispatch({ type: 'follow', cell });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return html`<section class="inspector" aria-label="Why ${value}?" @keydown=${onKey}>
    ${trail(why, dispatch)}
    <button class="close" @click=${close}>close</button>
    <h2 tabindex="-1">Why ${value}?</h2>
    <p class="name">${what}</p>
    <p class="where">${where}</p>
    ${arithmetic(why, follow)}
  </section>`;
}

/** The answer to what the state's reader asked last; nothing where nothing was. */
export function asked(state: State, dispatch: Dispatch): unknown {
  const { trace, trail, parameters } = state;
  return guard([trace, trail, parameters], () => {
    const why = whyOf(state);
    return why ? whyInspector(why, dispatch) : nothing;
  });
}

/** What a live region says of that answer. */
export function spokenAnswer(state: State): unknown {
  const { trace, trail, parameters } = state;
  return guard([trace, trail, parameters], () => {
    const why = whyOf(state);
    if (!why) return nothing;
    const { what, where } = nameOf(why.cell, why.context);
    return `${written(why.cell.name, why.value)}: ${[what, where].filter(Boolean).join(', ')}.`;
  });
}
