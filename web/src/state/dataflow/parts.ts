import type { ModelConfig } from '../../model/protocol';
import { later } from '../../words/msg';
import { activation } from './kinds/activation';
import { mixture, scores, softmax } from './kinds/attention';
import { ids, lookup, position } from './kinds/embedding';
import { mean, type NormAxis, norm, rstd } from './kinds/norm';
import { type Linear, linear } from './kinds/products';
import { same, sum } from './kinds/sum';
import { type Formula, type Label, label } from './node';
import { divisorOf, gainOf, ofLayer, type Structure } from './structure';

/** A tensor of the trace: how it is computed, and what it is called. */
export interface Node {
  readonly formula: Formula;
  readonly label: Label;
  /** Of a copy of other tensors' numbers, which nothing reads: where its gradient is from. */
  readonly gradient?: Formula;
}

/** A tensor and how it is computed, in the order of computation. */
export type Entry = readonly [name: string, node: Node];

export const entry = (name: string, formula: Formula, label: Label, gradient?: Formula): Entry => [
  name,
  { formula, label, ...(gradient && { gradient }) },
];

export const linearOf = (x: string, parameter: string): Linear =>
  linear(x, `${parameter}.weight`, `${parameter}.bias`);

/** Names of a norm's statistics: of a word's numbers, and of all words. */
const means = [later('mean of @’s numbers'), later('mean of all words')] as const;
const deviations = [
  later('1 ÷ standard deviation of @’s numbers'),
  later('1 ÷ standard deviation of all words'),
] as const;

/** A layer norm and the two statistics of each of its rows. */
export function normOf(
  name: string,
  x: string,
  parameter: string,
  { eps, axis = 'model' }: { readonly eps: number; readonly axis?: NormAxis },
  called: Label,
): Entry[] {
  const names = { x, mean: `${name}.mean`, rstd: `${name}.rstd` };
  const learned = { gamma: `${parameter}.weight`, beta: `${parameter}.bias` };
  const statistic = ([ofRow, ofAll]: readonly [string, string], symbol: string) =>
    axis === 'model'
      ? label(ofRow, symbol, called.role, { axes: 'token' })
      : label(ofAll, symbol, called.role, { axes: 'place' });
  return [
    entry(names.mean, mean(x, axis), statistic(means, 'μ')),
    entry(names.rstd, rstd(x, names.mean, eps, axis), statistic(deviations, '1/σ')),
    entry(name, norm({ ...names, ...learned, axis }), called),
  ];
}

export const wordTable = 'embeddings.word_embeddings.weight';

export function positions(config: ModelConfig, { positions: used }: Structure): Formula {
  const kind = used === 'on' ? config.position_embedding_type : 'none';
  return position(
    kind === 'sinusoidal',
    kind === 'absolute' ? 'embeddings.position_embeddings.weight' : null,
    config.type_vocab_size > 0 ? 'embeddings.token_type_embeddings.weight' : null,
  );
}

/** What the first layer reads; `of` is "decoder." in a decoder. */
export function embedding(config: ModelConfig, structure: Structure, of = ''): Entry[] {
  const scale = structure.embedding_scale === 'on' ? Math.sqrt(config.hidden_size) : 1;
  const added = sum(`${of}embedding.tokens`, `${of}embedding.positions`);
  const input = label(later('@ as it enters layer 1'), 'x');
  const summed = label(later('embedding + position of @'), 'e + p', 'residual', {
    short: later('sum'),
  });
  const output = config.embedding_norm
    ? [
        entry(`${of}embedding.sum`, added, summed),
        ...normOf(
          `${of}embedding.output`,
          `${of}embedding.sum`,
          'embeddings.LayerNorm',
          { eps: config.layer_norm_eps },
          input,
        ),
      ]
    : [entry(`${of}embedding.output`, added, input)];
  return [
    entry(`${of}tokens.ids`, ids(), label(later('id of @'), 'id', 'residual', { axes: 'token' })),
    entry(
      `${of}embedding.tokens`,
      lookup(`${of}tokens.ids`, wordTable, scale),
      label(later('embedding of @'), 'e', 'residual', { short: later('embedding') }),
    ),
    entry(
      `${of}embedding.positions`,
      positions(config, structure),
      label(later('position of @'), 'p', 'residual', { short: later('position') }),
    ),
    ...output,
  ];
}

/** Attention of the rows `x`, all heads, and the output projection; to `memory`, which is x in self-attention. */
export function attention(
  name: string,
  parameter: string,
  x: string,
  config: ModelConfig,
  structure: Structure,
  memory = x,
): Entry[] {
  const [query, key, value] = [`${name}.query`, `${name}.key`, `${name}.value`] as const;
  const [weights, heads] = [`${name}.weights`, `${name}.heads`] as const;
  const dK = config.hidden_size / config.num_attention_heads;
  const hidden = { mask: structure.mask, pad: config.pad_token_id ?? 0 };
  const perHead = { axes: 'head and number' } as const;
  const pair = { axes: memory === x ? 'head and pair' : 'head and source pair' } as const;
  return [
    entry(
      query,
      linearOf(x, `${parameter}.self.query`),
      label(later('query of @'), 'q', 'query', perHead),
    ),
    entry(
      key,
      linearOf(memory, `${parameter}.self.key`),
      label(later('key of @'), 'k', 'key', perHead),
    ),
    entry(
      value,
      linearOf(memory, `${parameter}.self.value`),
      label(later('value of @'), 'v', 'value', perHead),
    ),
    entry(
      `${name}.scores`,
      scores(query, key, structure.heads),
      label(later('score'), 's', 'weight', { ...pair, short: later('score') }),
    ),
    entry(
      weights,
      softmax(`${name}.scores`, divisorOf(structure, dK), dK, hidden, structure.softmax),
      label(later('weight'), 'w', 'weight', pair),
    ),
    entry(
      heads,
      mixture(weights, value, structure.heads),
      label(later('mixed values of @'), 'h', 'value', { ...perHead, short: later('heads') }),
    ),
    entry(
      `${name}.output`,
      structure.output === 'off'
        ? same(heads, later('The mixed values, unchanged: W_O is left out.'))
        : linearOf(heads, `${parameter}.output.dense`),
      label(later('attention output for @'), 'o', 'residual', { short: later('output') }),
    ),
  ];
}

