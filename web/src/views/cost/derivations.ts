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
} from '../kit/cost';
import {
  type Derivation,
  type Derive,
  deriveFrom,
  inLetters,
  type Letters,
} from '../kit/derivation';
import { amount, bytesText, timeText, whole } from './amounts';
import { processor } from './caption';
import type { CostSettings } from './settings';

/** In letters, and what else is to be said of it. */
type Formula = readonly [formula: string, about: string];

type Entry = readonly [key: string, how: () => Derivation];

const attentionFormula = ({ d, k }: LayerSizes): Formula =>
  k === d
    ? ['L · (4·d² + 4·d)', msg`Each layer has four matrices and four biases.`]
    : [
        'L · (2·d² + 2·d·k + 2·d + 2·k)',
        msg`Each layer has four matrices and four biases, those of keys and values k wide.`,
      ];

function networkFormula({ matrices, experts }: LayerSizes): Formula {
  const inner = matrices === 3 ? '3·d·d_ff + 2·d_ff + d' : '2·d·d_ff + d_ff + d';
  if (experts > 0)
    return [
      `L · E · (${inner} + d + 1)`,
      msg`Each layer has E experts, and the router has a row for each.`,
    ];
  return [
    `L · (${inner})`,
    matrices === 3
      ? msg`Each layer has three matrices and three biases.`
      : msg`Each layer has two matrices and two biases.`,
  ];
}

function networkFlops({ matrices, experts }: LayerSizes): Formula {
  if (experts > 0)
    return [
      `L · 2·n·d · (e·${matrices}·d_ff + E)`,
      msg`Each word passes through e experts and the router.`,
    ];
  return matrices === 3
    ? ['L · 6·n·d·d_ff', msg`Each layer has three matrices.`]
    : ['L · 4·n·d·d_ff', msg`Each layer has two matrices.`];
}

const projectionFlops = ({ d, k }: LayerSizes): Formula =>
  k === d
    ? ['L · 8·n·d²', msg`Each layer has four matrices.`]
    : ['L · 4·n·d · (d + k)', msg`Each layer has four matrices, those of keys and values k wide.`];

/** What the letters of all formulas stand for. */
function lettersOf({ shape, words, trained }: CostSettings): Letters {
  const { d, k, f, experts, taken, norm } = sizesOf(shape);
  return {
    ...{ d, k, d_ff: f, E: experts, e: taken, n: words, D: trained },
    ...{ L: shape.num_hidden_layers, h: shape.num_attention_heads, V: shape.vocab_size },
    P: shape.position_embedding_type === 'absolute' ? shape.max_position_embeddings : 0,
    ...{ S: shape.type_vocab_size, N: usedParameters(shape) },
    norms: parameterParts(shape).norms / norm,
  };
}

/** How many numbers each part has to learn. */
function parameterEntries({ shape }: CostSettings, letters: Letters): readonly Entry[] {
  const parts = parameterParts(shape);
  const sizes = sizesOf(shape);
  const rms = sizes.norm === sizes.d;
  const tables = ['V', 'P', 'S'].filter((table) => (letters[table] ?? 0) > 0);
  const formulas: Readonly<Record<keyof typeof parts, Formula>> = {
    embedding:
      tables.length > 1
        ? [`(${tables.join(' + ')}) · d`, msg`Rows for tokens, learned positions and segments.`]
        : ['V · d', ''],
    attention: attentionFormula(sizes),
    feedForward: networkFormula(sizes),
    norms: rms
      ? ['d · norms', msg`Each norm has γ alone.`]
      : ['2 · d · norms', msg`Each norm has γ and β.`],
    prediction: shape.masked_word_head
      ? [
          rms ? 'd² + 2·d + V' : 'd² + 3·d + V',
          msg`A matrix, its bias, a norm, and a bias for each token.`,
        ]
      : ['0', msg`This model has no prediction head.`],
  };
  const all = total(parts);
  return Object.entries(formulas).flatMap(([part, [formula, about]]): Entry[] => {
    const value = parts[part as keyof typeof parts];
    const share = inLetters(
      'p ÷ t',
      value / all,
      { p: value, t: all },
      { about: msg`p of all t parameters.`, write: whole },
    );
    return [
      [
        part,
        () => ({
          ...{ text: whole(value), what: msg`Learned numbers.` },
          how: inLetters(formula, value, letters, { about, write: whole }),
        }),
      ],
      [
        `${part} share`,
        () => ({ text: percent(value / all), what: msg`Its share of all parameters.`, how: share }),
      ],
    ];
  });
}

