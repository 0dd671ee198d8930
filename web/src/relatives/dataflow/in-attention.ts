import type { ModelConfig } from '../../model/protocol';
import { gradientName } from '../../model/trace';
import { type Operand, type Reader, range } from '../../state/dataflow/cell';
import {
  added,
  either,
  explanation,
  letter,
  operandOf,
  row,
  total,
  value,
} from '../../state/dataflow/explanation';
import {
  cellOfHead,
  type HeadCut,
  type HiddenKeys,
  headOfCell,
  type Softmax,
  scores,
  softmax,
} from '../../state/dataflow/kinds/attention';
import type { Linear } from '../../state/dataflow/kinds/products';
import { label, type Other } from '../../state/dataflow/node';
import { type Entry, entry } from '../../state/dataflow/parts';
import { ofLayer, type Structure } from '../../state/dataflow/structure';
import { plain } from '../../state/format';
import { later, msg } from '../../words/msg';
import { angleOf, partnerOf, reachOf, rotaryBaseOf, sharing } from '../variant-tensors';
import { biasedSoftmax, biases, learnedBiases } from './alibi';
import { headWidth, ofKind, sublayerOf, type Variant } from './entries';

/** A number of a head and the one that it is turned with, by an angle. */
interface Pair {
  readonly own: readonly [number, number];
  readonly other: readonly [number, number];
  readonly position: number;
  readonly angle: number;
  /** Of the own number: −1 for the first of the pair, 1 for the second, 0 for one without a partner. */
  readonly sign: -1 | 0 | 1;
}

/** What is written of a turn: x·cos θ ± y·sin θ. */
function turnedPair(x: Operand, y: Operand, angle: number, sign: number) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const of = (name: string, number: number) =>
    either(row(letter(name), letter('θ')), value(number, 3, `${name} θ`));
  return explanation({
    operands: sign === 0 ? [x] : [x, y],
    value: sign === 0 ? x.value : x.value * cos + sign * y.value * sin,
    written:
      sign === 0
        ? operandOf(x)
        : row(
            ...[operandOf(x), '×', of('cos', cos), sign < 0 ? '−' : '+'],
            ...[operandOf(y), '×', of('sin', sin)],
          ),
  });
}

/**
 * Rotary positions: y is x with the pair of a head's numbers 2i and 2i + 1 turned by the angle
 * p · base^(−2i ÷ dK), where p is the place of the word. `passes` says whether its gradient goes back
 * to x; of numbers that heads share it comes by those of every head.
 */
function rotated(
  x: string,
  { heads, base }: { heads: number; base: number },
  cut: HeadCut,
  passes = true,
): Other {
  function pairOf(reader: Reader, [i = 0, j = 0]: readonly number[]): Pair {
    const shape = reader.shape(x);
    const dK = (shape[1] ?? 0) / heads;
    const [head, position, column] = headOfCell(shape, dK, [i, j], cut);
    const partner = partnerOf(column, dK);
    return {
      own: [i, j],
      other: cellOfHead(shape, dK, [head, position, partner], cut) as [number, number],
      position,
      angle: angleOf(position, column, dK, base),
      sign: partner === column ? 0 : column % 2 === 0 ? -1 : 1,
    };
  }
  return {
    kind: 'other',
    inputs: [x],
    explain(reader, index) {
      const { own, other, angle, position, sign } = pairOf(reader, index);
      const [from, to] = [reader.operand(x, ...own), reader.operand(x, ...other)];
      const degrees = plain(Math.round((angle * 180) / Math.PI));
      return {
        ...turnedPair(from, to, angle, sign),
        about:
          sign === 0
            ? msg`The last number has no partner and is not rotated.`
            : msg`Two numbers make a pair, a point in a plane. It is rotated by θ = ${plain(Number(angle.toFixed(4)))}, ${degrees}°, for position ${position}: how well a query matches a key then depends on how far apart their words are, and which comes first.`,
      };
    },
    ...(passes && {
      back: (reader, _input, index, name) => {
        const { own, other, angle, sign } = pairOf(reader, index);
        return {
          ...turnedPair(
            reader.gradient(name, ...own),
            reader.gradient(name, ...other),
            angle,
            -sign,
          ),
          about: msg`The gradient is rotated back.`,
        };
      },
    }),
  };
}

/** Which heads share keys and values. */
interface Sharing {
  /** Heads of queries. */
  readonly heads: number;
  /** How many of them share. */
  readonly copies: number;
  readonly dK: number;
}

/**
 * A key or value as a head reads it: the linear layer has rows for few heads, and `copies` heads of
 * queries read each of them. Its gradient goes back by the numbers that are shared.
 */
function sharedLinear(of: Linear, { heads, copies, dK }: Sharing, cut: HeadCut): Linear {
  const width = heads * dK;
  const { kind, inputs, x, weight } = of;
  return {
    ...{ kind, inputs, x, weight },
    rowOf: (o) => Math.floor(o / (copies * dK)) * dK + (o % dK),
    explain(reader, [i = 0, j = 0], name) {
      const n = reader.shape(name)[0] ?? 0;
      const [head, row, column] = headOfCell([n, width], dK, [i, j], cut);
      const part = Math.floor(head / copies);
      const place = cellOfHead([n, width / copies], dK, [part, row, column], cut);
      const first = part * copies;
      return {
        ...of.explain(reader, place, name),
        about: msg`Heads ${first + 1} to ${first + copies} read the same numbers.`,
      };
    },
  };
}

