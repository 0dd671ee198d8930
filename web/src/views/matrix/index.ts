import { windowName } from '../../render/visible-words';
import { weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import { type Frame, text } from '../kit/frame';
import { line, rect } from '../kit/marks';
import { guessOf, type Question, questionBox, questionStyles } from '../kit/question';
import type { Mark } from '../kit/scene';
import { chosenWeight, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import type { Caption } from '../view';
import {
  columnSums,
  columnsHeight,
  dividedPanel,
  headPart,
  type Layout,
  layoutOf,
  rowSums,
  scaling,
  scoresPanel,
  weightsPanel,
  wordsDrawn,
} from './layout';
import {
  columnNames,
  corner,
  during,
  frames,
  operators,
  rowNames,
  sumMarks,
  titles,
} from './marks';

/** Sums that are 1 but for what 32-bit numbers lose. */
const isOne = (sum: number): boolean => Math.abs(sum - 1) < 5e-4;

function rows(m: StepContext): string {
  const sums = rowSums(m);
  return sums.every(isOne)
    ? msg`each row adds up to 1`
    : msg`rows add up to between ${weight(Math.min(...sums))} and ${weight(Math.max(...sums))}`;
}

export function captionOf(m: StepContext): Caption {
  const n = m.tokens.length;
  const part = windowName(m.shown);
  const drawn = part && wordsDrawn(m) < n ? ` ${msg`Shown: ${part}.`}` : '';
  const biased = scaling(m).endsWith('b')
    ? ` ${msg`Before the softmax, ALiBi adds b, which lowers a score with every word of distance.`}`
    : '';
  return [
    msg`All ${n} words at once: every query times every key makes ${n * n} scores,`,
    msg`and softmax turns them into weights; ${rows(m)}.${biased}${drawn}`,
  ];
}

/** The words of the columns that add up to least and to most. */
function ends(m: StepContext, sums: readonly number[]) {
  const name = (i: number) => wordName(m.tokens, m.shown.first + i);
  const [low, high] = [argmax(sums.map((sum) => -sum)), argmax(sums)];
  return { low: name(low), high: name(high), least: sums[low] ?? 0, most: sums[high] ?? 0 };
}

/** Whether the columns add up to 1, and what they add up to. */
export function columnsAnswer(m: StepContext): { readonly one: boolean; readonly said: string } {
  const sums = columnSums(m);
  const { low, high, least, most } = ends(m, sums);
  if (sums.every(isOne)) return { one: true, said: msg`Here they do: each column adds up to 1.` };
  return {
    one: false,
    said: msg`They don’t: they add up to ${weight(least)} for ${low} and to ${weight(most)} for ${high}. Each word has 1 to give; what it gets is up to the others.`,
  };
}

const barRoom = columnsHeight - 24;

/** Under the weights what their columns add up to: the answer to the figure's question. */
function columnBars(m: StepContext, { weights }: Layout): readonly Mark[] {
  const sums = columnSums(m);
  const most = Math.max(1, ...sums);
  const pitch = weights.width / sums.length;
  const base = weights.y + weights.height + 6;
  const best = argmax(sums);
  const bars = sums.map((sum, i) =>
    rect(weights.x + pitch * (i + 0.15), base, pitch * 0.7, (barRoom * sum) / most, {
      fill: 'weight',
      opacity: i === best ? 1 : 0.6,
    }),
  );
  const x = weights.x + pitch * (best + 0.5);
  const left = x < weights.x + weights.width / 2;
  return [
    line(weights.x, base, weights.x + weights.width, base, 'ink-2'),
    ...bars,
    text(x + (left ? pitch / 2 + 4 : -pitch / 2 - 4), base + barRoom, weight(sums[best] ?? 0), {
      ...{ anchor: left ? 'start' : 'end', size: 11, tone: 'ink', bold: true },
      shows: { tensor: 'column-sum', token: m.shown.first + best },
    }),
  ];
}

/** All products of a head for all words; `counted` shows what the columns of the weights add up to. */
export const drawMatrix =
  (counted: boolean): Draw =>
  (m: StepContext, frame: Frame) => {
    const at = layoutOf(m, frame, counted);
    const rows = at.wide ? [at.query] : [at.query, at.divided, at.values];
    return {
      marks: [
        ...corner(m, at),
        ...columnNames(m, at),
        ...rows.flatMap((box) => rowNames(m, box, 'ink')),
        ...(at.wide ? rowNames(m, at.values, 'value') : []),
        headPart(m, 'query', at.query),
        headPart(m, 'key', at.keys, true),
        { ...scoresPanel(m, at.scores), ...during('scores') },
        { ...dividedPanel(m, at.divided), ...during('scale') },
        { ...weightsPanel(m, at.weights), ...during('softmax') },
        headPart(m, 'value', at.values),
        { ...headPart(m, 'heads', at.output), ...during('sum') },
        ...operators(m, at),
        ...sumMarks(m, at),
        ...(counted ? columnBars(m, at) : []),
        ...titles(m, at, counted ? columnsHeight : 0),
        ...frames(m, at),
      ],
      bottom: at.bottom,
      caption: captionOf(m),
      chosen: [chosenWeight(m)],
    };
  };

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
