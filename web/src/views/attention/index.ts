import { html, nothing } from 'lit';
import type { StepId } from '../../state/state';
import type { ViewId } from '../../state/views';
import type { View } from '../view';
import { captionFor, cellCaption } from './caption';
import { renderFigure } from './figure';
import { layout } from './layout';
import type { AttentionScene } from './scene';
import { attentionStyles } from './styles.css';

export type { AttentionScene as Scene } from './scene';

/** The figure opens a weight of its own row in its place: nothing stands beneath. */
const holdsAnswer = (scene: AttentionScene): boolean =>
  scene.kind !== 'empty' && scene.chain !== null;

function view(id: ViewId, part: StepId | null): View<AttentionScene> {
  return {
    id,
    styles: attentionStyles,
    layout: (state, size) => layout(state, size, part),
    speech: (_, state) => cellCaption(state) || captionFor(state, part),
    render: (scene, time, dispatch, answer) =>
      html`${renderFigure(scene, time, dispatch)}${holdsAnswer(scene) ? nothing : (answer ?? nothing)}`,
  };
}

/** Attention for one word: arches, and the arithmetic beneath them, step by step. */
export const attentionView = view('attention', null);

/** Each step of it alone, with its input and its output. */
export const attentionSteps: readonly View<AttentionScene>[] = (
  ['scores', 'scale', 'softmax', 'sum'] as const
).map((step) => view(step, step));
