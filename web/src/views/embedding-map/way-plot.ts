import type { Trace } from '../../model/trace';
import { cosine } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import { otherRequest } from '../../state/what-if/twins';
import { graphOf } from '../../state/why';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { type Curve, type Plot, plotMarks } from '../kit/plot';
import type { Axis } from '../kit/plot-axis';
import type { SvgMark } from '../kit/scene';

/** How like a word's vector is to that of each other word of its sentence, before and after each layer. */
interface Way {
  readonly trace: Trace;
  readonly token: number;
  /** By layer, the input first; then by token. */
  readonly cosines: readonly (readonly number[])[];
}

/** `inputs`: the names of the residual stream's tensors, before the first layer and after each. */
export function wayOf(trace: Trace, inputs: readonly string[], token: number): Way {
  const tokens = trace.encoding.tokens.map((_, i) => i);
  const cosines = inputs.map((name) => {
    const own = trace.row(name, token);
    return tokens.map((other) => cosine(own, trace.row(name, other)));
  });
  return { trace, token, cosines };
}

/** The token whose vector the word's is most like after the last layer, itself left out. */
export function nearestAtEnd({ cosines, token }: Way): number {
  const last = cosines.at(-1) ?? [];
  let best = -1;
  last.forEach((value, i) => {
    if (i !== token && (best < 0 || value > (last[best] ?? 0))) best = i;
  });
  return best;
}

/** The two words that two sentences end at; of one sentence, or where both end alike, its two nearest. */
export function rivals(ways: readonly Way[]): readonly number[] {
  const [first] = ways;
  if (!first) return [];
  const ends = [...new Set(ways.map(nearestAtEnd))].filter((token) => token >= 0);
  if (ends.length > 1) return ends;
  const last = first.cosines.at(-1) ?? [];
  const others = last
    .map((value, token) => ({ value, token }))
    .filter(({ token }) => token !== first.token && !ends.includes(token))
    .sort((a, b) => b.value - a.value);
  return [...ends, ...others.slice(0, 1).map(({ token }) => token)];
}

/** The way of a word through the layers of one sentence, against the words that sentences end at. */
export interface WayPlot {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly marks: readonly SvgMark[];
  readonly way: Way;
  /** The end of the sentence: what tells it from the other. */
  readonly end: string;
}

export interface Ways {
  readonly word: string;
  readonly plots: readonly WayPlot[];
  /** The words it is held against, as tokens of the first sentence. */
  readonly rivals: readonly { readonly token: number; readonly piece: string }[];
  readonly layers: number;
}

/** The sentence at hand, and the one held against it where its run is there and has the word too. */
function waysOf({ state, trace, model }: FigureContext): readonly Way[] {
  const { tokens } = trace.encoding;
  const token = Math.max(0, Math.min(state.token, tokens.length - 1));
  const inputs = graphOf(model, trace).layerInputs;
  const own = wayOf(trace, inputs, token);
  const request = otherRequest(state);
  const other = request && traceFor(state, request);
  const alike =
    other?.encoding.tokens.length === tokens.length &&
    other.encoding.tokens[token]?.piece === tokens[token]?.piece;
  return other && alike ? [own, wayOf(other, inputs, token)] : [own];
}

const tones = ['ink', 'ink-2'] as const;

const yAxis = (values: readonly number[]): Axis => ({
  from: Math.min(0, ...values) - 0.05,
  to: 1.05,
});

export function waysScene(m: FigureContext, width: number, at: number): Ways {
  const ways = waysOf(m);
  const { tokens } = m.trace.encoding;
  const found = rivals(ways);
  const layers = (ways[0]?.cosines.length ?? 1) - 1;
  const values = ways.flatMap(({ cosines }) =>
    cosines.flatMap((row) => found.map((token) => row[token] ?? 0)),
  );
  const y = yAxis(values);
  const height = 150;
  const plots = ways.map((way): WayPlot => {
    const pieces = way.trace.encoding.tokens;
    const last = way.cosines.at(-1) ?? [];
    const first = [...found].sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0));
    const curves = first.map(
      (token, i): Curve => ({
        points: way.cosines.map((row, layer) => [layer, row[token] ?? Number.NaN] as const),
        tone: tones[i] ?? 'ink-2',
        width: i === 0 ? 2.2 : 1.4,
        ...(i > 0 && { dash: '4 3' }),
        label: pieces[token]?.piece ?? '',
      }),
    );
    const plot: Plot = {
      box: { x: 30, y: 8, width: Math.max(60, width - 30 - 70), height: height - 34 },
      ...{ x: { from: 0, to: layers }, y, curves, at },
      left: { ticks: [0, 0.5, 1] },
      below: {
        ticks: Array.from({ length: layers + 1 }, (_, i) => i),
        write: (x) => (x === 0 ? msg`start` : String(x)),
      },
    };
    const end = pieces.at(-1)?.piece ?? '';
    return { width, height, plot, marks: plotMarks(plot), way, end };
  });
  return {
    word: tokens[ways[0]?.token ?? 0]?.piece ?? '',
    ...{ plots, layers },
    rivals: found.map((token) => ({ token, piece: tokens[token]?.piece ?? '' })),
  };
}