export function feedForward(
  name: string,
  parameter: string,
  x: string,
  { activation: id }: Structure,
): Entry[] {
  const role = 'feed-forward';
  return [
    entry(
      `${name}.hidden`,
      linearOf(x, `${parameter}.intermediate.dense`),
      label(later('hidden unit of @, before the activation'), 'u', role, {
        short: later('before f'),
      }),
    ),
    entry(
      `${name}.activated`,
      activation(`${name}.hidden`, id),
      label(later('hidden unit of @, after the activation'), 'f(u)', role, {
        short: later('hidden units'),
      }),
    ),
    entry(
      `${name}.output`,
      linearOf(`${name}.activated`, `${parameter}.output.dense`),
      label(later('feed-forward output for @'), 'z', role),
    ),
  ];
}

interface Sublayer {
  readonly name: string;
  /** What it reads. */
  readonly x: string;
  /** Of its norm. */
  readonly parameter: string;
  readonly inside: (x: string) => readonly Entry[];
  readonly labels: { readonly norm: Label; readonly residual: Label };
}

/** x → [norm] → inside → [+ x] → [norm], as the structure has it, and the name of what comes out. */
export function sublayer(
  { name, x, parameter, inside, labels }: Sublayer,
  structure: Structure,
  eps: number,
): readonly [entries: readonly Entry[], output: string] {
  const { norm: placed, norm_axis: axis = 'model' } = structure;
  const [normed, added, output] = [`${name}.norm`, `${name}.residual`, `${name}.output`] as const;
  const normalise = (from: string) => normOf(normed, from, parameter, { eps, axis }, labels.norm);
  const seen = placed === 'pre' ? normed : x;
  const kept = structure.residual === 'normed' ? seen : x;
  const gain = gainOf(structure);
  const sums = gain === 0 ? same(output) : sum(kept, output, gain);
  const entries = [
    ...(placed === 'pre' ? normalise(x) : []),
    ...inside(seen),
    entry(added, sums, labels.residual),
    ...(placed === 'post' ? normalise(added) : []),
  ];
  return [entries, placed === 'post' ? normed : added];
}

/** The norm and the sum of each part of a layer, in words. */
const ofAttention = [
  later('normalised @, attention'),
  later('norm 1'),
  later('@ plus attention output'),
] as const;
const ofFeedForward = [
  later('normalised @, feed-forward'),
  later('norm 2'),
  later('@ plus feed-forward output'),
] as const;

const passedOn = later('The layer is skipped: its input passes through unchanged.');

/** A layer's entries; of one that is skipped the last is its input again. */
export function layer(config: ModelConfig, of: Structure, l: number, input: string) {
  const structure = ofLayer(of, l);
  const parameter = `encoder.layer.${l}`;
  const [a, f] = [`layers.${l}.attention`, `layers.${l}.feedForward`] as const;
  const labels = ([normed, short, added]: readonly [string, string, string], symbol: string) => ({
    norm: label(normed, 'x̂', 'norm', { short }),
    residual: label(added, symbol, 'residual', { short: later('sum') }),
  });
  const [first, middle] = sublayer(
    {
      name: a,
      x: input,
      parameter: `${parameter}.attention.output.LayerNorm`,
      inside: (x) => attention(a, `${parameter}.attention`, x, config, structure),
      labels: labels(ofAttention, 'x + o'),
    },
    config.first_norm === false && l === 0 ? { ...structure, norm: 'none' } : structure,
    config.layer_norm_eps,
  );
  const [second, output] = sublayer(
    {
      name: f,
      x: middle,
      parameter: `${parameter}.output.LayerNorm`,
      inside: (x) => feedForward(f, parameter, x, structure),
      labels: labels(ofFeedForward, 'y + z'),
    },
    structure,
    config.layer_norm_eps,
  );
  const entries = [...first, ...second];
  if (structure.layer !== 'off') return { entries, output };
  const skipped = entries.map(([name, node]) =>
    name === output ? entry(name, same(input, passedOn), node.label) : ([name, node] as const),
  );
  return { entries: skipped, output };
}

/** The final norm belongs to a model that was trained pre-norm and is run so; `of` is "decoder." in a decoder. */
export function output(config: ModelConfig, structure: Structure, last: string, of = ''): Entry[] {
  const called = label(later('final vector of @'), 'x', 'residual', {
    short: later('final vector'),
  });
  return config.norm_order === 'pre' && structure.norm === 'pre'
    ? normOf(
        `${of}output`,
        last,
        `${of || 'encoder.'}LayerNorm`,
        { eps: config.layer_norm_eps },
        called,
      )
    : [entry(`${of}output`, same(last), called)];
}
