import { html, nothing, type TemplateResult } from 'lit';
import { wordObject } from '../../render/passage';
import { styled } from '../../render/styled';
import { moreWords, moreWordsAt, nearest, type WordPlace } from '../../render/visible-words';
import type { Dispatch } from '../../state/actions';
import { weight } from '../../state/format';
import { stepProgress } from '../../state/timeline';
import { weightCell } from '../../state/why';
import { wordName, wordNameFirst } from '../../state/word-names';
import { changeNumberByKey, moveFocus } from '../../widgets/keys';
import { msg } from '../../words/msg';
import { lettersIn } from '../kit/frame';
import { formerWeight } from './former-marks';
import {
  emphasisedFrom,
  type FigureScene,
  isDim,
  type Placement,
  shownWords,
  stopOf,
} from './scene';
import { barLength, scaleOf, softmaxParts } from './softmax-marks';
import { isDrawn } from './veil';

/** The buttons of the figure: words, weights, the swap. The same in both forms. */

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

/** `aria-orientation` of a group of buttons. */
const orientation = ({ kind }: Pick<FigureScene, 'kind'>) =>
  kind === 'rows' ? 'vertical' : nothing;

/** What the words are drawn from; `wordSize` is their font size where there is enough room. */
interface WordsScene extends Pick<FigureScene, 'kind' | 'row' | 'slots' | 'hover' | 'top'> {
  readonly words: readonly { readonly word: Placement }[];
  readonly wordSize: number;
}

/** Mean width of a letter relative to the font size: regular, and bold as chosen words are. */
const letterWidth = { regular: 0.54, bold: 0.6 };

/** How much wider than another letter a capital is: those of “[MASK]”. */
const capitalExcess = 0.4;

/** Space kept free around a word. */
const wordMargin = { columns: 4, rows: 0 };

/** Font size at which a word fits its box; a word still too long ends in an ellipsis. */
function wordSize(scene: WordsScene, token: number, width: number): number {
  const bold = token === scene.row.focus || token === scene.top;
  const piece = scene.row.tokens[token]?.piece ?? ' ';
  const letters = lettersIn(piece) + capitalExcess * piece.replace(/[^\p{Lu}]/gu, '').length;
  const room = width - wordMargin[scene.kind];
  const fitting = room / (letters * (bold ? letterWidth.bold : letterWidth.regular));
  return Math.floor(Math.max(12, Math.min(scene.wordSize, fitting)) * 2) / 2;
}

function wordHandle(scene: WordsScene, token: number, box: Placement, dispatch: Dispatch) {
  const { row } = scene;
  const piece = row.tokens[token]?.piece ?? '';
  const chosen = token === row.focus;
  const size = wordSize(scene, token, box.width ?? 0);
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
    <span class="piece" data-object=${wordObject(row.tokens, token)} style=${styled({ fontSize: `${size}px` })}>${piece}</span>
  </button>`;
}

/** The words beyond one end: moves on to the nearest of them, and the window with it. */
function restHandle(slot: WordPlace, box: Placement, dispatch: Dispatch): TemplateResult {
  return html`<button
    class="beyond"
    data-stop
    tabindex="-1"
    aria-label=${msg`${moreWordsAt(slot)}: look from the nearest`}
    style=${placed(box)}
    @click=${() => dispatch({ type: 'focus', token: nearest(slot) })}
  >${moreWords(slot)}</button>`;
}

export function wordHandles(scene: WordsScene, dispatch: Dispatch): TemplateResult {
  return html`<div class="words" role="toolbar" aria-label=${msg`Words: look from`}
    aria-orientation=${orientation(scene)} @keydown=${moveFocus}>
    ${scene.slots.map((slot) => {
      const box = scene.words[slot.first]?.word ?? { left: 0, top: 0 };
      if (slot.rest) return restHandle(slot, box, dispatch);
      return wordHandle(scene, slot.first, box, dispatch);
    })}
  </div>`;
}

/** Keyboard focus highlights a word as hovering does; focus by a click or a touch does not. */
function lightOnFocus(event: FocusEvent, token: number, dispatch: Dispatch): void {
  const button = event.currentTarget as HTMLElement;
  if (button.matches(':focus-visible')) dispatch({ type: 'hover', token });
}

/** Button that asks "why?" about a word's weight, with the weight at the end of its bar. */
function weightHandle(scene: FigureScene, token: number, dispatch: Dispatch): TemplateResult {
  const { row, why, words } = scene;
  const { bar, weightHandle: box = { left: 0, top: 0 } } = words[token] ?? {};
  const w = scene.weights[token] ?? 0;
  const open = why === token;
  const label = msg`${wordNameFirst(row.tokens, row.focus)} attends to ${wordName(row.tokens, token)}`;
  const former = formerWeight(scene, { first: token, end: token + 1, rest: false });
  const classes = [
    'share',
    w > emphasisedFrom && 'loud',
    open && 'open',
    isDim(scene, token) && 'dim',
    former !== null && 'changed',
  ];
  // What is no number has no bar.
  const tallest = Math.max(0, ...[w, former ?? 0].filter(Number.isFinite).map(Math.abs));
  const length = barLength(tallest, tallest, scaleOf(scene, bar?.full ?? 0));
  const place = (row: number) =>
    scene.kind === 'columns'
      ? { bottom: `${length + 5 + row * 14}px` }
      : { left: `${length + 6}px`, ...(former !== null && { top: `${20 - row * 13}px` }) };
  const target = { kind: 'cell', cell: weightCell({ ...row, token: row.focus }, token) } as const;
  return html`<button
    class=${classes.filter(Boolean).join(' ')}
    data-stop
    data-token=${token}
    tabindex=${token === (why ?? stopOf(scene)) ? 0 : -1}
    aria-expanded=${open}
    aria-label=${msg`${label}, ${weight(w)}. Why?`}
    style=${placed(box)}
    @click=${() => dispatch({ type: 'why', key: open ? null : token })}
    @keydown=${(event: KeyboardEvent) => !scene.veil && changeNumberByKey(event, target, dispatch, open)}
    @focus=${(event: FocusEvent) => lightOnFocus(event, token, dispatch)}
    @blur=${() => dispatch({ type: 'hover', token: null })}
  >
    <span data-tensor="weights" data-token=${token} style=${styled(place(former === null ? 0 : 1))}>${weight(w)}</span>
    ${former === null ? nothing : html`<s data-tensor="former-weights" data-token=${token} style=${styled(place(0))}>${weight(former)}</s>`}
  </button>`;
}

/** The weights, shown once they are final. */
export function weightHandles(scene: FigureScene, time: number, dispatch: Dispatch) {
  if (!isDrawn(scene, 'softmax')) return nothing;
  const { weights: shown } = softmaxParts(stepProgress(time, 'softmax'));
  if (shown === 0) return nothing;
  return html`<div class="shares" role="toolbar" aria-label=${msg`Weights: ask why`}
    aria-orientation=${orientation(scene)} style=${styled({ opacity: String(shown) })} @keydown=${moveFocus}>
    ${shownWords(scene).map(({ token }) => weightHandle(scene, token, dispatch))}
  </div>`;
}

export function swapHandle(
  { swap }: Pick<FigureScene, 'swap'>,
  box: Placement,
  dispatch: Dispatch,
) {
  if (!swap) return nothing;
  return html`<button
    class="swap"
    style=${placed(box)}
    aria-label=${msg`swap for: ${swap.text}`}
    @click=${() => dispatch({ type: 'sentence', text: swap.text })}
  >
    <span class="pill"><span aria-hidden="true">⇄ </span>${swap.label}</span>
  </button>`;
}
