import { signed } from '../../state/format';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import {
  type Operand,
  operandOf,
  type Reckoning,
  type Reckonings,
  type Term,
} from '../kit/reckoning';
import { inputOf, type Statistics } from './batch';
import type { NormsScene } from './scene';

type Asked = readonly [written: string, key: string];
type Which = 'layer' | 'batch';

/** What a norm reads: each number, and which one it is. */
interface Read {
  readonly name: string;
  readonly value: number;
  readonly operand: Operand;
}

/** LayerNorm reads all numbers of one word; BatchNorm one number of all words. */
function readBy(m: FigureContext, scene: NormsScene, which: Which, count: number): readonly Read[] {
  const { layer, token, index } = scene.place;
  const name = `layers.${layer}.attention.residual`;
  if (which === 'layer')
    return Array.from(m.trace.row(name, token), (value, i) => ({
      ...{ name: String(i + 1), value },
      operand: operandOf(m, name, [token, i], value),
    }));
  return scene.runs.slice(0, count).flatMap((run) => {
    const { data, shape } = inputOf(run, layer);
    const [, width = 1] = shape;
    return run.encoding.tokens.map(({ piece }, row) => {
      const value = data[row * width + index] ?? 0;
      const own = run === m.trace;
      const operand = own ? operandOf(m, name, [row, index], value) : { text: signed(value, 3) };
      return { name: piece, value, operand };
    });
  });
}

const names: Readonly<Record<Which, string>> = { layer: 'LayerNorm', batch: 'BatchNorm' };

/** What the numbers are that a norm reads. */
function sourceOf({ place, word }: NormsScene, which: Which, count: number): string {
  if (which === 'layer') return msg`the numbers of ${word}`;
  return msg`number ${place.index + 1} of all words of {1:this text|${count} sentences}`;
}

function ofMean(m: FigureContext, scene: NormsScene, which: Which, count: number): Reckoning {
  const read = readBy(m, scene, which, count);
  const sum = read.reduce((all, { value }) => all + value, 0);
  return {
    value: signed(sum / read.length, 3),
    what: msg`The mean that ${names[which]} takes away: of ${sourceOf(scene, which, count)}.`,
    formula: 'Σ x ÷ n',
    terms: read.map(({ name, value, operand }): Term => ({ name, value, factors: [operand] })),
    line: [signed(sum, 3), '÷', String(read.length)],
  };
}

function ofDeviation(
  m: FigureContext,
  scene: NormsScene,
  which: Which,
  count: number,
  { mean, deviation }: Statistics,
): Reckoning {
  const read = readBy(m, scene, which, count);
  const terms = read.map(({ name, value, operand }): Term => {
    const square = { text: `(${operand.text} − ${signed(mean, 3)})²` };
    return { name, value: (value - mean) ** 2, factors: [square] };
  });
  const sum = terms.reduce((all, { value }) => all + value, 0);
  return {
    ...{ value: signed(deviation, 3), terms },
    what: msg`The deviation that ${names[which]} divides by: of ${sourceOf(scene, which, count)}.`,
    formula: msg`√( Σ (x − mean)² ÷ n + ε )`,
    line: [
      '√(',
      signed(sum, 3),
      '÷',
      String(read.length),
      '+',
      inLanguage(String(scene.place.eps)),
      ')',
    ],
  };
}

function ofNumber(m: FigureContext, scene: NormsScene, which: Which, of: Statistics): Reckoning {
  const { layer, token, index } = scene.place;
  const name = `layers.${layer}.attention.residual`;
  const x = m.trace.row(name, token)[index] ?? 0;
  return {
    value: signed((x - of.mean) / of.deviation, 3),
    what: msg`Number ${index + 1} of ${scene.word} as ${names[which]} hands it on, before γ and β.`,
    formula: msg`(x − mean) ÷ deviation`,
    line: [
      ...['(', operandOf(m, name, [token, index], x), '−', signed(of.mean, 3), ')'],
      ...['÷', signed(of.deviation, 3)],
    ],
  };
}

export const keyOf = (which: Which, what: 'mean' | 'deviation' | 'number', count: number) =>
  `${which} ${what} ${count}`;

export function normsReckonings(m: FigureContext, scene: NormsScene): Reckonings {
  const all = scene.compared.flatMap((each) =>
    (['layer', 'batch'] as const).flatMap((which): [string, () => Reckoning][] => {
      const count = each.sentences;
      return [
        [keyOf(which, 'mean', count), () => ofMean(m, scene, which, count)],
        [keyOf(which, 'deviation', count), () => ofDeviation(m, scene, which, count, each[which])],
        [keyOf(which, 'number', count), () => ofNumber(m, scene, which, each[which])],
      ];
    }),
  );
  return new Map(all);
}

/** The numbers of the caption, in its order. */
export function askedOfText({ compared }: NormsScene): readonly Asked[] {
  const [first, last] = [compared[0], compared.at(-1)];
  if (!first || !last) return [];
  const statistics = (which: Which, at: typeof first): readonly Asked[] => [
    [signed(at[which].mean), keyOf(which, 'mean', at.sentences)],
    [signed(at[which].deviation), keyOf(which, 'deviation', at.sentences)],
  ];
  const number = (at: typeof first): Asked => [
    signed(at.byBatch),
    keyOf('batch', 'number', at.sentences),
  ];
  const [layer, before, after] = [
    statistics('layer', first),
    statistics('batch', first),
    statistics('batch', last),
  ];
  if (first === last) return [...layer, ...before];
  const moved = before.some(([written], i) => written !== after[i]?.[0]);
  return [
    ...layer,
    ...(moved ? [...before, ...after] : []),
    ...[number(first), number(last)],
    [signed(first.byLayer), keyOf('layer', 'number', 1)],
  ];
}
