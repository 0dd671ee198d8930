// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';
import { cell, Reader } from '../../../web/src/state/dataflow/cell';
import { dataflow } from '../../../web/src/state/dataflow/graph';
import { activation } from '../../../web/src/state/dataflow/kinds/activation';
import { softmax } from '../../../web/src/state/dataflow/kinds/attention';
import { ids, lookup, position } from '../../../web/src/state/dataflow/kinds/embedding';
import { norm, rstd } from '../../../web/src/state/dataflow/kinds/norm';
import { linear } from '../../../web/src/state/dataflow/kinds/products';
import { sum } from '../../../web/src/state/dataflow/kinds/sum';
import type { Formula } from '../../../web/src/state/dataflow/node';
import { explainedFormula } from '../../../web/src/widgets/explained-formula';
import { makeModel, makeTokens } from '../fixtures';

const context = {
  graph: dataflow(makeModel().config),
  tokens: makeTokens('the cat'),
  vocabulary: ['the', 'cat'],
  heads: 1,
  dModel: 2,
};

type Numbers = Readonly<Record<string, readonly number[]>>;

/** Each tensor a row of numbers, whatever the leading indices say. */
function readerOf(numbers: Numbers, axes: number): Reader {
  const row = (name: string) => numbers[name] ?? [];
  return new Reader({
    has: (name) => name in numbers,
    shape: (name) => [...Array(axes - 1).fill(1), row(name).length],
    at: ({ name, index }) => row(name)[index.at(-1) ?? 0] ?? row(name)[0] ?? 0,
  });
}

const written = (host: Element) => (host.textContent ?? '').replace(/\s+/g, ' ').trim();

function lines(name: string, value: number, formula: Formula, numbers: Numbers, shown = 2) {
  const index = [0, 1];
  const explanation = formula.explain(readerOf({ ...numbers, [name]: [0, value] }, 2), index, name);
  const spelt = { cell: cell(name, 0, 1), value, explanation, context, lit: 'embedding.output' };
  const both = explainedFormula(spelt, shown);
  if (!both) return null;
  const [symbols, inNumbers] = [both.symbols, both.numbers].map((template) => {
    const host = document.createElement('div');
    render(template, host);
    return host;
  }) as unknown as [HTMLElement, HTMLElement];
  const texts = [written(symbols), written(inNumbers)].map((t) => t.replace(/ /g, ''));
  return { symbols, texts, computed: explanation.value };
}

const query = 'layers.0.attention.query';
const matrix = 'encoder.layer.0.attention.self.query.weight';
const bias = 'encoder.layer.0.attention.self.query.bias';
const residual = 'layers.0.attention.residual';
const hidden = 'layers.0.feedForward.hidden';
const gamma = 'encoder.layer.0.attention.output.LayerNorm.weight';
const beta = 'encoder.layer.0.attention.output.LayerNorm.bias';
const statistics = { mean: 'layers.0.attention.norm.mean', rstd: 'layers.0.attention.norm.rstd' };

