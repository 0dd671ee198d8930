import { html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { styled } from '../../render/styled';
import type { Dispatch } from '../../state/actions';
import { weight } from '../../state/format';
import type { State } from '../../state/state';
import { awaitsGuess } from '../../state/tour/veil';
import { formerTrace } from '../../state/what-if/answers';
import { comparisonOf } from '../../state/what-if/comparison';
import { formerReading, presentReading, sameGuess } from '../../state/what-if/reading';
import { switchOf } from '../../state/what-if/switches';
import { scopeChoices, switchAxis } from '../../widgets/switch-number';
import { switchList } from '../../widgets/switches';
import { msg } from '../../words/msg';
import type { Frame } from '../kit/frame';
import { beatsOf, mixMarks } from '../kit/keyframes';
import { renderScene } from '../kit/render';
import type { Box, Scene } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { sceneOf } from '../kit/step-view';
import type { View } from '../view';
import { captionOf } from './caption';
import { columns } from './columns';
import type { Parts, Placed } from './parts';
import { rows } from './rows';
import { whatIfStyles } from './styles.css';

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
    <b data-tensor="guess">${now.piece} ${weight(now.probability)}</b>
    ${changed ? html`<s data-tensor="guess was">${was.piece} ${weight(was.probability)}</s>` : nothing}
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