/** The operations of one pass over so many words. */
function flopEntries({ shape, words }: CostSettings, letters: Letters): readonly Entry[] {
  const parts = flopParts(shape, words);
  const sizes = sizesOf(shape);
  const all = total(parts);
  const { attention, feedForward, projections, prediction } = parts;
  const what = msg`Operations in one pass: a multiplication and an addition count as two.`;
  const ofAll = { P: projections, A: attention, F: feedForward, M: prediction };
  const about = msg`Projections, attention, feed-forward, prediction.`;
  const entry = (
    key: string,
    value: number,
    [formula, said]: Formula,
    of: Letters = letters,
  ): Entry => [
    key,
    () => ({
      text: amount(value),
      what,
      how: inLetters(formula, value, of, { about: said, write: amount }),
    }),
  ];
  return [
    entry('flops attention', attention, [
      'L · 4·n²·d',
      msg`q · k, and the weights times the values.`,
    ]),
    entry('flops feed-forward', feedForward, networkFlops(sizes)),
    entry('flops projections', projections, projectionFlops(sizes)),
    entry('flops', all, ['P + A + F + M', about], ofAll),
    [
      'flops share',
      () => ({
        ...{ text: percent(attention / all), what: msg`The share of attention.` },
        how: inLetters('A ÷ (P + A + F + M)', attention / all, ofAll, { about, write: amount }),
      }),
    ],
  ];
}

/** Memory, and a training. */
function otherEntries({ shape, words, trained }: CostSettings, letters: Letters): readonly Entry[] {
  const one = scoreBytes(shape, words);
  const all = one * shape.num_hidden_layers;
  const cache = cacheBytes(shape, words);
  const flops = 6 * usedParameters(shape) * trained;
  const entry = (
    key: string,
    text: string,
    what: string,
    value: number,
    formula: Formula,
  ): Entry => [
    key,
    () => ({
      text,
      what,
      how: inLetters(formula[0], value, letters, { about: formula[1], write: amount }),
    }),
  ];
  return [
    entry('scores', bytesText(one), msg`The scores of one layer.`, one, [
      'n²·h · 4',
      msg`Each number takes 4 bytes.`,
    ]),
    entry('scores-all', bytesText(all), msg`The scores of all layers.`, all, [
      'n²·h · 4 · L',
      msg`Each number takes 4 bytes.`,
    ]),
    entry('cache', bytesText(cache), msg`Keys and values.`, cache, [
      '2·L·n·k · 2',
      msg`Each number takes 2 bytes; k is the width of the keys.`,
    ]),
    entry('training', amount(flops), msg`Operations in training.`, flops, ['6·N·D', '']),
    [
      'training time',
      () => ({
        ...{ text: timeText(flops / processor), what: msg`On one graphics processor.` },
        how: inLetters(
          '6·N·D ÷ R',
          flops / processor,
          { ...letters, R: processor },
          {
            write: amount,
            about: msg`R is how many operations it does per second.`,
          },
        ),
      }),
    ],
  ];
}

export function costDerivations(settings: CostSettings): Derive {
  const letters = lettersOf(settings);
  return deriveFrom([
    ...parameterEntries(settings, letters),
    ...flopEntries(settings, letters),
    ...otherEntries(settings, letters),
  ]);
}
