import { msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import { guessOf, type Question, questionBox, questionStyles } from '../kit/question';
import type { StepContext } from '../kit/step-context';
import { columnsAnswer } from './caption';
import { drawMatrix } from './draw';

/** Of any words: the sums are another in each head, the answer is not. */
const asked = { id: 'columns', of: '' };

function questionOf(m: StepContext): Question {
  const { one, said } = columnsAnswer(m);
  return {
    ...asked,
    asks: msg`Softmax makes each row of W add up to 1. Do its columns add up to 1 as well?`,
    options: [msg`Yes`, msg`No`],
    right: one ? 0 : 1,
    why: said,
  };
}

/** How all words are computed at once: every matrix of a head, with its shape. */
export const figure = drawnFigure(
  'matrix',
  (m, frame) => drawMatrix(guessOf(m.state, asked) !== null)(m, frame),
  {
    styles: questionStyles,
    around: (m) => ({
      beneath: (dispatch) => questionBox(questionOf(m), m.state, dispatch),
    }),
  },
);
