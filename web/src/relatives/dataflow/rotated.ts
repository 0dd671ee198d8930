import { explanation } from '../../state/dataflow/explanation';
import { either, letter, operandOf, row, value } from '../../state/dataflow/expression';
import type { Other } from '../../state/dataflow/formula';
import { cellOfHead, type HeadCut, headOfCell } from '../../state/dataflow/kinds/head-cut';
import type { Operand, Reader } from '../../state/dataflow/reader';
import { plain } from '../../state/format';
import { msg } from '../../words/msg';
import { angleOf, partnerOf } from '../turn';

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
 * p · 10000^(−2i ÷ dK), where p is the place of the word. `passes` says whether its gradient goes back
 * to x; of numbers that heads share it comes by those of every head.
 */
export function rotated(x: string, heads: number, cut: HeadCut, passes = true): Other {
  function pairOf(reader: Reader, [i = 0, j = 0]: readonly number[]): Pair {
    const shape = reader.shape(x);
    const dK = (shape[1] ?? 0) / heads;
    const [head, position, column] = headOfCell(shape, dK, [i, j], cut);
    const partner = partnerOf(column, dK);
    return {
      own: [i, j],
      other: cellOfHead(shape, dK, [head, position, partner], cut) as [number, number],
      position,
      angle: angleOf(position, column, dK),
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
            ? msg`The last number has no partner and is not turned.`
            : msg`Two numbers are a pair, a point in a plane. It is turned by θ = ${plain(Number(angle.toFixed(4)))}, ${degrees}°, for place ${position}: how well a query and a key fit then depends on how far apart their words are, and which comes first.`,
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
          about: msg`The gradient is turned back.`,
        };
      },
    }),
  };
}
