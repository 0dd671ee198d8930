import { mathml, type TemplateResult } from 'lit';
import { positive, signed, weight } from '../render/format';
import { roleOf } from '../render/tensor-role';
import type { Cell } from '../state/dataflow/cell';
import type { Explanation, Operand } from '../state/dataflow/explain';
import type { ActivationId } from '../state/dataflow/formula';
import { type Context, nameOf } from '../state/dataflow/naming';
import { angle, exponentials } from '../state/dataflow/recompute';
import type { Formula } from './formula';
import {
  bracketed,
  formula,
  fraction,
  number,
  operator,
  power,
  sumOver,
  writtenOut,
} from './mathml';

/** A cell whose arithmetic is written out. */
export interface Spelt {
  readonly cell: Cell;
  readonly value: number;
  readonly explanation: Explanation;
  readonly context: Context;
  /** The tensor that is looked at, in the picture or here: its terms are marked. */
  readonly lit: string | null;
}

type Of<Kind extends Explanation['kind']> = Extract<Explanation, { kind: Kind }>;

/** One way to write a formula: an operand by its symbol or by its number, and what is long. */
interface Writing {
  operand(operand: Operand, index?: string): TemplateResult;
  wave(wave: NonNullable<Of<'position'>['wave']>): TemplateResult;
  dot(e: Of<'dot'>): TemplateResult;
  softmax(e: Of<'softmax'>): TemplateResult;
}

const plus = operator('+');
const times = operator('×');

/** f(u) of the activation; Φ is the normal distribution’s share below u. */
function activated(activation: ActivationId, u: TemplateResult): TemplateResult {
  const [open, close] = [operator('('), operator(')')];
  switch (activation) {
    case 'relu':
      return mathml`<mi>max</mi>${open}${number('0')}${operator(',')}${u}${close}`;
    case 'gelu':
      return mathml`${u}${times}<mi>Φ</mi>${open}${u}${close}`;
    case 'gelu_tanh': {
      const cubic = mathml`${number('0.044715')}${times}<msup><mrow>${u}</mrow>${number('3')}</msup>`;
      const root = mathml`<msqrt>${fraction(number('2'), mathml`<mi>π</mi>`)}</msqrt>`;
      return mathml`${number('½')}${times}${u}${times}${open}${number('1')}${plus}<mi>tanh</mi>
        ${open}${root}${times}${open}${u}${plus}${cubic}${close}${close}${close}`;
    }
    case 'silu':
      return fraction(u, mathml`${number('1')}${plus}${power(mathml`${operator('−')}${u}`)}`);
  }
}

/** Every formula, written once; null for a cell that has none. */
function rightSide(e: Explanation, w: Writing): TemplateResult | null {
  switch (e.kind) {
    case 'lookup': {
      const scale = mathml`${times}<msqrt>${number(signed(e.scale ** 2, 0))}</msqrt>`;
      return mathml`${w.operand(e.entry)}${e.scale === 1 ? '' : scale}`;
    }
    case 'position': {
      const terms = e.entries.map((entry) => w.operand(entry));
      const all = e.wave ? [w.wave(e.wave), ...terms] : terms;
      return mathml`${all.map((term, i) => mathml`${i > 0 ? plus : ''}${term}`)}`;
    }
    case 'sum':
      return mathml`${w.operand(e.a)}${plus}${w.operand(e.b)}`;
    case 'dot':
      return mathml`${w.dot(e)}${e.bias ? mathml`${plus}${w.operand(e.bias)}` : ''}`;
    case 'softmax':
      return w.softmax(e);
    case 'norm':
      return mathml`${operator('(')}${w.operand(e.x)}${operator('−')}${w.operand(e.mean)}${operator(')')}
        ${times}${w.operand(e.rstd)}${times}${w.operand(e.gamma)}${plus}${w.operand(e.beta)}`;
    case 'activation':
      return activated(e.activation, w.operand(e.x));
    case 'same':
      return w.operand(e.x);
    default:
      return null;
  }
}

/** "W_Q" with its Q lowered, and an index behind it. */
function symbol({ cell }: Operand, { context, lit }: Spelt, index = ''): TemplateResult {
  const [letter, below = ''] = nameOf(cell, context).symbol.split('_');
  const script = [below, index].filter(Boolean).join(',');
  const name = mathml`<mi>${letter}</mi>`;
  return mathml`<mrow class="term ${cell.name === lit ? 'lit' : ''}" tabindex="0"
    data-role=${roleOf(cell.name)} data-of=${cell.name}>
    ${script ? mathml`<msub>${name}<mi>${script}</mi></msub>` : name}</mrow>`;
}

function symbols(spelt: Spelt): Writing {
  const operand = (o: Operand, index?: string) => symbol(o, spelt, index);
  return {
    operand,
    wave: ({ fn, pair, d }) =>
      mathml`<mi>${fn}</mi>${operator('(')}<mi>p</mi>${operator('÷')}
        <msup>${number('10000')}<mn>${pair}/${d}</mn></msup>${operator(')')}`,
    dot: ({ products: [first] }) =>
      first ? mathml`${sumOver('i')}${operand(first.a, 'i')}${operand(first.b, 'i')}` : mathml``,
    softmax: ({ scores: [first], divisor }) => {
      const scaled = (index: string) =>
        power(mathml`${first ? operand(first, index) : ''}${operator('÷')}
          <msqrt>${number(signed(divisor ** 2, 0))}</msqrt>`);
      return fraction(scaled('j'), mathml`${sumOver('i')}${scaled('i')}`);
    },
  };
}

/** As its kind of number is written: weights as `.521`. */
const digits = (name: string, value: number) =>
  name.endsWith('.weights') ? weight(value) : signed(value);

/** Of a long sum, so many products are written out. */
function numbers(shown: number): Writing {
  const operand = ({ cell: { name }, value }: Operand) =>
    bracketed(digits(name, value), roleOf(name), name);
  return {
    operand,
    wave: (wave) =>
      mathml`<mi>${wave.fn}</mi>${operator('(')}${number(signed(angle(wave), 4))}${operator(')')}`,
    dot: ({ products }) =>
      writtenOut(
        products.map(({ value }) => value),
        shown,
        (i) => {
          const product = products[i];
          return product ? mathml`${operand(product.a)}${times}${operand(product.b)}` : mathml``;
        },
      ),
    softmax: ({ scores, divisor, own }) => {
      const powers = exponentials(scores, divisor);
      const sum = powers.reduce((total, x) => total + x, 0);
      return fraction(number(positive(powers[own] ?? 0)), number(positive(sum)));
    },
  };
}

/** How a cell was computed, in symbols and with its numbers; null for one that was not. */
export function explainedFormula(spelt: Spelt, shown: number): Formula | null {
  const { cell, value, explanation } = spelt;
  const right = rightSide(explanation, symbols(spelt));
  if (!right) return null;
  const result = number(digits(cell.name, value), roleOf(cell.name), cell.name);
  return {
    symbols: formula(mathml`${symbol({ cell, value }, spelt)}${operator('=')}${right}`),
    numbers: formula(mathml`${result}${operator('=')}${rightSide(explanation, numbers(shown))}`),
  };
}
