import type { ModelConfig } from '../../model/protocol';
import { scores } from '../../state/dataflow/kinds/scores';
import { softmax } from '../../state/dataflow/kinds/softmax';
import { label } from '../../state/dataflow/label';
import { ofLayer, type Structure } from '../../state/dataflow/structure';
import { later } from '../../words/msg';
import { sharing } from '../key-heads';
import { biasedSoftmax, biases } from './alibi';
import { type Entry, entry, headWidth, ofKind, sublayerOf, type Variant } from './entries';
import { rotated } from './rotated';
import { sharedLinear, sumOfHeads } from './shared';

const perHead = { axes: 'head and number' } as const;

const sharingOf = (config: ModelConfig) => ({
  heads: config.num_attention_heads,
  copies: sharing(config),
  dK: headWidth(config),
});

const layerOf = (name: string): number => Number(name.split('.')[1]);

const cutOf = (structure: Structure, name: string) =>
  ofLayer(structure, layerOf(name)).heads ?? 'split';

const sharedLabels = {
  key: label(later('key of @, which heads share'), 'k', 'key', perHead),
  value: label(later('value of @, which heads share'), 'v', 'value', perHead),
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
  query: label(later('query of @, turned by its place'), 'q', 'query', perHead),
  key: label(later('key of @, turned by its place'), 'k', 'key', perHead),
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
    const [query, key, shared] = [`${a}.query`, `${a}.key`, `${a}.key.shared`];
    const turned = (x: string) => `${a}.${x}.rotated`;
    const ofShared: readonly Entry[] = all.has(shared)
      ? [
          entry(
            `${turned('key')}.shared`,
            rotated(shared, heads / of.copies, cut, false),
            turnedLabels.key,
            sumOfHeads(turned('key'), { heads, ...of }),
          ),
        ]
      : [];
    return [
      entry(turned('query'), rotated(query, heads, cut), turnedLabels.query),
      ...ofShared,
      entry(turned('key'), rotated(key, heads, cut), turnedLabels.key),
      entry(name, scores(turned('query'), turned('key'), cut), called),
    ];
  },
};

const biasLabel = label(later('bias for the distance'), 'b', 'weight', {
  axes: 'head and pair',
  short: later('bias'),
});

/** Scores that lose something for each word of distance. */
export const alibi: Variant = {
  applies: (_, { positions }) => positions === 'alibi',
  rewrite: (config, structure) => (each) => {
    const [name, { label: called }] = each;
    const heads = config.num_attention_heads;
    const a = sublayerOf(name, 'attention', 'scores');
    if (a) return [each, entry(`${a}.biases`, biases(heads), biasLabel)];
    const own = ofKind(each[1], 'softmax');
    const of = sublayerOf(name, 'attention', 'weights');
    if (!own || !of) return [each];
    const dK = headWidth(config);
    const hidden = { mask: structure.mask, pad: config.pad_token_id ?? 0 };
    const undivided = softmax(own.x, 1, dK, hidden, own.over);
    return [entry(name, biasedSoftmax(own, undivided, `${of}.biases`, dK), called)];
  },
};
