import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Dispatch } from '../state/actions';
import { parseCell } from '../state/dataflow/cell';
import { nameOf } from '../state/dataflow/naming';
import { weight } from '../state/format';
import type { State } from '../state/state';
import type { WeightChain } from '../state/weight-chain';
import { shownState } from '../state/what-if/answers';
import { isChangeable } from '../state/what-if/hand';
import { type WhatIf, whatIfOf, whyAlone } from '../state/what-if/what-if';
import { type Why, whyOf } from '../state/why';
import { msg } from '../words/msg';
import { changeNumberByKey } from './keys';
import { whatIfPanel } from './what-if';
import { arithmetic } from './why-arithmetic';
import { type Follow, scopeOf, whyList, written } from './why-list';
import { whyTree } from './why-tree';

/** From this width on a weight's chain is drawn as a tree; in narrower folds as an indented list. */
const treeFrom = 850;

/** Left and right of a fold below the figure, together. */
const padding = 32;

const close = (dispatch: Dispatch) => () => dispatch({ type: 'cell', cell: null });

function chainArt(chain: WeightChain, width: number, titled: boolean): TemplateResult {
  return width >= treeFrom ? whyTree(chain, width, titled) : whyList(chain, width, titled);
}

/** The keys of a number in its answer: of the operand that has the focus, else of what is asked. */
function changeAsked({ why }: WhatIf, event: KeyboardEvent, dispatch: Dispatch): void {
  const focused = event.target as HTMLElement;
  const operand = parseCell(focused.dataset.cell ?? null);
  const cell = operand ?? why.cell;
  if (focused.matches('input') || !isChangeable(cell, why.context)) return;
  if (operand && event.key === '=') dispatch({ type: 'follow', cell });
  changeNumberByKey(event, { kind: 'cell', cell }, dispatch, true);
}

/**
 * The answer about a weight in the figure itself, below the number. The words around it show its
 * sum; `further` continues to the score, whose own answer is below the figure.
 */
export function foldInFigure(
  chain: WeightChain,
  whatIf: WhatIf | null,
  width: number,
  dispatch: Dispatch,
): TemplateResult {
  const further = () => dispatch({ type: 'follow', cell: chain.scoreCell });
  const was = weight(chain.weight);
  const question = chain.changed ? msg`Why was it ${was}?` : msg`Why ${was}?`;
  const onKey = (event: KeyboardEvent) => whatIf && changeAsked(whatIf, event, dispatch);
  return html`<section class="why inside" aria-label=${question} @keydown=${onKey}>
    ${chainArt(chain, width, true)} ${whatIf ? whatIfPanel(whatIf, width, dispatch) : nothing}
    <div class="handles">
      <button class="further" @click=${further}>${msg`further back`}</button>
      <button class="close" @click=${close(dispatch)}>${msg`close`}</button>
    </div>
  </section>`;
}

function trail({ trail: places, context }: Why, dispatch: Dispatch): TemplateResult {
  return html`<nav aria-label=${msg`The path here`}>
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
 * The answer about any cell, below the figure: its name, the arithmetic with the real operands,
 * and the way that led here. Each operand is a handle that continues to it; Escape closes.
 */
export function whyFold(whatIf: WhatIf, width: number, dispatch: Dispatch): TemplateResult {
  const { why } = whatIf;
  const { what, where } = nameOf(why.cell, why.context);
  const changed = why.changes.length > 0;
  const was = changed ? why.explanation?.value : why.value;
  const number = was === undefined ? '' : written(why.cell.name, was);
  const question =
    number === '' ? msg`Why?` : changed ? msg`Why was it ${number}?` : msg`Why ${number}?`;
  const follow: Follow = (cell) => dispatch({ type: 'follow', cell });
  const onKey = (event: KeyboardEvent) => {
    changeAsked(whatIf, event, dispatch);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close(dispatch)();
  };
  const inner = width - padding;
  return html`<section class="why beneath" aria-label=${question} @keydown=${onKey}>
    ${trail(why, dispatch)}
    <button class="close" @click=${close(dispatch)}>${msg`close`}</button>
    <h2 tabindex="-1">${question}</h2>
    <p class="name">${what}</p>
    <p class="where">${where}</p>
    ${why.chain && inner > 0 ? chainArt(why.chain, inner, false) : nothing}
    ${changed ? html`<p class="about">${msg`◆ Changed: it is ${written(why.cell.name, why.value)} now.`}</p>` : nothing}
    ${why.explanation ? arithmetic(why.explanation, number, scopeOf(why, follow)) : html`<p class="about">${msg`Loading the model’s numbers …`}</p>`} ${whatIfPanel(whatIf, inner, dispatch)}
  </section>`;
}

/** The answer to what the state's reader asked last; nothing where nothing was. */
export function asked(shown: State, width: number, dispatch: Dispatch): unknown {
  const state = shownState(shown);
  const { trace, trail: way, parameters, preview, computed, token } = state;
  return guard([trace, way, parameters, preview, computed, token, width], () => {
    // In a run that is not the reader's own there is nothing to change.
    const whatIf = state === shown ? whatIfOf(state) : whyAlone(state);
    return whatIf ? whyFold(whatIf, width, dispatch) : nothing;
  });
}

/** What a live region says of that answer. */
export function spokenAnswer(shown: State): unknown {
  const state = shownState(shown);
  const { trace, trail: way, parameters, preview } = state;
  return guard([trace, way, parameters, preview], () => {
    const why = whyOf(state);
    if (!why) return nothing;
    const { what, where } = nameOf(why.cell, why.context);
    return `${written(why.cell.name, why.value)}: ${[what, where].filter(Boolean).join(', ')}.`;
  });
}
