import type { FoveaPublishedModule, Model } from 'fovea-published-wasm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spanOf, termsOf, wordsOf } from '../../web/src/views/labels/intro';
import { cosine, type Pooled, partsOf, vectorOf } from '../../web/src/views/sentences/index';
import { loadPublished, open } from './published-folder';

/// The views `labels` and `sentences` show what the model computes, and it adds up.

let fovea: FoveaPublishedModule;
let model: Model | undefined;
beforeAll(async () => {
  fovea = await loadPublished();
});
afterEach(() => {
  model?.delete();
  model = undefined;
});

const opened = (name: string): Model => {
  model = open(fovea, name);
  return model;
};

const text = 'the animal was too tired';

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, x) => all + x, 0);

const answered = (of: Model, question: Parameters<FoveaPublishedModule['answer']>[1]) => {
  const answer = fovea.answer(of, question);
  return { ...answer, head: fovea.headOf(of) as never };
};

const withHeads = [
  ...['bert-text', 'bert-token', 'distilbert-text', 'roberta-span', 'xlm-roberta-text'],
  ...['electra-replaced', 'modernbert-text'],
];

describe.each(withHeads)('labels of %s', (name) => {
  it('a logit is the sum of its products and the bias', () => {
    const of = opened(name);
    const { columns, logits } = fovea.answer(of, { text });
    for (const at of logits.keys()) {
      const why = { row: Math.floor(at / columns), label: at % columns };
      const { terms } = fovea.answer(of, { text, why });
      const { largest, rest, bias } = termsOf({ terms }, 3);
      expect(largest.length).toBe(3);
      expect(sum(largest.map(([, product]) => product)) + rest + bias).toBeCloseTo(
        logits[at] ?? Number.NaN,
        5,
      );
    }
  });

  it('a token’s share is how fast the logit grows with what embeds it', () => {
    const of = opened(name);
    const why = { row: 0, label: 0 };
    const { shares, tokens } = fovea.answer(of, { text, why });
    expect(shares.length).toBe(tokens.length);
    const step = 2 ** -6;
    const logit = (i: number, times: number) =>
      fovea.answer(of, { text, changes: [`embedding.output[${i},:]*=${times}`] }).logits[0] ?? 0;
    const slopes = tokens.map((_, i) => (logit(i, 1 + step) - logit(i, 1 - step)) / (2 * step));
    const size = Math.max(...slopes.map(Math.abs));
    expect(size).toBeGreaterThan(1e-3);
    for (const [i, slope] of slopes.entries())
      expect(Math.abs((shares[i] ?? 0) - slope) / size, tokens[i]?.piece).toBeLessThan(0.02);
  });
});

it('the words of a text are its own, whatever pieces spell them', () => {
  const of = opened('bert-text');
  const answer = answered(of, { text });
  expect(wordsOf(answer, [text]).map((word) => word.text)).toEqual(text.split(' '));
});

it('a span is the best of all in the second text', () => {
  const of = opened('roberta-span');
  const answer = answered(of, { text: 'was it', pair: 'the animal' });
  const inPair = answer.tokens.flatMap((token, i) =>
    token.text === 1 && token.end > token.begin ? [i] : [],
  );
  expect(inPair.length).toBeGreaterThan(1);
  const all = inPair.flatMap((begin) =>
    inPair
      .filter((end) => end >= begin)
      .map(
        (end) => (answer.probabilities[2 * begin] ?? 0) * (answer.probabilities[2 * end + 1] ?? 0),
      ),
  );
  expect(spanOf(answer)?.probability).toBe(Math.max(...all));
});

describe.each(['mean', 'first', 'max'] as const)(
  'sentences of a model that pools by %s',
  (pooling) => {
    it('pairs of words add up to the cosine of the vectors that the model gives', () => {
      const of = opened(`sentence-${pooling === 'first' ? 'cls' : pooling}`);
      expect(fovea.headOf(of).pooling).toBe(pooling);
      const texts = [text, 'it was wide'];
      const [a, b] = texts.map((each): Pooled => {
        const { tokens, hidden, vector } = fovea.sentence(of, each);
        const own = vectorOf(hidden, vector.length, pooling);
        return { pieces: tokens.map(({ piece }) => piece), hidden, vector: own };
      }) as [Pooled, Pooled];
      const given = fovea.embed(of, texts);
      const d = a.vector.length;
      const dot = sum(Array.from({ length: d }, (_, j) => (given[j] ?? 0) * (given[d + j] ?? 0)));
      const lengths = [0, d].map((from) =>
        Math.sqrt(sum(given.subarray(from, from + d).map((x) => x * x))),
      );
      const expected = dot / ((lengths[0] ?? 0) * (lengths[1] ?? 0));
      expect(cosine(a, b)).toBeCloseTo(expected, 5);
      const parts = partsOf(a, b, pooling);
      expect(parts.length).toBe(a.pieces.length * b.pieces.length);
      expect(sum(parts)).toBeCloseTo(expected, 5);
    });
  },
);
