import { describe, expect, it } from 'vitest';
import { encodeText } from '../../web/src/model/bytes';
import { ownRun } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { firstSentence, swapOf } from '../../web/src/state/presets';
import { cosine } from '../../web/src/state/vector';
import { nearestAtEnd, rivals, wayOf } from '../../web/src/views/embedding-map/way-plot';
import { wordSpace } from '../../web/src/views/embedding-map/word-space';
import { loadShipped, modelBytes } from './shipped';

const fovea = await loadShipped();
const model = fovea.loadModel(sourceOf(modelBytes()));
const { vocabulary, config } = model.info();
const table = model.parameter('embeddings.word_embeddings.weight');
const space = wordSpace(table, vocabulary);
const idOf = (word: string) => vocabulary.indexOf(word);

const inputs = [
  'embedding.output',
  ...Array.from(
    { length: Number(config.num_hidden_layers) },
    (_, l) => `layers.${l}.feedForward.norm`,
  ),
];

const way = (text: string) => {
  const trace = new Trace(encodeText(model, { text, masked: [], run: ownRun }));
  const token = trace.encoding.tokens.findIndex(({ piece }) => piece === 'it');
  return wayOf(trace, inputs, token);
};

describe('the map of the shipped model', () => {
  it('has its words of one kind together in the plane that it opens with', () => {
    const kinds = space?.words.filter(({ kind }) => kind >= 0) ?? [];
    expect(kinds).toHaveLength(44);
    const [a, b] = space?.clearest ?? [0, 1];
    const far = (x: (typeof kinds)[number], y: (typeof kinds)[number]) =>
      Math.hypot((x.along[a] ?? 0) - (y.along[a] ?? 0), (x.along[b] ?? 0) - (y.along[b] ?? 0));
    const own = kinds.filter((word) => {
      const others = kinds.filter((other) => other !== word);
      return others.sort((x, y) => far(word, x) - far(word, y))[0]?.kind === word.kind;
    });
    expect(own.length).toBeGreaterThan(40);
  });

  it('has kitten nearer to cat than street is', () => {
    const nearness = (word: string) => space?.cosine(idOf('cat'), idOf(word)) ?? 0;
    expect(['cat', 'puppy']).toContain(space?.nearest(idOf('kitten'), 1)[0]?.word.word);
    expect(nearness('kitten')).toBeGreaterThan(nearness('street') + 0.1);
  });
});

describe('the way of “it”', () => {
  const ways = [way(firstSentence), way(swapOf(firstSentence)?.text ?? '')];

  it('is the cosine of rows of the trace', () => {
    const [{ trace, token, cosines }] = ways as [(typeof ways)[number]];
    inputs.forEach((name, layer) => {
      expect(cosines[layer]?.[1]).toBe(cosine(trace.row(name, token), trace.row(name, 1)));
    });
  });

  it('ends at the animal in one sentence and at the street in the other', () => {
    const ends = ways.map((each) => each.trace.encoding.tokens[nearestAtEnd(each)]?.piece);
    expect(ends).toEqual(['animal', 'street']);
    expect(rivals(ways)).toEqual(ways.map(nearestAtEnd));
  });
});
