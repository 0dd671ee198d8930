import { flopParts, parameterParts, scoreBytes, total } from '../../state/cost/count';
import type { CostSettings } from '../../state/cost/settings';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import type { Reckoning, Reckonings } from '../kit/reckoning';
import { amount, bytesText, timeText, whole } from './amounts';
import { processor } from './caption';

const product = (...factors: readonly number[]): string => factors.map(whole).join(' · ');

/** A number that is a product of the sizes, or a sum of such. */
const sized = (value: string, what: string, formula: string, line: string): Reckoning => ({
  ...{ value, what, formula },
  line: [line],
});

/** How many numbers each part has to learn. */
function parameterReckonings({ shape }: CostSettings): [string, () => Reckoning][] {
  const parts = parameterParts(shape);
  const { hidden_size: d, intermediate_size: f, num_hidden_layers: layers, vocab_size: v } = shape;
  const positions =
    shape.position_embedding_type === 'absolute' ? shape.max_position_embeddings : 0;
  const tables = [v, positions, shape.type_vocab_size].filter((rows) => rows > 0);
  const rows = tables.length > 1 ? `(${tables.map(whole).join(' + ')})` : whole(v);
  const count = parts.norms / (2 * d);
  const formulas = {
    embedding: [
      tables.length > 1 ? msg`(V + learned positions + segments) · d` : 'V · d',
      `${rows} · ${whole(d)}`,
    ],
    attention: [
      msg`L · (4·d² + 4·d): four matrices and four biases`,
      `${layers} · (${product(4, d, d)} + ${product(4, d)})`,
    ],
    feedForward: [
      msg`L · (2·d·d_ff + d_ff + d): two matrices and two biases`,
      `${layers} · (${product(2, d, f)} + ${whole(f)} + ${whole(d)})`,
    ],
    norms: [msg`2 · d for each of ${count} norms: γ and β`, product(2, d, count)],
    prediction: shape.masked_word_head
      ? [
          msg`d² + 3·d + V: a matrix, its bias, a norm, and a bias for each piece`,
          `${product(d, d)} + ${product(3, d)} + ${whole(v)}`,
        ]
      : [msg`there is none`, '0'],
  } as const;
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

/** The operations of one pass over so many words. */
function flopReckonings({ shape, words: n }: CostSettings): [string, () => Reckoning][] {
  const parts = flopParts(shape, n);
  const { hidden_size: d, intermediate_size: f, num_hidden_layers: layers } = shape;
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
          product(layers, 4, n, n, d),
        ),
    ],
    [
      'flops feed-forward',
      () =>
        sized(
          amount(feedForward),
          what,
          msg`L · 4·n·d·d_ff: two matrices`,
          product(layers, 4, n, d, f),
        ),
    ],
    [
      'flops projections',
      () =>
        sized(
          amount(projections),
          what,
          msg`L · 8·n·d²: four matrices`,
          product(layers, 8, n, d, d),
        ),
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
  const parameters = total(parameterParts(shape));
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
