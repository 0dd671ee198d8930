import type { Outcome } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { fine, signed, weight } from '../../state/format';
import { likelihood, topGuesses } from '../../state/prediction';
import { traceFor } from '../../state/what-if/answers';
import { wordName } from '../../state/word-names';
import { msg, msgParts } from '../../words/msg';
import { type AskedNumber, type Told, tell } from '../kit/derivation';
import { textWidth } from '../kit/frame';
import type { Drawing, FigureContext } from '../kit/hosted-figure';
import { type Curve, type Plot, type Point, plotMarks } from '../kit/plot';
import { askedAbout, type GuessPlace, guessOf } from '../kit/question';
import type { Size } from '../view';
import { arriving, cosinesToInput, gains, outcomesOf, requestOf } from './runs';

/** The word looked at, and what the model itself predicts there. */
export interface Subject {
  readonly token: number;
  readonly piece: number;
  readonly answer: string;
  readonly word: string;
}

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
  readonly subject: Subject;
  /** The gain chosen, as a place among those tried. */
  readonly at: number;
  readonly own: Plotted;
  readonly prediction: Plotted;
  readonly gradient: Plotted;
  readonly texts: { readonly own: Told; readonly prediction: Told; readonly gradient: Told };
  readonly outcomes: readonly Outcome[];
  /** Whether what the model says may be seen. */
  readonly isShown: boolean;
  readonly guesses: readonly string[];
  /** With the whole path, with the gain chosen, and without the path. */
  readonly runs: { readonly own: Run; readonly gained: Run; readonly none: Run };
}

