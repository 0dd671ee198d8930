import { gradientName } from '../../model/trace';
import { explanation, total } from '../../state/dataflow/explanation';
import { added, operandOf } from '../../state/dataflow/expression';
import type { Other } from '../../state/dataflow/formula';
import { cellOfHead, type HeadCut, headOfCell } from '../../state/dataflow/kinds/head-cut';
import type { Linear } from '../../state/dataflow/kinds/linear';
import { range } from '../../state/dataflow/reader';
import { msg } from '../../words/msg';

/** Which heads share keys and values. */
export interface Sharing {
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
export function sharedLinear(of: Linear, { heads, copies, dK }: Sharing, cut: HeadCut): Linear {
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
export function sumOfHeads(x: string, { copies, dK }: Sharing): Other {
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
        about: msg`${copies} heads read it: what comes back from each is added.`,
        written: added(operands.map((each) => operandOf(each))),
      });
    },
  };
}
