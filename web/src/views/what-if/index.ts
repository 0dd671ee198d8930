import { css, html, nothing, type TemplateResult } from 'lit';
import type { Trace } from '../../model/trace';
import { msgHtml } from '../../render/msg-html';
import * as look from '../../render/palette.css';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { quoted } from '../../state/dataflow/naming';
import { percent, signed, weight } from '../../state/format';
import { likelihood } from '../../state/prediction';
import type { State } from '../../state/state';
import { awaitsGuess } from '../../state/tour/veil';
import { argmax } from '../../state/vector';
import { formerTrace } from '../../state/what-if/answers';
import { type Comparison, comparisonOf, slopeOf } from '../../state/what-if/comparison';
import { runOf } from '../../state/what-if/history';
import { runInWords, wordsOf } from '../../state/what-if/in-words';
import { formerReading, guessText, presentReading, sameGuess } from '../../state/what-if/reading';
import { orderDifference } from '../../state/what-if/switch-asks';
import { switchOf } from '../../state/what-if/switches';
import { wordName } from '../../state/word-names';
import { scopeChoices, switchAxis } from '../../widgets/switch-number';
import { switchesStyles, switchList } from '../../widgets/switches';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import type { Frame } from '../kit/frame';
import { beatsOf, mixMarks } from '../kit/keyframes';
import { renderScene } from '../kit/render';
import type { Box, Scene } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { sceneOf } from '../kit/step-view';
import { stepStyles } from '../kit/styles.css';
import type { Caption, View } from '../view';
import { columns, rows } from './layouts';
import type { Parts, Placed } from './parts';

const whatIfStyles = css`
  ${stepStyles}
  ${switchesStyles}
  .step :is(.divisor, .switches) button {
    position: static;
    text-align: start;
  }
  .step .switches .toggle {
    text-align: center;
  }
  .step .divisor {
    position: absolute;
  }
  .step .switches {
    margin-top: 8px;
  }
  .step .divisor p {
    margin: 0;
    ${look.quietest}
    line-height: 14px;
    text-align: end;
  }
  .step .answer {
    ${look.wrapping}
    gap: 0 12px;
    margin: 0;
    padding-left: 8px;
    color: var(--ink-2);
  }
  .step .answer.changed {
    box-shadow: inset 2px 0 var(--ink);
  }
  .step .answer i {
    ${look.answerWord}
  }
  .step .answer b {
    font: 700 24px / 28px var(--serif);
    color: var(--ink);
  }
`;

/** A row of less than this many bits looks at one word only. */
const oneWord = 0.5;

const object = (m: StepContext, key: number): string =>
  key === m.focus ? msg`itself` : wordName(m.tokens, key);

/** What is changed, as the beginning of a sentence. */
function opening({ state }: StepContext, divisor: number): string {
  const [only = '', ...others] = runInWords(runOf(state), wordsOf(state));
  if (others.length > 0) return msg`With these changes`;
  // Named as it is written, not in words.
  if (/=/.test(only)) return msg`With this change`;
  if (/^÷/.test(only))
    return divisor === 1 ? msg`Undivided` : msg`Divided by ${signed(divisor, divisor % 1 ? 2 : 0)}`;
  return `${only.charAt(0).toUpperCase()}${only.slice(1)}`;
}

/** The key whose weight differs most from what it was. */
const mostChanged = (now: ArrayLike<number>, was: ArrayLike<number>): number =>
  argmax(Array.from(now, (w, key) => Math.abs(w - (was[key] ?? 0))));

const differs = (now: ArrayLike<number>, was: ArrayLike<number>): boolean =>
  Array.from(now).some((w, key) => weight(w) !== weight(was[key] ?? 0));

function asItIs(m: StepContext, { now }: Comparison): Caption {
  const best = argmax(now.weights);
  return [
    msg`As trained, ${wordName(m.tokens, m.focus)} gives ${object(m, best)} ${percent(now.weights[best] ?? 0)} of its attention in head ${m.head + 1} of layer ${m.layer + 1};`,
    msg`drag the divisor or flip a switch, and it stays below, mirrored.`,
  ];
}

function happens(m: StepContext, { now, was }: Comparison): string {
  if (!was) return '';
  const begin = opening(m, now.divisor);
  if (!differs(now.weights, was.weights))
    return msg`${begin}: the attention weights of ${wordName(m.tokens, m.focus)} in head ${m.head + 1} of layer ${m.layer + 1} did not change.`;
  const key = mostChanged(now.weights, was.weights);
  const one = now.entropy < oneWord && was.entropy > 2 * oneWord;
  const who = wordName(m.tokens, m.focus);
  const [taken, former] = [percent(now.weights[key] ?? 0), percent(was.weights[key] ?? 0)];
  return one
    ? msg`${begin}, head ${m.head + 1} looks at one word only: ${who} gives ${object(m, key)} ${taken} of its attention instead of ${former}.`
    : msg`${begin}: ${who} gives ${object(m, key)} ${taken} of its attention instead of ${former}.`;
}

