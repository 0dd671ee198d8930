import { gradientName, type Tensor, type Trace } from '../../model/trace';
import type { Graph } from '../../state/dataflow/graph';
import type { Formula } from '../../state/dataflow/node';
import { percent } from '../../state/format';
import { streamName } from '../../state/stream';
import { dot, lengthOf } from '../../state/vector';
import { msg } from '../../words/msg';
import { fromZero } from '../kit/depth/lines';
import { sizeText } from '../kit/depth/study';
import { text } from '../kit/frame';
import type { Drawing } from '../kit/hosted-figure';
import { rect } from '../kit/marks';
import { type Plot, plotMarks } from '../kit/plot';
import type { Box, SvgMark } from '../kit/scene';

/** A trace's tensors, with the gradients of a loss. */
interface Tensors {
  has(name: string): boolean;
  tensor(name: string): Pick<Tensor, 'shape' | 'data'>;
}

/** A row's gradient is an outer product: what went in, or the one row of a table that was looked up. */
interface Outer {
  readonly gradient: Float32Array;
  readonly input: Float32Array | number;
}

/** Longer texts have more pairs of words than are added up while one looks. */
const longest = 128;

function rowsOf({ shape, data }: Pick<Tensor, 'shape' | 'data'>): readonly Float32Array[] {
  const [n = 0, width = 1] = shape;
  return Array.from({ length: n }, (_, i) => data.subarray(i * width, (i + 1) * width));
}

/** Of two outer products, as matrices: the sum of the products of their numbers. */
function product(a: Outer, b: Outer): number {
  if (typeof a.input === 'number' && typeof b.input === 'number')
    return a.input === b.input ? dot(a.gradient, b.gradient) : 0;
  if (typeof a.input === 'number') return product(b, a);
  // A table that the output is read off, too: there its rows are what the gradients are of.
  if (typeof b.input === 'number') return (a.gradient[b.input] ?? 0) * dot(a.input, b.gradient);
  return dot(a.gradient, b.gradient) * dot(a.input, b.input);
}

/** The length of a sum of outer products, without making the sum. */
function lengthOfSum(outers: readonly Outer[]): number {
  const own = outers.filter(({ gradient }) => gradient.some((g) => g !== 0));
  let squares = 0;
  for (const a of own) for (const b of own) squares += product(a, b);
  return Math.sqrt(Math.max(0, squares));
}

const summed = (rows: readonly Float32Array[]): Float32Array => {
  const sum = new Float32Array(rows[0]?.length ?? 0);
  for (const row of rows)
    for (let j = 0; j < sum.length; j++) sum[j] = (sum[j] ?? 0) + (row[j] ?? 0);
  return sum;
};

/** What a norm multiplies its gain with: (x − mean) · rstd, by row or, a known bug, by column. */
function normed(of: Tensors, inputs: readonly string[], axis: 'model' | 'tokens') {
  const [x = '', mean = '', rstd = ''] = inputs;
  const [means, scales] = [mean ? of.tensor(mean).data : [], of.tensor(rstd).data];
  return rowsOf(of.tensor(x)).map((row, i) =>
    row.map((value, j) => {
      const at = axis === 'model' ? i : j;
      return (value - (means[at] ?? 0)) * (scales[at] ?? 0);
    }),
  );
}

type Parts = readonly (readonly [parameter: string, outers: readonly Outer[]])[];

/** A vector's gradient is one row. */
const vector = (parameter: string, gradient: Float32Array) =>
  [parameter, [{ gradient, input: 0 }]] as const;

const table = (parameter: string, gradients: readonly Float32Array[], rows: ArrayLike<number>) =>
  [parameter, gradients.map((gradient, i) => ({ gradient, input: rows[i] ?? 0 }))] as const;

