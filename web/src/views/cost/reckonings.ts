import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import {
  cacheBytes,
  flopParts,
  type LayerSizes,
  parameterParts,
  scoreBytes,
  sizesOf,
  total,
  usedParameters,
} from '../kit/cost/count';
import type { Reckoning, Reckonings } from '../kit/reckoning';
import { amount, bytesText, timeText, whole } from './amounts';
import { processor } from './caption';
import type { CostSettings } from './settings';

const product = (...factors: readonly number[]): string => factors.map(whole).join(' · ');

/** A number that is a product of the sizes, or a sum of such. */
const sized = (value: string, what: string, formula: string, line: string): Reckoning => ({
  ...{ value, what, formula },
  line: [line],
});

type Formula = readonly [formula: string, line: string];

function attentionFormula({ d, k }: LayerSizes, layers: number): Formula {
  if (k === d)
    return [
      msg`L · (4·d² + 4·d): four matrices and four biases`,
      `${layers} · (${product(4, d, d)} + ${product(4, d)})`,
    ];
  return [
    msg`L · (2·d² + 2·d·k + 2·d + 2·k): four matrices and four biases, those of keys and values k wide`,
    `${layers} · (${product(2, d, d)} + ${product(2, d, k)} + ${product(2, d)} + ${product(2, k)})`,
  ];
}

function networkFormula({ d, f, matrices, experts }: LayerSizes, layers: number): Formula {
  const isGated = matrices === 3;
  const inner = isGated ? '3·d·d_ff + 2·d_ff + d' : '2·d·d_ff + d_ff + d';
  const biases = isGated ? product(2, f) : whole(f);
  const line = `${product(matrices, d, f)} + ${biases} + ${whole(d)}`;
  if (experts > 0)
    return [
      msg`L · E · (${inner} + d + 1): E experts, and the router’s row for each`,
      `${layers} · ${experts} · (${line} + ${whole(d)} + 1)`,
    ];
  return [
    isGated
      ? msg`L · (3·d·d_ff + 2·d_ff + d): three matrices and three biases`
      : msg`L · (2·d·d_ff + d_ff + d): two matrices and two biases`,
    `${layers} · (${line})`,
  ];
}

function predictionFormula({ d, norm }: LayerSizes, v: number): Formula {
  return norm === d
    ? [
        msg`d² + 2·d + V: a matrix, its bias, a norm, and a bias for each piece`,
        `${product(d, d)} + ${product(2, d)} + ${whole(v)}`,
      ]
    : [
        msg`d² + 3·d + V: a matrix, its bias, a norm, and a bias for each piece`,
        `${product(d, d)} + ${product(3, d)} + ${whole(v)}`,
      ];
}

/** How many numbers each part has to learn. */
function parameterReckonings({ shape }: CostSettings): [string, () => Reckoning][] {
  const parts = parameterParts(shape);
  const sizes = sizesOf(shape);
  const { num_hidden_layers: layers, vocab_size: v } = shape;
  const { d, norm } = sizes;
  const positions =
    shape.position_embedding_type === 'absolute' ? shape.max_position_embeddings : 0;
  const tables = [v, positions, shape.type_vocab_size].filter((rows) => rows > 0);
  const rows = tables.length > 1 ? `(${tables.map(whole).join(' + ')})` : whole(v);
  const count = parts.norms / norm;
  const formulas: Readonly<Record<keyof typeof parts, Formula>> = {
    embedding: [
      tables.length > 1 ? msg`(V + learned positions + segments) · d` : 'V · d',
      `${rows} · ${whole(d)}`,
    ],
    attention: attentionFormula(sizes, layers),
    feedForward: networkFormula(sizes, layers),
    norms:
      norm === d
        ? [msg`d for each of ${count} norms: γ alone`, product(d, count)]
        : [msg`2 · d for each of ${count} norms: γ and β`, product(2, d, count)],
    prediction: shape.masked_word_head ? predictionFormula(sizes, v) : [msg`there is none`, '0'],
  };
  const all = total(parts);
  return Object.entries(formulas).flatMap(([part, [formula, line]]) => {
    const value = parts[part as keyof typeof parts];
    return [
      [part, () => sized(whole(value), msg`Numbers to learn.`, formula, line)],
      [
        `${part} share`,
        () =>
          sized(
            percent(value / all),
            msg`Its share of all parameters.`,
            msg`part ÷ all`,
            `${whole(value)} ÷ ${whole(all)}`,
          ),
      ],
    ] as [string, () => Reckoning][];
  });
}

