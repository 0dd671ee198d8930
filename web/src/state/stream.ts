import type { ModelConfig, Parameter } from '../model/protocol';
import type { Trace } from '../model/trace';
import { formulaOf, type Graph } from './dataflow/graph';
import { activations } from './dataflow/kinds/activation';
import { bestIds, type Guess, probabilityOf } from './prediction';

/** The names that the stream's tensor can have at a place: after a norm, or after an addition. */
export function streamNames(layer: number): readonly string[] {
  if (layer === 0) return ['embedding.output'];
  const last = `layers.${layer - 1}.feedForward`;
  return [`${last}.norm`, `${last}.residual`];
}

const meanOf = (row: Float32Array, of: (x: number) => number): number =>
  row.reduce((sum, x) => sum + of(x), 0) / row.length;

/** What a norm divided by, or took off, where it is of this row: RMSNorm's rrms, or the mean. */
function isOf(trace: Trace, norm: string, row: Float32Array): boolean {
  const [name, found] = trace.has(`${norm}.rrms`)
    ? [`${norm}.rrms`, 1 / Math.sqrt(meanOf(row, (x) => x * x))]
    : [`${norm}.mean`, meanOf(row, (x) => x)];
  if (!trace.has(name)) return true;
  const own = trace.tensor(name).data[0] ?? 0;
  return Math.abs(own - found) <= 1e-3 * Math.max(1, Math.abs(found));
}

/**
 * The tensor of the words, at 0, or after a layer; undefined where the trace has no such layer. Of a
 * pre-norm layer it is the addition: its norm is of what went in.
 */
export function streamName(trace: Trace, layer: number): string | undefined {
  const [first, sum] = streamNames(layer).filter((name) => trace.has(name));
  if (first === undefined || sum === undefined) return first;
  return isOf(trace, first, trace.row(sum, 0)) ? first : sum;
}

interface Model {
  readonly config: ModelConfig;
  readonly vocabulary: readonly string[];
}

type Parameters = ReadonlyMap<string, Parameter>;

const dataOf = (parameters: Parameters, name: string): Float32Array | undefined =>
  parameters.get(name)?.data;

/** x W^T + b, of one row. */
function linear(x: Float32Array, weight: Float32Array, bias: Float32Array): Float32Array {
  const d = x.length;
  return bias.map((b, i) => {
    let sum = b;
    for (let j = 0; j < d; j++) sum += (x[j] ?? 0) * (weight[i * d + j] ?? 0);
    return sum;
  });
}

/** LayerNorm of one row (Ba et al. 2016); without β RMSNorm, which keeps the mean. */
function norm(x: Float32Array, gamma: Float32Array, beta: Float32Array | undefined, eps: number) {
  const mean = beta ? x.reduce((sum, each) => sum + each, 0) / x.length : 0;
  const squares = x.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const rstd = 1 / Math.sqrt(squares / x.length + eps);
  return x.map((each, j) => (each - mean) * rstd * (gamma[j] ?? 1) + (beta?.[j] ?? 0));
}

/** The names of a norm's γ and β, as its formula reads them. */
function scalesOf(graph: Graph, name: string): readonly [string, string] {
  const [, , , gamma = '', beta = ''] = formulaOf(graph, name, 'norm').inputs;
  return [gamma, beta];
}

/**
 * What the model's own head reads in a token's vector before the first layer (0) and after each (1 …),
 * as if the layers above were left out: the logits, one for each token of the vocabulary. Null while
 * the head's parameters are not there, or where the model has none.
 */
export function earlyLogits(
  { trace, graph, config }: { trace: Trace; graph: Graph; config: ModelConfig },
  parameters: Parameters,
  token: number,
  after: number,
): Float32Array | null {
  if (!trace.has('logits')) return null;
  const eps = config.layer_norm_eps;
  const normed = (x: Float32Array, name: string) => {
    const [gamma, beta] = scalesOf(graph, name);
    const scale = dataOf(parameters, gamma);
    return scale && norm(x, scale, dataOf(parameters, beta), eps);
  };
  const multiplied = (x: Float32Array, name: string) => {
    const { inputs } = formulaOf(graph, name, 'linear');
    const [weight, bias] = inputs.slice(1).map((each) => dataOf(parameters, each));
    return weight && bias && linear(x, weight, bias);
  };
  const stream = trace.row(graph.layerInputs[after] ?? '', token);
  const last =
    graph.tensors.get('output')?.formula.kind === 'norm' ? normed(stream, 'output') : stream;
  const hidden = last && multiplied(last, 'prediction.hidden');
  const bent = hidden?.map(activations[config.hidden_act].apply);
  const y = bent && normed(bent, 'prediction.norm');
  return (y && multiplied(y, 'logits')) ?? null;
}

/** The most probable token of such logits. */
export function earlyGuess(logits: Float32Array, { vocabulary }: Pick<Model, 'vocabulary'>): Guess {
  const [id = 0] = bestIds(logits, 1);
  return { piece: vocabulary[id] ?? '', probability: probabilityOf(logits, id) };
}