/** How the answer is beside what it was. */
function answerText({ state }: StepContext, changed: boolean): string {
  const [now, was] = [presentReading(state), formerReading(state)];
  if (!now || !was) return '';
  if (sameGuess(now, was))
    return changed
      ? msg`The answer stays the same: ${guessText(now)}.`
      : msg`Nor did the answer: ${guessText(now)}.`;
  if (now.piece === was.piece)
    return msg`The answer stays ${quoted(now.piece)}: ${likelihood(now.probability)}; it was ${likelihood(was.probability)}.`;
  return msg`The answer changes: ${guessText(was)} → ${guessText(now)}.`;
}

/** What a division is for: how fast the largest weight grows with its score. */
function slopeText({ now, was }: Comparison): string {
  if (!was || now.divisor === was.divisor) return '';
  const key = argmax(now.weights);
  const [present, former] = [slopeOf(now, key), slopeOf(was, key)].map((slope) => weight(slope));
  return msg`One more unit of score used to move the largest weight by ${former}; now it moves it by ${present}.`;
}

/** A difference of two vectors, however small. */
function tiny(x: number): string {
  if (x === 0 || x >= 0.001) return signed(x, x === 0 ? 0 : 3);
  return inLanguage(x.toExponential(0)).replace('-', '\u2212');
}

function orderText({ state, trace }: StepContext, former: Trace | null): string {
  const difference = orderDifference(state, former);
  if (!difference) return '';
  const [one, other] = [trace.encoding.text, difference.other].map(quoted);
  const [now, was] = [tiny(difference.now), tiny(difference.was)];
  return difference.now < 1e-4
    ? msg`${one} and ${other} give the same vectors: the largest difference is ${now}; with positions, ${was}.`
    : msg`${one} and ${other} give different vectors: the largest difference is ${now}; with positions, ${was}.`;
}

/** What was measured: how the row changed, then what became of the answer. */
export function captionOf(m: StepContext, of: Comparison, former: Trace | null): Caption {
  if (!of.was) return asItIs(m, of);
  const changed = differs(of.now.weights, of.was.weights);
  const result = [answerText(m, changed), slopeText(of), orderText(m, former)];
  return [happens(m, of), result.filter(Boolean).join(' ')];
}

/** The figure's marks, and what its controls are made from. */
interface WhatIfScene extends Scene {
  readonly state: State;
  /** Where the controls stand; null where there are none. */
  readonly placed: Placed | null;
}

function partsOf(m: StepContext, frame: Frame): Parts {
  const { layer, head, focus } = m;
  return { m, frame, of: comparisonOf(m.state, m.model, m.trace, { layer, head, focus }) };
}

function place(parts: Parts): Placed {
  return (parts.frame.narrow ? null : columns(parts)) ?? rows(parts);
}

const at = ({ x, y, width }: Box) => styled({ left: `${x}px`, top: `${y}px`, width: `${width}px` });

const divisor = switchOf('scale');

/** The divisor's axis where the scores are divided, and the scopes that it can be set in. */
function inside({ state, placed }: WhatIfScene, dispatch: Dispatch): unknown {
  if (!placed || !divisor) return nothing;
  return html`<div class="divisor" style=${at(placed.axis)}>
      <p>${msg`probability of the original answer at every divisor; dashed: set in all layers`}</p>
      ${switchAxis(state, divisor, placed.axis.width, dispatch)}
    </div>
    <div class="divisor" style=${at(placed.scopes)}>${scopeChoices(state, divisor, dispatch)}</div>`;
}

/** What the model reads at the word in focus, and what it read. */
function answer({ state, words }: WhatIfScene): unknown {
  const [now, was] = [presentReading(state), formerReading(state)];
  if (!now) return nothing;
  const changed = was !== null && !sameGuess(now, was);
  return html`<p class="answer ${changed ? 'changed' : ''}">
    <span>${msgHtml`the model’s guess for “<i>${words[state.token]}</i>”`}</span>
    <b data-tensor="guess">${guessText(now)}</b>
    ${changed ? html`<s data-tensor="guess was">${guessText(was)}</s>` : nothing}
    ${was && !changed ? html`<span>${msg`as it was`}</span>` : nothing}
  </p>`;
}

function beneath(scene: WhatIfScene, dispatch: Dispatch): unknown {
  const { state, width } = scene;
  if (!scene.placed) return nothing;
  return [answer(scene), switchList({ state, dispatch, width, without: 'scale' })];
}

/** What happens if a part of the model is otherwise: a mirror of now and of what was. */
export const figure: View<WhatIfScene> = {
  id: 'what-if',
  styles: whatIfStyles,
  layout(state, size) {
    let placed: Placed | null = null;
    const scene = sceneOf(
      'what-if',
      (m, frame) => {
        const parts = partsOf(m, frame);
        placed = place(parts);
        const caption = captionOf(m, parts.of, formerTrace(state));
        return { ...placed, chosen: [], caption, scales: false };
      },
      state,
      size,
    );
    return { ...scene, state, placed: awaitsGuess(state) ? null : placed };
  },
  between: (from, to, t) => ({
    ...to,
    marks: mixMarks(from.marks, to.marks, t, { from: from.words, to: to.words }),
  }),
  caption: ({ caption }) => caption,
  words: ({ caption }) => beatsOf(caption, true),
  speech: ({ caption }, { live }) => (live ? '' : caption.join(' ')),
  render: (scene, time, dispatch, open): TemplateResult =>
    renderScene(scene, time, dispatch, open, {
      inside: inside(scene, dispatch),
      beneath: beneath(scene, dispatch),
    }),
};
