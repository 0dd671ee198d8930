// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../../web/src/model/trace';
import { reduce } from '../../../../web/src/state/reduce';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { figure as masksFigure } from '../../../../web/src/views/masks';
import { barePadding, type Mask, requestOf } from '../../../../web/src/views/masks/panels';
import type { TensorValues } from '../../fixtures';
import { Drawn, makeTrace, weightsOf } from '../figure-context';

const text = 'the dog saw it and slept';
const layers = [0, 1, 2];

/** Weights of which a mask lets only some through; rows add up to 1. */
function masked(n: number, lets: (query: number, key: number) => boolean): TensorValues[] {
  return layers.map((layer) => {
    const all = weightsOf(layer, 4, n, layer + 5);
    const kept = all.values.map((w, i) => (lets(Math.floor(i / n) % n, i % n) ? w + 0.01 : 0));
    const sum = (i: number) => kept.slice(i - (i % n), i - (i % n) + n).reduce((a, b) => a + b, 0);
    return { ...all, values: kept.map((w, i) => w / (sum(i) || 1)) };
  });
}

const own = makeTrace(
  text,
  masked(6, () => true),
);
const runs: Readonly<Record<Exclude<Mask, 'none'>, Trace>> = {
  causal: makeTrace(
    text,
    masked(6, (query, key) => key <= query),
  ),
  leaky: makeTrace(
    text,
    masked(6, (query, key) => key <= query + 1),
  ),
  padding: makeTrace(
    `${text} [PAD] [PAD]`,
    masked(8, (_, key) => key < 6),
  ),
};

/** The figure with a mask chosen, and its runs there; pieces of [PAD] keep their capitals. */
function drawn(mask: Mask): Drawn {
  const figure = new Drawn(masksFigure, own);
  figure.state = { ...figure.state, settings: mask === 'none' ? '' : `mask=${mask}` };
  if (mask !== 'none') {
    const trace = runs[mask];
    for (const token of trace.encoding.tokens)
      if (token.piece === '[pad]') Object.assign(token, { piece: '[PAD]' });
    const key = requestKey(requestOf(figure.context, mask));
    figure.state = reduce(figure.state, { type: 'beside', key, trace });
  }
  figure.draw();
  return figure;
}

const labels = (figure: Drawn) => figure.all('.cell').map((cell) => cell.title);

it('wants the runs of the mask that is chosen, and none twice', () => {
  const wants = (mask: Mask) => {
    const figure = new Drawn(masksFigure, own);
    figure.state = { ...figure.state, settings: `mask=${mask}` };
    return masksFigure
      .wants?.(figure.context)
      .traces?.map((each) => [each.text, each.run.structure]);
  };
  expect(wants('none')).toEqual([]);
  expect(wants('causal')).toEqual([[text, 'mask=causal']]);
  expect(wants('padding')).toEqual([
    [`${text} [PAD] [PAD]`, 'mask=padding'],
    [`${text} [PAD] [PAD]`, ''],
  ]);
});

describe('the matrix', () => {
  it.each(['causal', 'leaky', 'padding'] as const)(
    'of %s is its run’s, and says what is shut',
    (mask) => {
      const figure = drawn(mask);
      const { layer, head } = figure.state;
      const n = runs[mask].encoding.tokens.length;
      const { data } = runs[mask].tensor(`layers.${layer}.attention.weights`);
      const weights = data.subarray(head * n * n, (head + 1) * n * n);
      expect(labels(figure)).toHaveLength(n * n);
      const shut = figure.all('.cell').map((cell) => cell.classList.contains('shut'));
      expect(shut).toEqual(Array.from(weights, (w) => w === 0));
    },
  );

  it('asks why of a cell of the run on show', () => {
    const figure = drawn('none');
    figure.all('.cell')[9]?.click();
    const { layer, head } = figure.state;
    const name = `layers.${layer}.attention.weights`;
    expect(figure.state.trail).toEqual([{ name, index: [head, 1, 3] }]);
  });

  it('offers to run the model with the mask, so that its numbers can be asked', () => {
    const figure = drawn('causal');
    figure.all('.cell')[6]?.click();
    expect(figure.state.trail).toEqual([]);
    figure.all('.small button')[0]?.click();
    expect(figure.acts.at(-1)).toEqual({
      type: 'run',
      run: { structure: 'mask=causal', changes: [] },
    });
  });
});

describe('the mask with a bug', () => {
  it('is given away by a cell beyond the diagonal alone', () => {
    const figure = drawn('leaky');
    expect(figure.all('pre')).toHaveLength(0);
    figure.all('.cell')[6 * 2 + 1]?.click();
    expect(figure.texts('.told')[0]).toMatch(/^No: .*an earlier word\.$/);
    figure.all('.cell')[6 * 2 + 5]?.click();
    expect(figure.texts('.told')[0]).toMatch(/^No: .* 0\s% of its attention, as it should/);
    figure.all('.cell')[6 * 2 + 3]?.click();
    expect(figure.texts('.told')[0]).toMatch(/^Yes: .*though that word comes later\./);
    expect(figure.texts('del')).toEqual(['return key <= query + 1;']);
  });
});

it('says how much [PAD] would get without its mask', () => {
  const figure = drawn('padding');
  expect(figure.texts('figcaption')[0]).toContain('here it gets nothing.');
  const key = requestKey(barePadding(figure.context));
  const bare = makeTrace(
    `${text} [PAD] [PAD]`,
    masked(8, () => true),
  );
  figure.state = reduce(figure.state, { type: 'beside', key, trace: bare });
  figure.draw();
  expect(figure.texts('figcaption + .small')[0]).toMatch(
    /Without the mask it gets \d+\s% of each word’s attention/,
  );
});