/** Null for a model that predicts nothing. */
export function subjectOf({ state, trace, model }: FigureContext): Subject | null {
  const { tokens } = trace.encoding;
  const token = Math.max(0, Math.min(state.token, tokens.length - 1));
  const own = ownTrace(state.trace as Trace, state.computed.traces);
  const [best] = own.has('logits') ? topGuesses(own, model.vocabulary, token, 1) : [];
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

/** A run as its line is named: what it is, and once the reader has guessed, what the model says then. */
function nameOf(gain: number, outcome: Outcome | undefined, piece: string | undefined): string {
  const name =
    gain === 1
      ? msg`with the connection`
      : gain === 0
        ? msg`without the connection`
        : msg`connection × ${weight(gain, 1)}`;
  return outcome ? `${name}\n${msg`“${piece ?? ''}”`} ${likelihood(outcome.probability)}` : name;
}

/** How much of the word is left after each layer, with the path and as chosen; and what the model says in the end. */
function ownPlot(
  room: Size,
  { own, gained }: ResidualScene['runs'],
  names: readonly string[],
): Plotted {
  const [whole = '', chosen = ''] = names;
  const curves: readonly Curve[] = [
    { points: along(own.own), tone: 'residual', width: 3, label: whole },
    ...(gained.gain === 1
      ? []
      : [
          { points: along(gained.own), tone: 'ink', width: 2, dash: '5 3', label: chosen } as const,
        ]),
  ];
  const low = Math.min(0, ...own.own, ...gained.own.filter(Number.isFinite));
  const lines = names.flatMap((name) => name.split('\n'));
  const labels = 16 + Math.max(...lines.map((line) => textWidth(line, 13, true)));
  return drawn(room, {
    ...{
      box: boxOf(room, labels),
      x: { from: 0, to: Math.max(1, own.own.length - 1) },
      y: { from: low, to: 1 },
    },
    ...{ curves, left: { name: msg`cosine` }, below: layerTicks(own.own.length) },
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
    left: { name: msg`probability`, ticks: [0, 0.5, 1] },
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
  own: trace ? cosinesToInput(trace, token) : [],
  arrives: trace ? arriving(trace) : [],
});

/** How much of the word is left after the first layer. */
function ownText({ word }: Subject, { own, gained }: ResidualScene['runs']): Told {
  const asked = ({ own: values }: Run, key: string): AskedNumber => ({
    text: signed(values[1] ?? Number.NaN),
    key: `${key} 1`,
  });
  const whole = asked(own, 'own');
  if (gained.gain === 1 || gained.own.length < 2)
    return tell(
      msgParts`After one layer, the vector of ${word} still has a cosine of ${whole} to its embedding.`,
    );
  const chosen = asked(gained, 'gained');
  return tell(
    gained.gain === 0
      ? msgParts`After one layer, the vector of ${word} has a cosine of ${whole} to its embedding; without the residual connection, ${chosen}.`
      : msgParts`After one layer, the vector of ${word} has a cosine of ${whole} to its embedding; with ${weight(gained.gain, 1)} of the residual connection, ${chosen}.`,
  );
}

/** What the model says with the gain chosen. */
export function predictionText(
  { answer, word }: Subject,
  outcomes: readonly Outcome[],
  vocabulary: readonly string[],
  at: number,
): Told {
  const now = outcomes[at];
  if (!now || outcomes.length < gains.length)
    return [msg`Running the sentence at ${gains.length} gains: ${outcomes.length} done.`];
  const best = vocabulary[now.best] ?? '';
  const gain = weight(gains[at] ?? 1, 1);
  const ofBest = { text: likelihood(now.probability), key: 'best' };
  const ofAnswer = { text: likelihood(now.asked[0] ?? 0), key: 'share' };
  return tell(
    best === answer
      ? msgParts`At a gain of ${gain}, the model’s guess at ${word} is “${best}” (${ofBest}).`
      : msgParts`At a gain of ${gain}, the model’s guess at ${word} is “${best}” (${ofBest}); “${answer}” has a probability of ${ofAnswer}.`,
  );
}

function gradientText({ own, none }: ResidualScene['runs'], { answer, word }: Subject): Told {
  if (own.arrives.length === 0 || none.arrives.length === 0)
    return [
      msg`Sending the gradient back through the layers, with the residual connection and without.`,
    ];
  const asked = (key: string, x: readonly number[]) =>
    [
      { text: fine(x[0] ?? 0), key: `${key} 0` },
      { text: fine((x[0] ?? 0) / (x.at(-1) ?? 1)), key: `${key} times` },
    ] as const;
  const [[a, times], [b, timesWithout]] = [asked('path', own.arrives), asked('bare', none.arrives)];
  return tell(
    msgParts`When the model is asked for “${answer}” at ${word}, a gradient of ${a} reaches the embeddings, ${times} times what leaves the last layer; without the residual connection it is ${b}, ${timesWithout} times.`,
  );
}

/** Wider charts are no easier to read. */
const widest = 1440;

export function residualScene(m: FigureContext, subject: Subject): ResidualScene {
  const width = Math.min(m.size.width, widest);
  const { height = 0 } = m.size;
  const room = { width, height: Math.max(220, Math.min(420, height - 260)) };
  const small = { width: Math.min(width, 520), height: 206 };
  const chosen = gains.findIndex((gain) => String(gain) === (m.choices.get('gain') ?? '0'));
  const at = Math.max(0, chosen);
  const gain = gains[at] ?? 0;
  const run = (each: number) =>
    traceFor(m.state, requestOf(m.state, each, subject.token, subject.piece));
  const [own, gained, none] = [run(1), run(gain), run(0)];
  const runs = {
    own: runOf(1, own ?? m.trace, subject),
    gained: runOf(gain, gained, subject),
    none: runOf(0, none, subject),
  };
  const outcomes = outcomesOf(m.state, subject.token, subject.piece);
  const guesses = outcomes.map(({ best }) => m.model.vocabulary[best] ?? '');
  const isShown = guessOf(m.state, askedOf(m, subject)) !== null && outcomes.length >= gains.length;
  const names = [gains.length - 1, at].map((i) =>
    nameOf(gains[i] ?? 1, isShown ? outcomes[i] : undefined, guesses[i]),
  );
  return {
    ...{ subject, at, runs, outcomes, guesses, isShown },
    own: ownPlot(room, runs, names),
    prediction: predictionPlot(small, outcomes, at, subject.answer),
    gradient: gradientPlot(small, runs.own.arrives, runs.none.arrives),
    texts: {
      own: ownText(subject, runs),
      prediction: predictionText(subject, outcomes, m.model.vocabulary, at),
      gradient: gradientText(runs, subject),
    },
  };
}