function networkFlops(
  { d, f, matrices, experts, taken }: LayerSizes,
  layers: number,
  n: number,
): Formula {
  if (experts > 0)
    return [
      msg`L · 2·n·d·(e·${matrices}·d_ff + E): the e experts that a word takes, and the router`,
      `${product(layers, 2, n, d)} · (${product(taken, matrices, f)} + ${experts})`,
    ];
  return matrices === 3
    ? [msg`L · 6·n·d·d_ff: three matrices`, product(layers, 6, n, d, f)]
    : [msg`L · 4·n·d·d_ff: two matrices`, product(layers, 4, n, d, f)];
}

const projectionFlops = ({ d, k }: LayerSizes, layers: number, n: number): Formula =>
  k === d
    ? [msg`L · 8·n·d²: four matrices`, product(layers, 8, n, d, d)]
    : [
        msg`L · 4·n·d·(d + k): four matrices, those of keys and values k wide`,
        `${product(layers, 4, n, d)} · (${whole(d)} + ${whole(k)})`,
      ];

/** The operations of one pass over so many words. */
function flopReckonings({ shape, words: n }: CostSettings): [string, () => Reckoning][] {
  const parts = flopParts(shape, n);
  const sizes = sizesOf(shape);
  const layers = shape.num_hidden_layers;
  const all = total(parts);
  const { attention, feedForward, projections, prediction } = parts;
  const what = msg`Operations of one pass: two for each multiplication that is added.`;
  return [
    [
      'flops attention',
      () =>
        sized(
          amount(attention),
          what,
          msg`L · 4·n²·d: q · k, and the weights times the values`,
          product(layers, 4, n, n, sizes.d),
        ),
    ],
    [
      'flops feed-forward',
      () => sized(amount(feedForward), what, ...networkFlops(sizes, layers, n)),
    ],
    [
      'flops projections',
      () => sized(amount(projections), what, ...projectionFlops(sizes, layers, n)),
    ],
    [
      'flops',
      () =>
        sized(
          amount(all),
          what,
          msg`projections + attention + feed-forward + prediction`,
          [projections, attention, feedForward, prediction].map(amount).join(' + '),
        ),
    ],
    [
      'flops share',
      () =>
        sized(
          percent(attention / all),
          msg`The share of attention.`,
          msg`attention ÷ all`,
          `${amount(attention)} ÷ ${amount(all)}`,
        ),
    ],
  ];
}

/** Memory, and a training. */
function otherReckonings({ shape, words: n, trained }: CostSettings): [string, () => Reckoning][] {
  const { num_attention_heads: h, num_hidden_layers: layers } = shape;
  const one = scoreBytes(shape, n);
  const { k } = sizesOf(shape);
  const parameters = usedParameters(shape);
  const flops = 6 * parameters * trained;
  return [
    [
      'scores',
      () =>
        sized(
          bytesText(one),
          msg`The scores of one layer.`,
          msg`n²·h numbers of 4 bytes`,
          product(n, n, h, 4),
        ),
    ],
    [
      'scores-all',
      () =>
        sized(
          bytesText(one * layers),
          msg`The scores of all layers.`,
          msg`a layer’s · L`,
          `${whole(one)} · ${layers}`,
        ),
    ],
    [
      'cache',
      () =>
        sized(
          bytesText(cacheBytes(shape, n)),
          msg`Keys and values.`,
          msg`2·L·n·k numbers of 2 bytes, k being the width of keys`,
          product(2, layers, n, k, 2),
        ),
    ],
    [
      'training',
      () =>
        sized(
          amount(flops),
          msg`Operations of the training.`,
          '6·N·D',
          `6 · ${whole(parameters)} · ${amount(trained)}`,
        ),
    ],
    [
      'training time',
      () =>
        sized(
          timeText(flops / processor),
          msg`On one graphics processor.`,
          msg`6·N·D ÷ 10¹⁴ in a second`,
          `${amount(flops)} ÷ 10¹⁴`,
        ),
    ],
  ];
}

export const costReckonings = (settings: CostSettings): Reckonings =>
  new Map([
    ...parameterReckonings(settings),
    ...flopReckonings(settings),
    ...otherReckonings(settings),
  ]);
