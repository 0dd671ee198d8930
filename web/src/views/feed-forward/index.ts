import { nothing } from 'lit';
import { drawnFigure } from '../kit/figure-view';
import type { Frame } from '../kit/frame';
import type { Drawn } from '../kit/product';
import { questionBox, questionStyles } from '../kit/question';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { words } from '../kit/words';
import { wordBars } from './bars';
import { captionOf, questionOf } from './caption';
import { controls, controlsStyles } from './controls';
import { namesOf, otherTexts } from './units';
import { everyWord, excitingMarks } from './words';

/** From this width on, the words of a unit and those of the text stand side by side. */
const besideFrom = 820;
const between = 36;

const shifted = (marks: readonly Mark[], by: number): readonly Mark[] =>
  marks.map((mark) => ('x' in mark ? { ...mark, x: mark.x + by } : mark));

/** A frame of its own for a part of the width, its titles above. */
const column = (width: number): Frame => ({
  width,
  narrow: true,
  gutter: 0,
  left: 0,
  inner: width,
});

function lists(m: StepContext, frame: Frame, top: number): Drawn {
  if (frame.width < besideFrom) {
    const list = excitingMarks(m, frame, top);
    const all = everyWord(m, frame, list.bottom + 8);
    return { marks: [...list.marks, ...all.marks], bottom: all.bottom };
  }
  const left = Math.round(frame.width * 0.42);
  const list = excitingMarks(m, column(left), top);
  const all = everyWord(m, column(frame.width - left - between), top);
  return {
    marks: [...list.marks, ...shifted(all.marks, left + between)],
    bottom: Math.max(list.bottom, all.bottom),
  };
}

export const draw: Draw = (m: StepContext, frame: Frame) => {
  const head = words(m, frame);
  const bars = wordBars(m, frame, head.bottom);
  const below = lists(m, frame, bars.bottom + 4);
  return {
    marks: [...head.marks, ...bars.marks, ...below.marks],
    bottom: below.bottom,
    caption: captionOf(m),
    chosen: [],
    scales: false,
  };
};

/** What each word does alone: the feed-forward part, its units and the words that excite them. */
export const figure = drawnFigure('feed-forward', draw, {
  styles: [questionStyles, controlsStyles],
  wants: (m) => ({
    traces: otherTexts(m),
    tensors: [namesOf(m).hidden, namesOf(m).output],
  }),
  around: (m) => {
    const question = questionOf(m);
    return {
      above: (dispatch) => controls(m, dispatch),
      beneath: (dispatch) => (question ? questionBox(question, m.state, dispatch) : nothing),
    };
  },
});
