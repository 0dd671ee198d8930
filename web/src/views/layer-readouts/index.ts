import { nothing } from 'lit';
import { msg } from '../../words/msg';
import { drawnFigure, numberTable } from '../kit/figure-view';
import { type Frame, text } from '../kit/frame';
import { guessOf, questionBox, questionStyles } from '../kit/question';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { captionOf, questionOf, tableOf } from './caption';
import { gridMarks } from './grid';
import { linesMarks } from './lines';
import { asksOf, readoutsAt } from './readouts';

const withoutHead: Draw = (m) => ({
  marks: [text(0, 16, msg`This model cannot read a vector as a word.`)],
  bottom: 28,
  chosen: [],
  scales: false,
  caption: [
    msg`This model cannot turn a vector into words.`,
    msg`After each layer a word is ${m.dModel} numbers, but nothing reads them.`,
  ],
});

/** Nothing of the word in focus is shown before the reader has guessed. */
function isHidden(m: StepContext): boolean {
  const question = questionOf(m);
  return question !== null && guessOf(m.state, question) === null;
}

export const draw: Draw = (m: StepContext, frame: Frame) => {
  if (!m.trace.has('logits')) return withoutHead(m, frame);
  const hidden = isHidden(m);
  const grid = gridMarks(m, frame, 0, hidden);
  const shown = !hidden && readoutsAt(m, m.focus).length > 1;
  const lines = shown ? linesMarks(m, frame, grid.bottom + 10) : { marks: [], bottom: grid.bottom };
  return {
    marks: [...grid.marks, ...lines.marks],
    bottom: lines.bottom + 4,
    chosen: [],
    scales: false,
    caption: captionOf(m, hidden),
  };
};

/** Why many layers: what the model would say if it stopped earlier. */
export const figure = drawnFigure('layer-readouts', draw, {
  styles: questionStyles,
  wants: (m) => ({ asks: asksOf(m) }),
  around: (m) => {
    const question = questionOf(m);
    return {
      beneath: (dispatch) => [
        isHidden(m) ? nothing : numberTable(tableOf(m)),
        question ? questionBox(question, m.state, dispatch) : nothing,
      ],
    };
  },
});
