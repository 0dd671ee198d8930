import { html, nothing } from 'lit';
import type { StepId } from '../../state/state';
import { awaitsGuess } from '../../state/tour/veil';
import { mixMarks, mixWords } from '../kit/keyframes';
import type { View } from '../view';
import { captionFor, cellCaption } from './caption';
import { captionWords, renderFigure } from './figure';
import { layout } from './layout';
import type { AttentionScene } from './scene';
import { attentionStyles } from './styles.css';

export type { AttentionScene as Scene } from './scene';

/** The figure opens a weight of its own row in its place: nothing is below. */
const holdsAnswer = (scene: AttentionScene): boolean =>
  scene.kind !== 'empty' && scene.chain !== null;

/** Figures of one form, on the way from one row of numbers to another. */
function between(from: AttentionScene, to: AttentionScene, t: number): AttentionScene {
  if (from.kind === 'empty' || from.kind !== to.kind) return to;
  const pieces = ({ row }: typeof from) => row.tokens.map(({ piece }) => piece);
  const words = { from: pieces(from), to: pieces(to) };
  return {
    ...to,
    marks: mixMarks(from.marks, to.marks, t, words),
    sum: mixMarks(from.sum, to.sum, t, words),
    weights: mixWords(from.weights, to.weights, t, words),
  };
}

function view(id: string, part: StepId | null): View<AttentionScene> {
  return {
    id,
    styles: attentionStyles,
    layout: (state, size) => layout(state, size, part),
    between,
    caption: (_, state) => (awaitsGuess(state) ? null : captionFor(state, part)),
    words: captionWords,
    speech: (_, state) =>
      awaitsGuess(state) ? '' : cellCaption(state) || (captionFor(state, part)?.join(' ') ?? ''),
    render: (scene, time, dispatch, answer) =>
      html`${renderFigure(scene, time, dispatch)}${holdsAnswer(scene) ? nothing : (answer ?? nothing)}`,
  };
}

/** Attention for one word: arches, and the arithmetic below them, step by step. */
export const figure = view('attention', null);

/** Each step of it alone, with its input and its output. */
export const steps: readonly View<AttentionScene>[] = (
  ['scores', 'scale', 'softmax', 'sum'] as const
).map((step) => view(step, step));
