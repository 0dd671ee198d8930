import { html, nothing } from 'lit';
import type { State } from '../../state/state';
import { guessControls, guessOf, guessStyles, type Question } from '../kit/guess';
import type { Scene } from '../kit/scene';
import { stepContextOf } from '../kit/step-context';
import { sceneOf, stepView } from '../kit/step-view';
import { stepStyles } from '../kit/styles.css';
import type { View } from '../view';
import { columnsAnswer } from './caption';
import { drawMatrix } from './draw';

/** Under which the settings hold what was guessed. */
const asked = 'columns';

interface MatrixScene extends Scene {
  readonly question: Question | null;
  readonly settings: string;
}

function questionOf(state: State, width: number): Question | null {
  const m = stepContextOf(state, width);
  if (!m) return null;
  const { one, said } = columnsAnswer(m);
  return {
    id: asked,
    asks: 'Every row of W adds up to 1. Do the columns too?',
    options: ['yes', 'no'],
    right: one ? 0 : 1,
    answer: said,
  };
}

const plain = stepView('matrix', drawMatrix(false));

/** How all words are computed at once: every matrix of a head, with its shape. */
export const matrixView: View<MatrixScene> = {
  ...plain,
  styles: [stepStyles, guessStyles],
  layout: (state, size) => ({
    ...sceneOf('matrix', drawMatrix(guessOf(state, asked) !== null), state, size),
    ...{ question: questionOf(state, size.width), settings: state.settings },
  }),
  between: (from, to, t) => ({ ...to, ...plain.between?.(from, to, t) }),
  render: (scene, time, dispatch, answer) =>
    html`${plain.render(scene, time, dispatch, answer)}
    ${scene.question ? guessControls(scene.question, scene, dispatch) : nothing}`,
};
