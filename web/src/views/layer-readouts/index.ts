import { nothing } from 'lit';
import type { Outcome } from '../../model/protocol';
import { quoted } from '../../state/dataflow/naming';
import { likelihood } from '../../state/prediction';
import { msg } from '../../words/msg';
import { drawnFigure, type NumberTable, numberTable } from '../kit/figure-view';
import { type Frame, label, text, textWidth } from '../kit/frame';
import { type Curve, type Plot, plotMarks, rulerRoom } from '../kit/plot';
import type { Drawn } from '../kit/product';
import {
  askedAbout,
  isUnanswered,
  type Question,
  questionBox,
  questionStyles,
} from '../kit/question';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import type { Caption } from '../view';
import { asksOf, gridMarks, lastGuesses, layersOf, readoutsAt, settledAfter } from './grid';

const stage = (layer: number): string =>
  layer === 0 ? msg`from the words alone` : msg`after layer ${layer}`;

const reading = (m: StepContext, { best, probability }: Outcome): string =>
  `${quoted(m.model.vocabulary[best] ?? `#${best}`)} (${likelihood(probability)})`;

/** The layers at which what is read changes, the first and the last. */
function told(m: StepContext, outcomes: readonly Outcome[]): string {
  const changes = outcomes.flatMap((outcome, layer) =>
    layer === 0 || layer === outcomes.length - 1 || outcome.best !== outcomes[layer - 1]?.best
      ? [`${reading(m, outcome)} ${stage(layer)}`]
      : [],
  );
  return changes.join(', ');
}

export function captionOf(m: StepContext, hidden: boolean): Caption {
  const outcomes = readoutsAt(m, m.focus);
  const layers = layersOf(m);
  const how = msg`To read a word early, we skip the remaining layers and give its vector straight to the prediction head.`;
  if (outcomes.length <= layers)
    return [
      how,
      msg`Layers read so far at ${quoted(m.word)}: ${outcomes.length} of ${layers + 1}.`,
    ];
  if (hidden) return [how, msg`What it reads at ${quoted(m.word)} appears once you have guessed.`];
  return [how, msg`At ${quoted(m.word)} it reads ${told(m, outcomes)}.`];
}

/** From which layer on the last guess stands; null until that is known. */
export function questionOf(m: StepContext): Question | null {
  const settled = settledAfter(m, m.focus);
  const last = readoutsAt(m, m.focus)[layersOf(m)];
  if (settled === null || !last) return null;
  const piece = quoted(m.model.vocabulary[last.best] ?? '');
  const before = readoutsAt(m, m.focus)[settled - 1];
  return {
    id: 'read',
    of: askedAbout(m, m.focus),
    asks: msg`At ${quoted(m.word)} the model ends up saying ${piece}. From which layer on?`,
    options: Array.from({ length: layersOf(m) + 1 }, (_, layer) =>
      layer === 0 ? msg`the words alone` : msg`layer ${layer}`,
    ),
    right: settled,
    why: before
      ? msg`It says ${piece} from layer ${settled} on; just before, ${reading(m, before)}.`
      : msg`It says ${piece} from the words alone.`,
  };
}

/** What is read at each word drawn, after each layer. */
export function tableOf(m: StepContext): NumberTable {
  const { first, end } = m.shown;
  const words = Array.from({ length: end - first }, (_, i) => first + i);
  return {
    title: msg`What is read early`,
    columns: Array.from({ length: layersOf(m) + 1 }, (_, layer) => stage(layer)),
    rows: words.map((token) => [
      m.tokens[token]?.piece ?? '',
      ...readoutsAt(m, token).map((outcome) => reading(m, outcome)),
    ]),
  };
}

const looks = [
  { tone: 'weight', width: 2.6 },
  { tone: 'ink', width: 1.4 },
  { tone: 'residual', width: 1.4, dash: '5 3' },
] as const;

const height = 130;

/** The shares of the last guesses at the word in focus, from layer to layer. */
export function linesMarks(m: StepContext, frame: Frame, top: number): Drawn {
  const outcomes = readoutsAt(m, m.focus);
  const pieces = lastGuesses(m, m.focus);
  const side = label(frame, top, {
    name: msg`Its guesses`,
    note: msg`probabilities of the final guesses at “${m.word}”, after each layer`,
  });
  const names = pieces.map((id) => m.model.vocabulary[id] ?? '');
  const room = Math.max(...names.map((name) => textWidth(`${name} ${likelihood(0.888)}`, 13))) + 12;
  const curves = pieces.map((_, i): Curve => {
    const shares = outcomes.map(({ asked }) => asked[i] ?? 0);
    const last = shares.at(-1) ?? 0;
    return {
      points: shares.map((share, layer) => [layer, share]),
      ...(looks[i] ?? looks[2]),
      label: `${names[i]} ${likelihood(last)}`,
    };
  });
  const left = frame.left + rulerRoom.left;
  const layers = layersOf(m);
  const plot: Plot = {
    box: { x: left, y: side.top + 14, width: frame.left + frame.inner - left - room, height },
    x: { from: 0, to: layers },
    y: { from: 0, to: 1 },
    curves,
    below: {
      ticks: Array.from({ length: layers + 1 }, (_, i) => i),
      write: (layer) => (layer === 0 ? msg`in` : String(layer)),
    },
    left: { ticks: [0, 0.5, 1] },
  };
  const bottom = side.top + 14 + height + rulerRoom.below + 6;
  return { marks: [...side.marks, ...plotMarks(plot)], bottom: Math.max(bottom, side.bottom) };
}

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
const isHidden = (m: StepContext): boolean => isUnanswered(m.state, questionOf(m));

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