describe('a formula from the declared data flow', () => {
  it('writes a product out, the largest terms first, the rest as one, then the bias', () => {
    const numbers = { 'embedding.output': [1, -2, 4], [matrix]: [0.5, 3, 1], [bias]: [0.25] };
    const formula = linear('embedding.output', matrix, bias);
    const explained = lines(query, -1.25, formula, numbers);
    expect(explained?.computed).toBe(-1.25);
    expect(explained?.texts).toEqual([
      'q=∑ixiWQ,i+bQ',
      '−1.25=(−2.00)×3.00+4.00×1.00+0.50from1more+0.25',
    ]);
  });

  it.each<[string, number, Formula, Numbers, string, string]>([
    [
      'embedding.output',
      3,
      sum('embedding.tokens', 'embedding.positions'),
      { 'embedding.tokens': [1], 'embedding.positions': [2] },
      'x=e+p',
      '3.00=1.00+2.00',
    ],
    [
      'embedding.tokens',
      2,
      lookup('tokens.ids', 'embeddings.word_embeddings.weight', 2),
      { 'tokens.ids': [1], 'embeddings.word_embeddings.weight': [1] },
      'e=E×4',
      '2.00=1.00×4',
    ],
    [
      'layers.0.attention.norm',
      1.5,
      norm({ x: residual, ...statistics, gamma, beta, axis: 'model' }),
      {
        [residual]: [3],
        [statistics.mean]: [1],
        [statistics.rstd]: [0.5],
        [gamma]: [1],
        [beta]: [0.5],
      },
      'x̂=(x+o−μ)×1/σ×γ+β',
      '1.50=(3.00−1.00)×0.50×1.00+0.50',
    ],
    [
      statistics.rstd,
      0.5,
      rstd(residual, statistics.mean, 2),
      { [residual]: [1, 1 + Math.sqrt(8)], [statistics.mean]: [1 + Math.sqrt(2)] },
      '1/σ=1∑i(x+oi−μ)22+2',
      '0.50=12.0000+2',
    ],
    [
      'layers.0.feedForward.activated',
      0,
      activation(hidden, 'relu'),
      { [hidden]: [-1] },
      'f(u)=max(0,u)',
      '0.00=max(0,(−1.00))',
    ],
    [
      'layers.0.feedForward.activated',
      1.7615941559557646,
      activation(hidden, 'silu'),
      { [hidden]: [2] },
      'f(u)=u1+e−u',
      '1.76=2.001+e−2.00',
    ],
    [
      'layers.0.feedForward.activated',
      1.9544997361036416,
      activation(hidden, 'gelu'),
      { [hidden]: [2] },
      'f(u)=u×Φ(u)',
      '1.95=2.00×Φ(2.00)',
    ],
    [
      'layers.0.feedForward.activated',
      1.954597694087775,
      activation(hidden, 'gelu_tanh'),
      { [hidden]: [2] },
      'f(u)=½×u×(1+tanh(2π×(u+0.044715×u3)))',
      '1.95=½×2.00×(1+tanh(2π×(2.00+0.044715×2.003)))',
    ],
    [
      'embedding.positions',
      1,
      position(true, null, null),
      {},
      'p=cos(pos÷100000/2)',
      '1.00=cos(0.0000)',
    ],
  ])('writes %s once in symbols and once in numbers', (name, value, formula, numbers, ...texts) => {
    const explained = lines(name, value, formula, numbers);
    expect(explained?.texts).toEqual(texts);
    expect(explained?.computed).toBeCloseTo(value, 12);
  });

  it('writes a softmax', () => {
    const [name, scores] = ['layers.0.attention.weights', 'layers.0.attention.scores'];
    const of = softmax(scores, 2, 4);
    const numbers = { [scores]: [2, 2] };
    const spelt = (index: readonly number[]) => of.explain(readerOf(numbers, 3), index, name);
    const explanation = spelt([0, 0, 1]);
    const both = explainedFormula(
      { cell: cell(name, 0, 0, 1), value: 0.5, explanation, context, lit: null },
      2,
    );
    const texts = [both?.symbols, both?.numbers].map((template) => {
      const host = document.createElement('div');
      render(template, host);
      return written(host).replace(/ /g, '');
    });
    expect(texts).toEqual(['w=esj÷4∑iesi÷4', '.500=e1.0005.437=2.7185.437']);
    expect(explanation.value).toBe(0.5);
  });

  it('marks the terms of the tensor that is looked at, and says which tensor each is', () => {
    const { symbols } = lines(query, 2, sum('embedding.output', matrix), {}) ?? {};
    const terms = [...(symbols?.querySelectorAll('.term') ?? [])];
    expect(terms.map((term) => [term.getAttribute('data-of'), term.matches('.lit')])).toEqual([
      [query, false],
      ['embedding.output', true],
      [matrix, false],
    ]);
  });

  it('is not there for what was not computed', () => {
    expect(lines('tokens.ids', 3, ids(), {})).toBeNull();
  });
});