/** What the gradients of a tensor make of the parameters that it was computed with. */
function partsOf(
  of: Tensors,
  formula: Formula,
  gradients: readonly Float32Array[],
  ids: Float32Array,
): Parts {
  if (formula.kind === 'linear' && !formula.rowOf) {
    const inputs = rowsOf(of.tensor(formula.x));
    const own = gradients.map((gradient, i) => ({ gradient, input: inputs[i] ?? 0 }));
    return [[formula.weight, own], vector(formula.inputs[2] ?? '', summed(gradients))];
  }
  if (formula.kind === 'lookup') {
    const { scale } = formula;
    return [
      table(
        formula.table,
        gradients.map((row) => row.map((g) => g * scale)),
        ids,
      ),
    ];
  }
  if (formula.kind === 'position')
    return formula.inputs.map((name) =>
      // All words are of the first segment.
      name.includes('token_type')
        ? vector(name, summed(gradients))
        : table(name, gradients, [...gradients.keys()]),
    );
  if (formula.kind !== 'norm') return [];
  const [, , , gain = '', shift = ''] = formula.inputs;
  const normal = normed(of, formula.inputs, formula.axis);
  const gained = gradients.map((row, i) => row.map((g, j) => g * (normal[i]?.[j] ?? 0)));
  return [vector(gain, summed(gained)), ...(shift ? [vector(shift, summed(gradients))] : [])];
}

/**
 * The lengths of the gradients of a loss by each parameter that a pass used, by its name in the file;
 * null for a text that is too long, or without gradients.
 */
export function weightGradients(of: Tensors, graph: Graph): ReadonlyMap<string, number> | null {
  const ids = of.tensor('tokens.ids').data;
  if (ids.length > longest || !of.has(gradientName('embedding.output'))) return null;
  const outers = new Map<string, Outer[]>();
  for (const [name, { formula }] of graph.tensors) {
    if (!of.has(gradientName(name))) continue;
    const gradients = rowsOf(of.tensor(gradientName(name)));
    for (const [parameter, more] of partsOf(of, formula, gradients, ids))
      outers.set(parameter, [...(outers.get(parameter) ?? []), ...more]);
  }
  return new Map([...outers].map(([name, all]) => [name, lengthOfSum(all)]));
}

/** Which of the model's weights the loss would change most. */
export interface WeightSizes {
  /** Lengths of the gradient by part of the model, from the words to the end. */
  readonly parts: readonly { readonly part: number; readonly length: number }[];
  /** The tensor with the longest. */
  readonly most: { readonly name: string; readonly length: number };
}

/** A part's place from the words to the end: 0 the embedding, then the layers, and what is behind them. */
export const [embedding, lastNorm, prediction] = [0, 1e6, 1e6 + 1] as const;

/** The part that a parameter belongs to, as the trainer's log has it. */
export function partOf(parameter: string): number {
  const [, layer] = /^encoder\.layer\.(\d+)\./.exec(parameter) ?? [];
  if (layer !== undefined) return Number(layer) + 1;
  if (/^embeddings\./.test(parameter)) return embedding;
  return /^encoder\./.test(parameter) ? lastNorm : prediction;
}

function nameOf(part: number): string {
  if (part === embedding) return msg`embedding`;
  if (part === lastNorm) return msg`last norm`;
  return part === prediction ? msg`prediction` : msg`layer ${part}`;
}

let last: { readonly trace: Trace; readonly sizes: WeightSizes | null } | null = null;

/** Null without gradients, or where the text is too long. Computed once for a trace. */
export function weightSizes(trace: Trace | null, graph: Graph | undefined): WeightSizes | null {
  if (!trace || !graph) return null;
  if (last?.trace !== trace) last = { trace, sizes: sizesOf(trace, graph) };
  return last.sizes;
}

