import type { Outcome } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { weight } from '../../state/format';
import { topGuesses } from '../../state/prediction';
import { traceFor } from '../../state/what-if/answers';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { askedAbout } from '../kit/answered';
import type { Told } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { type Curve, type Plot, type Point, plotMarks } from '../kit/plot';
import { type GuessPlace, guessOf } from '../kit/question';
import type { Drawing } from '../kit/text-figure';
import type { Size } from '../view';
import { gradientText, ownText, predictionText, type Subject } from './caption';
import { arriving, gains, outcomesOf, requestOf, stillItsOwn } from './runs';

export interface Plotted extends Drawing {
  readonly plot: Plot;
}

/** What the guess at it is about. */
export const askedOf = (m: FigureContext, { token, answer }: Subject): GuessPlace => ({
  ...{ id: 'still', of: askedAbout(m, token, answer) },
});

/** A run with one gain, as far as it is there. */
export interface Run {
  readonly gain: number;
  readonly trace: Trace | null;
  /** The cosine of the word to what it began as, by layer. */
  readonly own: readonly number[];
  /** The size of the gradient, by layer. */
  readonly arrives: readonly number[];
}

export interface ResidualScene {
  readonly columns: 1 | 2 | 3;
  readonly subject: Subject;
  /** The gain chosen, as a place among those tried. */
  readonly at: number;
  readonly own: Plotted;
  readonly prediction: Plotted;
  readonly gradient: Plotted;
  readonly texts: { readonly own: Told; readonly prediction: Told; readonly gradient: Told };
  readonly outcomes: readonly Outcome[];
  readonly guesses: readonly string[];
  /** With the whole path, with the gain chosen, and without the path. */
  readonly runs: { readonly own: Run; readonly gained: Run; readonly none: Run };
}

/** Null for a model that predicts nothing. */
export function subjectOf({ state, trace, model }: FigureContext): Subject | null {
  const { tokens } = trace.encoding;
  const token = Math.max(0, Math.min(state.token, tokens.length - 1));
  const own = ownTrace(state.trace as Trace, state.computed.traces);
  const [best] = topGuesses(own, model.vocabulary, token, 1);
  if (!best) return null;
  const piece = model.vocabulary.indexOf(best.piece);
  return { token, piece, answer: best.piece, word: wordName(tokens, token) };
}

/** The model's own run of the text where it is there; else the one on show. */
function ownTrace(trace: Trace, traces: ReadonlyMap<string, Trace>): Trace {
  const { text, masked, run } = trace.encoding;
  if (!run || (run.structure === '' && run.changes.length === 0)) return trace;
  const key = JSON.stringify([text, masked, '', [], undefined]);
  return traces.get(key) ?? trace;
}

/** How high a plot is: higher on a high stage. */
const heightIn = ({ height = 0 }: Size): number => Math.max(206, Math.min(280, height - 420));

const boxOf = ({ width, height = 0 }: Size, right: number) => ({
  ...{ x: 44, y: 18, height: height - 46 },
  width: Math.max(60, width - 44 - right),
});

const along = (values: readonly number[]): readonly Point[] =>
  values.map((value, layer) => [layer, value]);

const drawn = ({ width, height = 0 }: Size, plot: Plot): Plotted => ({
  ...{ width, height, plot },
  marks: plotMarks(plot),
});

const layerTicks = (count: number) => ({
  ticks: Array.from({ length: count }, (_, i) => i),
  write: (x: number) => (x === 0 ? msg`start` : String(x)),
});

export const gainName = (gain: number): string => msg`gain ${weight(gain, 1)}`;

function ownPlot(
  room: Size,
  own: readonly number[],
  gained: readonly number[],
  gain: number,
): Plotted {
  const curves: readonly Curve[] = [
    { points: along(own), tone: 'residual', width: 2.4, label: gainName(1) },
    ...(gain === 1
      ? []
      : [{ points: along(gained), tone: 'ink', dash: '5 3', label: gainName(gain) } as const]),
  ];
  const low = Math.min(0, ...own, ...gained.filter(Number.isFinite));
  return drawn(room, {
    ...{
      box: boxOf(room, 62),
      x: { from: 0, to: Math.max(1, own.length - 1) },
      y: { from: low, to: 1 },
    },
    ...{ curves, left: { name: msg`cosine` }, below: layerTicks(own.length) },
  });
}

