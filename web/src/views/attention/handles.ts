import { html, nothing, type TemplateResult } from 'lit';
import { weight } from '../../render/format';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import type { ColumnsScene, RowsScene } from './scene';

/** What a reader can take hold of: words, weights, the swap. The same in both forms. */

type Filled = ColumnsScene | RowsScene;

/** A box in CSS pixels for an absolutely placed handle. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width?: number;
  readonly height?: number;
}

export function placed(box: Placement) {
  const px = (x: number | undefined) =>
    x === undefined ? undefined : `${Math.round(x * 100) / 100}px`;
  return styled({
    left: px(box.left),
    top: px(box.top),
    width: px(box.width),
    height: px(box.height),
  });
}

/** Mean width of a letter as a share of its size: regular, and bold as chosen words are. */
const letterWidth = { regular: 0.54, bold: 0.6 };

/** Font size at which a word fits the room it has; what is still too long ends in an ellipsis. */
export function wordSize(scene: Filled, token: number, size: number, room: number): number {
  const bold = token === scene.facts.focus || token === scene.top;
  const letters = scene.facts.tokens[token]?.piece.length ?? 1;
  const fitting = room / (letters * (bold ? letterWidth.bold : letterWidth.regular));
  return Math.floor(Math.max(12, Math.min(size, fitting)) * 2) / 2;
}

export const loudFrom = 0.05;

export function wordHandle(
  scene: Filled,
  token: number,
  box: Placement,
  size: number,
  dispatch: Dispatch,
): TemplateResult {
  const { facts } = scene;
  const piece = facts.tokens[token]?.piece ?? '';
  const chosen = token === facts.focus;
  const classes = [
    'word',
    chosen && 'focus',
    token === scene.top && 'top',
    isDim(scene, token) && 'dim',
  ];
  return html`<button
    class=${classes.filter(Boolean).join(' ')}
    data-stop
    data-token=${token}
    tabindex=${chosen ? 0 : -1}
    aria-pressed=${chosen}
    title=${piece}
    style=${placed(box)}
    @click=${() => dispatch({ type: 'focus', token })}
    @focus=${(event: FocusEvent) => lightOnFocus(event, token, dispatch)}
    @blur=${() => dispatch({ type: 'hover', token: null })}
  >
    <span class="piece" style=${styled({ fontSize: `${size}px` })}>${piece}</span>
  </button>`;
}

/** The keyboard lights a word as the pointer does; a click or a touch, which also focus, do not. */
function lightOnFocus(event: FocusEvent, token: number, dispatch: Dispatch): void {
  const button = event.currentTarget as HTMLElement;
  if (button.matches(':focus-visible')) dispatch({ type: 'hover', token });
}

/** Another word's column or row is lit. */
export function isDim(scene: Filled, token: number): boolean {
  return scene.hover !== null && scene.hover !== token;
}

/** The weight of a word, as the question "why?". */
export function weightHandle(
  scene: Filled,
  token: number,
  box: Placement,
  content: unknown,
  dispatch: Dispatch,
): TemplateResult {
  const { facts, why } = scene;
  const w = facts.weights[token] ?? 0;
  const open = why === token;
  const words = `${facts.tokens[facts.focus]?.piece} attends to ${facts.tokens[token]?.piece}`;
  const classes = ['share', w > loudFrom && 'loud', open && 'open', isDim(scene, token) && 'dim'];
  return html`<button
    class=${classes.filter(Boolean).join(' ')}
    data-stop
    data-token=${token}
    tabindex=${token === (why ?? scene.top) ? 0 : -1}
    aria-expanded=${open}
    aria-label="${words}, ${weight(w)}. Why?"
    style=${placed(box)}
    @click=${() => dispatch({ type: 'why', key: open ? null : token })}
    @focus=${(event: FocusEvent) => lightOnFocus(event, token, dispatch)}
    @blur=${() => dispatch({ type: 'hover', token: null })}
  >
    ${content}
  </button>`;
}

export function swapHandle(scene: Filled, box: Placement, dispatch: Dispatch) {
  const { swap } = scene;
  if (!swap) return nothing;
  return html`<button
    class="swap"
    style=${placed(box)}
    aria-label="swap for: ${swap.text}"
    @click=${() => dispatch({ type: 'sentence', text: swap.text })}
  >
    <span aria-hidden="true">⇄ </span>${swap.label}
  </button>`;
}