/** The gradient of what heads share: those of each head's reading, added. */
function sumOfHeads(x: string, { copies, dK }: Sharing): Other {
  const from = gradientName(x);
  return {
    kind: 'other',
    inputs: [from],
    explain(reader, [i = 0, j = 0]) {
      const first = Math.floor(j / dK) * copies;
      const operands = range(copies).map((c) =>
        reader.operand(from, i, (first + c) * dK + (j % dK)),
      );
      return explanation({
        operands,
        value: total(operands.map(({ value }) => value)),
        about: msg`${copies} heads read it, and their gradients add up.`,
        written: added(operands.map((each) => operandOf(each))),
      });
    },
  };
}

const perHead = { axes: 'head and number' } as const;

const sharingOf = (config: ModelConfig) => ({
  heads: config.num_attention_heads,
  copies: sharing(config),
  dK: headWidth(config),
});

export const layerOf = (name: string): number => Number(name.split('.')[1]);

const cutOf = (structure: Structure, name: string) =>
  ofLayer(structure, layerOf(name)).heads ?? 'split';

const sharedLabels = {
  key: label(later('key of @, shared by heads'), 'k', 'key', perHead),
  value: label(later('value of @, shared by heads'), 'v', 'value', perHead),
};

/** Fewer heads of keys and values than of queries. */
export const sharedKeys: Variant = {
  applies: (config) => sharing(config) > 1,
  rewrite: (config, structure) => (each) => {
    const [name, { formula, label: called }] = each;
    const part = /\.attention\.(key|value)$/.exec(name)?.[1] as 'key' | 'value' | undefined;
    const linear = part && ofKind(each[1], 'linear');
    if (!linear) return [each];
    const of = sharingOf(config);
    return [
      entry(`${name}.shared`, formula, sharedLabels[part], sumOfHeads(name, of)),
      entry(name, sharedLinear(linear, of, cutOf(structure, name)), called),
    ];
  },
};

const turnedLabels = {
  query: label(later('query of @, rotated by position'), 'q', 'query', perHead),
  key: label(later('key of @, rotated by position'), 'k', 'key', perHead),
};

/** Queries and keys that are turned by where their words are. */
export const rotary: Variant = {
  applies: (_, { positions }) => positions === 'rotary',
  rewrite: (config, structure) => (each, all) => {
    const [name, { label: called }] = each;
    const a = sublayerOf(name, 'attention', 'scores');
    if (!a) return [each];
    const { heads, ...of } = sharingOf(config);
    const cut = cutOf(structure, name);
    const base = rotaryBaseOf(config, layerOf(name));
    const [query, key, shared] = [`${a}.query`, `${a}.key`, `${a}.key.shared`];
    const turned = (x: string) => `${a}.${x}.rotated`;
    const ofShared: readonly Entry[] = all.has(shared)
      ? [
          entry(
            `${turned('key')}.shared`,
            rotated(shared, { heads: heads / of.copies, base }, cut, false),
            turnedLabels.key,
            sumOfHeads(turned('key'), { heads, ...of }),
          ),
        ]
      : [];
    return [
      entry(turned('query'), rotated(query, { heads, base }, cut), turnedLabels.query),
      ...ofShared,
      entry(turned('key'), rotated(key, { heads, base }, cut), turnedLabels.key),
      entry(name, scores(turned('query'), turned('key'), cut), called),
    ];
  },
};

/** Which keys a query of a layer does not see. */
export const hiddenIn = (name: string, config: ModelConfig, { mask }: Structure): HiddenKeys => ({
  ...{ mask, pad: config.pad_token_id ?? 0 },
  reach: reachOf(config, layerOf(name)),
});

const biasLabel = label(later('distance bias'), 'b', 'weight', {
  axes: 'head and pair',
  short: later('bias'),
});

const isAlibi = ({ positions }: Structure): boolean => positions === 'alibi';

/** Whether something is added to scores by distance: ALiBi, or what a table has learned. */
export const isBiased: Variant['applies'] = (
  { relative_attention_num_buckets: rows = 0 },
  structure,
) => isAlibi(structure) || (rows > 0 && structure.positions === 'on');

/** Scores to which something is added by distance. */
export const biased: Variant = {
  applies: isBiased,
  rewrite: (config, structure) => (each) => {
    const [name, { label: called }] = each;
    const heads = config.num_attention_heads;
    const a = sublayerOf(name, 'attention', 'scores');
    const ofDistance = isAlibi(structure) ? biases(heads) : learnedBiases();
    if (a) return [each, entry(`${a}.biases`, ofDistance, biasLabel)];
    const own = ofKind(each[1], 'softmax');
    const of = sublayerOf(name, 'attention', 'weights');
    if (!own || !of) return [each];
    const dK = headWidth(config);
    const hidden = hiddenIn(name, config, structure);
    const [divided, undivided] = [own.divisor, 1].map((divisor) =>
      softmax(own.x, divisor, dK, hidden, own.over),
    ) as [Softmax, Softmax];
    return [entry(name, biasedSoftmax(divided, undivided, `${of}.biases`, dK), called)];
  },
};
