// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';
import { cell } from '../../../web/src/state/dataflow/cell';
import type { Explanation, Operand } from '../../../web/src/state/dataflow/explain';
import { explainedFormula } from '../../../web/src/widgets/explained-formula';
import { makeTokens } from '../fixtures';

const context = {
  tokens: makeTokens('the cat'),
  vocabulary: ['the', 'cat'],
  heads: 1,
  dModel: 2,
};

const of = (name: string, value: number): Operand => ({ cell: cell(name, 0, 1), value });
const x = (value: number) => of('embedding.output', value);
const w = (value: number) => of('encoder.layer.0.attention.self.query.weight', value);
const product = (a: Operand, b: Operand) => ({ a, b, value: a.value * b.value });

const written = (host: Element) => (host.textContent ?? '').replace(/\s+/g, ' ').trim();

function lines(name: string, value: number, explanation: Explanation, shown = 2) {
  const spelt = { cell: cell(name, 0, 1), value, explanation, context, lit: 'embedding.output' };
  const formula = explainedFormula(spelt, shown);
  if (!formula) return null;
  const [symbols, numbers] = [formula.symbols, formula.numbers].map((template) => {
    const host = document.createElement('div');
    render(template, host);
    return host;
  }) as unknown as [HTMLElement, HTMLElement];
  return { symbols, texts: [written(symbols), written(numbers)].map((t) => t.replace(/ /g, '')) };
}

const query = 'layers.0.attention.query';

describe('a formula from the declared data flow', () => {
  it('writes a product out, the largest terms first, the rest as one, then the bias', () => {
    const products = [product(x(1), w(0.5)), product(x(-2), w(3)), product(x(4), w(1))];
    const bias = of('encoder.layer.0.attention.self.query.bias', 0.25);
    const explained = lines(query, -1.25, { kind: 'dot', products, bias });
    expect(explained?.texts).toEqual([
      'q=∑ixiWQ,i+bQ',
      '−1.25=(−2.00)×3.00+4.00×1.00+0.50from1more+0.25',
    ]);
  });

  it.each<[string, number, Explanation, string, string]>([
    [
      'embedding.output',
      3,
      { kind: 'sum', a: of('embedding.tokens', 1), b: of('embedding.positions', 2) },
      'x=e+p',
      '3.00=1.00+2.00',
    ],
    [
      'embedding.tokens',
      2,
      {
        kind: 'lookup',
        id: of('tokens.ids', 1),
        entry: of('embeddings.word_embeddings.weight', 1),
        scale: 2,
      },
      'e=E×4',
      '2.00=1.00×4',
    ],
    [
      'layers.0.attention.norm',
      1.5,
      {
        kind: 'norm',
        x: of('layers.0.attention.residual', 3),
        mean: of('layers.0.attention.norm.mean', 1),
        rstd: of('layers.0.attention.norm.rstd', 0.5),
        gamma: of('encoder.layer.0.attention.output.LayerNorm.weight', 1),
        beta: of('encoder.layer.0.attention.output.LayerNorm.bias', 0.5),
      },
      'x̂=(x+o−μ)×1/σ×γ+β',
      '1.50=(3.00−1.00)×0.50×1.00+0.50',
    ],
    [
      'layers.0.feedForward.activated',
      0,
      { kind: 'activation', x: of('layers.0.feedForward.hidden', -1), activation: 'relu' },
      'f(u)=max(0,u)',
      '0.00=max(0,(−1.00))',
    ],
    [
      'layers.0.feedForward.activated',
      1.68,
      { kind: 'activation', x: of('layers.0.feedForward.hidden', 2), activation: 'silu' },
      'f(u)=u1+e−u',
      '1.68=2.001+e−2.00',
    ],
    [
      'layers.0.feedForward.activated',
      1.95,
      { kind: 'activation', x: of('layers.0.feedForward.hidden', 2), activation: 'gelu' },
      'f(u)=u×Φ(u)',
      '1.95=2.00×Φ(2.00)',
    ],
    [
      'layers.0.feedForward.activated',
      1.95,
      { kind: 'activation', x: of('layers.0.feedForward.hidden', 2), activation: 'gelu_tanh' },
      'f(u)=½×u×(1+tanh(2π×(u+0.044715×u3)))',
      '1.95=½×2.00×(1+tanh(2π×(2.00+0.044715×2.003)))',
    ],
    [
      'layers.0.attention.weights',
      0.5,
      {
        kind: 'softmax',
        scores: [of('layers.0.attention.scores', 2), of('layers.0.attention.scores', 2)],
        own: 1,
        divisor: 2,
      },
      'w=esj÷4∑iesi÷4',
      '.500=1.0002.000',
    ],
    [
      'embedding.positions',
      1,
      { kind: 'position', wave: { position: 0, pair: 2, d: 4, fn: 'cos' }, entries: [] },
      'p=cos(p÷100002/4)',
      '1.00=cos(0.0000)',
    ],
  ])('writes %s once in symbols and once in numbers', (name, value, e, symbols, numbers) => {
    expect(lines(name, value, e)?.texts).toEqual([symbols, numbers]);
  });

  it('marks the terms of the tensor that is looked at, and says which tensor each is', () => {
    const explanation: Explanation = { kind: 'sum', a: x(1), b: w(1) };
    const { symbols } = lines(query, 2, explanation) ?? {};
    const terms = [...(symbols?.querySelectorAll('.term') ?? [])];
    expect(terms.map((term) => [term.getAttribute('data-of'), term.matches('.lit')])).toEqual([
      [query, false],
      ['embedding.output', true],
      ['encoder.layer.0.attention.self.query.weight', false],
    ]);
  });

  it('is not there for what was not computed', () => {
    expect(lines('tokens.ids', 3, { kind: 'given', by: 'tokenizer', value: 3 })).toBeNull();
  });
});
