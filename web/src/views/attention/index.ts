import { html, nothing } from 'lit';
import type { StepId } from '../../state/state';
import type { View } from '../view';
import { captionFor, cellCaption } from './caption';
import { renderFigure } from './figure';
import { layout } from './layout';
import type { AttentionScene } from './scene';
import { attentionStyles } from './styles.css';

export type { AttentionScene as Scene } from './scene';

function view(id: string, title: string, part: StepId | null): View<AttentionScene> {
  return {
    id,
    title,
    still: false,
    styles: attentionStyles,
    layout: (state, size) => layout(state, size, part),
    speech: (_, state) => cellCaption(state) || captionFor(state, part),
    render: (scene, time, dispatch, answer) =>
      html`${renderFigure(scene, time, dispatch)}${answer ?? nothing}`,
  };
}

/** Attention for one word: arches, and the arithmetic beneath them, step by step. */
export const attentionView = view('attention', 'Attention', null);

/** Each of its steps alone, with what it reads and what it makes. */
export const attentionSteps: readonly View<AttentionScene>[] = [
  view('scores', 'Scores: query meets key', 'scores'),
  view('scale', 'Scale: the scores divided', 'scale'),
  view('softmax', 'Softmax: scores to shares', 'softmax'),
  view('sum', 'Weighted sum of the values', 'sum'),
];