function sizesOf(trace: Trace, graph: Graph): WeightSizes | null {
  const lengths = weightGradients(trace, graph);
  if (!lengths || lengths.size === 0) return null;
  const squares = new Map<number, number>();
  for (const [name, length] of lengths)
    squares.set(partOf(name), (squares.get(partOf(name)) ?? 0) + length ** 2);
  const [most = ['', 0]] = [...lengths].sort(([, a], [, b]) => b - a);
  return {
    parts: [...squares]
      .map(([part, sum]) => ({ part, length: Math.sqrt(sum) }))
      .sort((a, b) => a.part - b.part),
    most: { name: most[0], length: most[1] },
  };
}

const nameWidth = 76;
const numberWidth = 50;

/** A bar for each part: side by side in two columns where there are many. */
export function drawWeights({ parts }: WeightSizes, width: number): Drawing {
  const columns = width >= 420 && parts.length > 3 ? 2 : 1;
  const each = (width - 16 * (columns - 1)) / columns;
  const rows = Math.ceil(parts.length / columns);
  const longest = Math.max(1e-30, ...parts.map(({ length }) => length).filter(Number.isFinite));
  const room = each - nameWidth - numberWidth;
  const marks = parts.flatMap(({ part, length }, i): readonly SvgMark[] => {
    const x = Math.floor(i / rows) * (each + 16);
    const y = 16 * (i % rows) + 8;
    const wide = Number.isFinite(length) ? Math.max(0.5, (room * length) / longest) : 0;
    return [
      text(x, y + 4, nameOf(part), { tone: 'ink' }),
      rect(x + nameWidth, y - 5, wide, 10, { fill: 'residual', opacity: 0.8 }),
      text(x + nameWidth + wide + 6, y + 4, sizeText(length), { tone: 'ink' }),
    ];
  });
  return { width, height: 16 * rows, marks };
}

/** What would change most, in a sentence. */
export function weightsCaption({ parts, most }: WeightSizes): string {
  const squares = parts.reduce((sum, { length }) => sum + length ** 2, 0);
  const share = most.length ** 2 / squares;
  const [top] = [...parts].sort((a, b) => b.length - a.length);
  return msg`One step of gradient descent would move ${top ? nameOf(top.part) : ''} furthest; the single largest tensor is ${most.name} (${sizeText(most.length)}, ${percent(share)} of the sum of squares).`;
}

/** The gradients of the open model on the reader's text. */
export interface ModelLayers {
  /** Their norms: at the words, and after each layer. */
  readonly gradient: readonly number[];
}

/** The gradient that arrives at a place; null where the trace has none. */
function arriving(trace: Trace, layer: number): number | null {
  const name = streamName(trace, layer);
  return name === undefined || !trace.has(gradientName(name))
    ? null
    : lengthOf(trace.gradient(name).data);
}

/** Null where the trace has no gradients: they come with a loss that the reader has chosen. */
export function modelLayers(trace: Trace | null): ModelLayers | null {
  if (!trace) return null;
  const gradient: number[] = [];
  for (let at = arriving(trace, 0); at !== null; at = arriving(trace, gradient.length))
    gradient.push(at);
  if (gradient.length < 2) return null;
  return { gradient };
}

export function drawModel(box: Box, { gradient }: ModelLayers): readonly SvgMark[] {
  const plot: Plot = {
    box,
    x: { from: 0, to: gradient.length - 1 },
    y: fromZero(gradient),
    curves: [
      {
        points: gradient.map((norm, layer) => [layer, norm] as const),
        tone: 'residual',
        width: 2.2,
      },
    ],
    below: {
      ticks: gradient.map((_, layer) => layer),
      write: (x) => (x === 0 ? msg`words` : String(x)),
    },
    left: { write: sizeText },
  };
  return plotMarks(plot);
}

export function modelCaption({ gradient }: ModelLayers, loss: string): string {
  const [first = 0] = gradient;
  const last = gradient.at(-1) ?? 0;
  return msg`For ${loss}, the gradient is ${sizeText(last)} after layer ${gradient.length - 1} and ${sizeText(first)} at the words: ${sizeText(first / last)} times as large.`;
}
