import type { Outcome } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { fine, signed, weight } from '../../state/format';
import { topGuesses } from '../../state/prediction';
import { arriving, gains, outcomesOf, requestOf, stillItsOwn } from '../../state/residual/runs';
import { traceFor } from '../../state/what-if/answers';
import { wordName } from '../../state/word-names';
import type { FigureContext } from '../kit/hosted-figure';
import { type Curve, type Plot, type Point, plotMarks } from '../kit/plot';
import type { Drawing } from '../kit/text-figure';

export interface Plotted extends Drawing {
  readonly plot: Plot;
}

/** The word looked at, and what the model itself predicts there. */
export interface Subject {
  readonly token: number;
  readonly piece: number;
  readonly answer: string;
  readonly word: string;
}

export interface ResidualScene {
  readonly columns: 1 | 2 | 3;
  readonly subject: Subject;
  /** The gain chosen, as a place among those tried. */
  readonly at: number;
  readonly own: Plotted;
  readonly prediction: Plotted;
  readonly gradient: Plotted;
  readonly texts: { readonly own: string; readonly prediction: string; readonly gradient: string };
  readonly outcomes: readonly Outcome[];
  readonly guesses: readonly string[];
  readonly layers: { readonly own: readonly number[]; readonly gained: readonly number[] };
  readonly gradients: { readonly with: readonly number[]; readonly without: readonly number[] };
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

const height = 190;

const boxOf = (width: number, right: number) => ({
  ...{ x: 44, y: 18, height: height - 46 },
  width: Math.max(60, width - 44 - right),
});

const along = (values: readonly number[]): readonly Point[] =>
  values.map((value, layer) => [layer, value]);

const drawn = (width: number, plot: Plot): Plotted => ({
  ...{ width, height, plot },
  marks: plotMarks(plot),
});

const layerTicks = (count: number) => ({
  ticks: Array.from({ length: count }, (_, i) => i),
  write: (x: number) => (x === 0 ? 'start' : String(x)),
});

const gainName = (gain: number): string => (gain === 1 ? 'own' : `gain ${weight(gain, 1)}`);

function ownPlot(
  width: number,
  own: readonly number[],
  gained: readonly number[],
  gain: number,
): Plotted {
  const curves: readonly Curve[] = [
    { points: along(own), tone: 'residual', width: 2.4, label: 'gain 1' },
    ...(gain === 1
      ? []
      : [{ points: along(gained), tone: 'ink', dash: '5 3', label: gainName(gain) } as const]),
  ];
  const low = Math.min(0, ...own, ...gained.filter(Number.isFinite));
  return drawn(width, {
    ...{
      box: boxOf(width, 62),
      x: { from: 0, to: Math.max(1, own.length - 1) },
      y: { from: low, to: 1 },
    },
    ...{ curves, left: { name: 'cosine' }, below: layerTicks(own.length) },
  });
}

function predictionPlot(
  width: number,
  outcomes: readonly Outcome[],
  at: number,
  answer: string,
): Plotted {
  const points = outcomes.map(({ asked }, i): Point => [gains[i] ?? 1, asked[0] ?? Number.NaN]);
  return drawn(width, {
    ...{ box: boxOf(width, 74), x: { from: 0, to: 1 }, y: { from: 0, to: 1 }, at: gains[at] ?? 1 },
    curves: [{ points, tone: 'ink', width: 2.4, label: `“${answer}”` }],
    left: { name: 'share', ticks: [0, 0.5, 1] },
    below: { ticks: [0, 0.25, 0.5, 0.75, 1], name: 'gain' },
  });
}

function gradientPlot(width: number, sizes: ResidualScene['gradients']): Plotted {
  const all = [...sizes.with, ...sizes.without].filter((x) => x > 0 && Number.isFinite(x));
  const ends = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0.1, 1];
  const [from = 0.1, to = 1] = [
    10 ** Math.floor(Math.log10(ends[0] ?? 0.1)),
    10 ** Math.ceil(Math.log10(ends[1] ?? 1)),
  ];
  const count = Math.max(sizes.with.length, sizes.without.length, 2);
  return drawn(width, {
    ...{
      box: boxOf(width, 62),
      x: { from: 0, to: count - 1 },
      y: { from, to: Math.max(to, from * 10), log: true },
    },
    curves: [
      { points: along(sizes.with), tone: 'residual', width: 2.4, label: 'with' },
      { points: along(sizes.without), tone: 'ink', dash: '5 3', label: 'without' },
    ],
    ...{ left: { name: 'size' }, below: layerTicks(count) },
  });
}

