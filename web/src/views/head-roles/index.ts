import { nothing } from 'lit';
import { drawnFigure } from '../kit/figure-view';
import type { Frame } from '../kit/frame';
import { guessOf, questionBox, questionStyles } from '../kit/question';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { captionOf, questionOf, shapesStyles, shapesTable } from './caption';
import { askOf, mutedOf } from './muted';
import { rolesMarks } from './roles';
import { mutedMarks, splitMarks } from './split';

/** What muting does is shown once the reader has guessed. */
function isHidden(m: StepContext): boolean {
  const question = questionOf(m);
  return question !== null && guessOf(m.state, question) === null;
}

export const draw: Draw = (m: StepContext, frame: Frame) => {
  const hidden = isHidden(m);
  const split = splitMarks(m, frame, 0);
  const muted = hidden ? null : mutedOf(m);
  const bars = muted ? mutedMarks(m, frame, split.bottom + 4, muted) : split;
  const roles = rolesMarks(m, frame, bars.bottom + 8);
  return {
    marks: [...split.marks, ...(muted ? bars.marks : []), ...roles.marks],
    bottom: roles.bottom,
    chosen: [],
    scales: false,
    caption: captionOf(m, hidden),
  };
};

/** Why several heads: how the numbers are cut, what it costs, what heads do, and what goes without one. */
export const figure = drawnFigure('head-roles', draw, {
  styles: [questionStyles, shapesStyles],
  wants(m) {
    const ask = askOf(m);
    return ask ? { asks: [ask] } : {};
  },
  around: (m) => {
    const question = questionOf(m);
    return {
      beneath: (dispatch) => [
        shapesTable(m),
        question ? questionBox(question, m.state, dispatch) : nothing,
      ],
    };
  },
});