function predictionPlot(
  room: Size,
  outcomes: readonly Outcome[],
  at: number,
  answer: string,
): Plotted {
  const points = outcomes.map(({ asked }, i): Point => [gains[i] ?? 1, asked[0] ?? Number.NaN]);
  return drawn(room, {
    ...{ box: boxOf(room, 74), x: { from: 0, to: 1 }, y: { from: 0, to: 1 }, at: gains[at] ?? 1 },
    curves: [{ points, tone: 'ink', width: 2.4, label: msg`“${answer}”` }],
    left: { name: msg`share`, ticks: [0, 0.5, 1] },
    below: { ticks: [0, 0.25, 0.5, 0.75, 1], name: msg`gain` },
  });
}

function gradientPlot(room: Size, path: readonly number[], none: readonly number[]): Plotted {
  const all = [...path, ...none].filter((x) => x > 0 && Number.isFinite(x));
  const ends = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0.1, 1];
  const [from = 0.1, to = 1] = [
    10 ** Math.floor(Math.log10(ends[0] ?? 0.1)),
    10 ** Math.ceil(Math.log10(ends[1] ?? 1)),
  ];
  const count = Math.max(path.length, none.length, 2);
  return drawn(room, {
    ...{
      box: boxOf(room, 62),
      x: { from: 0, to: count - 1 },
      y: { from, to: Math.max(to, from * 10), log: true },
    },
    curves: [
      { points: along(path), tone: 'residual', width: 2.4, label: msg`with` },
      { points: along(none), tone: 'ink', dash: '5 3', label: msg`without` },
    ],
    ...{ left: { name: msg`size` }, below: layerTicks(count) },
  });
}

const runOf = (gain: number, trace: Trace | null, { token }: Subject): Run => ({
  ...{ gain, trace },
  own: trace ? stillItsOwn(trace, token) : [],
  arrives: trace ? arriving(trace) : [],
});

export function residualScene(m: FigureContext, subject: Subject): ResidualScene {
  const { width } = m.size;
  const columns = width >= 860 ? 3 : width >= 640 ? 2 : 1;
  const each = Math.floor((Math.min(width, 1320) - (columns - 1) * 32) / columns);
  const room = { width: each, height: heightIn(m.size) };
  const chosen = gains.findIndex((gain) => String(gain) === (m.choices.get('gain') ?? '0.5'));
  const at = chosen < 0 ? gains.indexOf(0.5) : chosen;
  const gain = gains[at] ?? 1;
  const run = (each: number) =>
    traceFor(m.state, requestOf(m.state, each, subject.token, subject.piece));
  const [own, gained, none] = [run(1), run(gain), run(0)];
  const runs = {
    own: runOf(1, own ?? m.trace, subject),
    gained: runOf(gain, gained, subject),
    none: runOf(0, none, subject),
  };
  const outcomes = outcomesOf(m.state, subject.token, subject.piece);
  return {
    ...{ columns, subject, at, runs, outcomes },
    own: ownPlot(room, runs.own.own, runs.gained.own, gain),
    prediction: predictionPlot(room, outcomes, at, subject.answer),
    gradient: gradientPlot(room, runs.own.arrives, runs.none.arrives),
    guesses: outcomes.map(({ best }) => m.model.vocabulary[best] ?? ''),
    texts: {
      own: ownText(subject, runs.own.own, runs.gained.own, gain),
      prediction: predictionText(subject, outcomes, m.model.vocabulary, at),
      gradient: gradientText(
        runs.own.arrives,
        runs.none.arrives,
        subject,
        guessOf(m.state, askedOf(m, subject)) === null ? [] : outcomes,
      ),
    },
  };
}