function ownText(
  { word }: Subject,
  own: readonly number[],
  gained: readonly number[],
  gain: number,
): string {
  const last = own.at(-1) ?? Number.NaN;
  const said = `After the last layer the vector of ${word} has the cosine ${signed(last)} to what it began as`;
  const [first, end] = [gained[1], gained.at(-1)];
  if (gain === 1 || first === undefined || end === undefined)
    return `${said}; after the first, ${signed(own[1] ?? last)}.`;
  return `${said}; with ${gain === 0 ? 'no path' : `a gain of ${weight(gain, 1)}`} it is ${signed(end)}, and ${signed(first)} after the first layer alone, against ${signed(own[1] ?? last)}.`;
}

function predictionText(
  { answer, word }: Subject,
  outcomes: readonly Outcome[],
  vocabulary: readonly string[],
  at: number,
): string {
  const now = outcomes[at];
  const own = outcomes.at(-1);
  if (!now || !own || outcomes.length < gains.length)
    return `Running the text with ${gains.length} gains: ${outcomes.length} of them are there.`;
  const held = gains.filter((_, i) => vocabulary[outcomes[i]?.best ?? -1] === answer);
  const best = vocabulary[now.best] ?? '';
  const gain = gains[at] ?? 1;
  const here = `With a gain of ${weight(gain, 1)} the model’s guess at ${word} is “${best}” (${weight(now.probability)})${best === answer ? '' : `, and “${answer}” has ${weight(now.asked[0] ?? 0)}`}.`;
  return `${here} “${answer}” is its guess with ${held.length} of the ${gains.length} gains tried${held.length > 0 && held.length < gains.length ? `, the smallest of them ${weight(Math.min(...held), 1)}` : ''}.`;
}

function gradientText(
  { with: path, without }: ResidualScene['gradients'],
  { answer, word }: Subject,
  outcomes: readonly Outcome[],
): string {
  const [a, b] = [path[0], without[0]];
  if (a === undefined || b === undefined)
    return 'Going back through the layers, with the path and without it.';
  const times = (x: readonly number[]) => fine((x[0] ?? 0) / (x.at(-1) ?? 1));
  const [own, none] = [outcomes[gains.length - 1], outcomes[0]].map(
    (each) => -Math.log(each?.asked[0] ?? Number.NaN),
  ) as [number, number];
  const trained = none > own ? ': the model was trained with it' : '';
  const losses =
    outcomes.length < gains.length
      ? ''
      : ` The loss itself is ${fine(own)} with the path and ${fine(none)} without${trained}.`;
  return `Of predicting “${answer}” at ${word}: with the path ${fine(a)} arrives at the words, ${times(path)} times what leaves the last layer; without it ${fine(b)}, ${times(without)} times.${losses} How gradients fare in deep, untrained stacks is the question of “gradients”.`;
}

export function residualScene(m: FigureContext, subject: Subject): ResidualScene {
  const { width } = m.size;
  const columns = width >= 860 ? 3 : width >= 640 ? 2 : 1;
  const room = Math.floor((Math.min(width, 1320) - (columns - 1) * 32) / columns);
  const chosen = gains.findIndex((gain) => String(gain) === (m.choices.get('gain') ?? '0.5'));
  const at = chosen < 0 ? gains.indexOf(0.5) : chosen;
  const gain = gains[at] ?? 1;
  const run = (each: number) =>
    traceFor(m.state, requestOf(m.state, each, subject.token, subject.piece));
  const [own, gained, none] = [run(1), run(gain), run(0)];
  const layers = {
    own: stillItsOwn(own ?? m.trace, subject.token),
    gained: gained ? stillItsOwn(gained, subject.token) : [],
  };
  const gradients = { with: own ? arriving(own) : [], without: none ? arriving(none) : [] };
  const outcomes = outcomesOf(m.state, subject.token, subject.piece);
  return {
    ...{ columns, subject, at, layers, gradients, outcomes },
    own: ownPlot(room, layers.own, layers.gained, gain),
    prediction: predictionPlot(room, outcomes, at, subject.answer),
    gradient: gradientPlot(room, gradients),
    guesses: outcomes.map(({ best }) => m.model.vocabulary[best] ?? ''),
    texts: {
      own: ownText(subject, layers.own, layers.gained, gain),
      prediction: predictionText(subject, outcomes, m.model.vocabulary, at),
      gradient: gradientText(gradients, subject, outcomes),
    },
  };
}
