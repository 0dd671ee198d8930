import { explanation } from '../../state/dataflow/explanation';
import { operandOf, row } from '../../state/dataflow/expression';
import type { Other } from '../../state/dataflow/formula';
import { dot } from '../../state/dataflow/kinds/dot';
import type { Linear } from '../../state/dataflow/kinds/linear';
import type { Reader } from '../../state/dataflow/reader';
import { range } from '../../state/dataflow/reader';
import { weight as share } from '../../state/format';
import { msg } from '../../words/msg';
import { mainExpert } from '../main-expert';

/** A linear layer of an expert, which computes the words that take it; of all others it has 0. */
export function expertLinear(of: Linear, choice: string, e: number): Linear {
  const { kind, x, weight } = of;
  return {
    ...{ kind, x, weight },
    inputs: [...of.inputs, choice],
    explain(reader, index, name) {
      const taken = reader.operand(choice, index[0] ?? 0, e);
      if (taken.value !== 0) return of.explain(reader, index, name);
      const about = msg`The word does not take expert ${e + 1}: nothing is computed.`;
      return explanation({ operands: [taken], value: 0, about });
    },
    back: (reader, input, index, name) =>
      input === choice ? null : (of.back?.(reader, input, index, name) ?? null),
  };
}

/** y[i,j] = Σ_e choice[i,e] · outputs[e][i,j], over the experts that the word takes. */
export function weighedExperts(choice: string, outputs: readonly string[]): Other {
  const takenBy = (reader: Reader, i: number) =>
    range(outputs.length).filter((e) => reader.operand(choice, i, e).value !== 0);
  return {
    kind: 'other',
    inputs: [choice, ...outputs],
    explain: (reader, [i = 0, j = 0]) =>
      dot(
        takenBy(reader, i).map((e) => [
          reader.operand(choice, i, e),
          reader.operand(outputs[e] ?? '', i, j),
        ]),
      ),
    back(reader, input, [i = 0, at = 0], name) {
      if (input === choice) {
        if (!takenBy(reader, i).includes(at)) return null;
        const output = reader.row(outputs[at] ?? '', i);
        return dot(output.map((each, j) => [reader.gradient(name, i, j), each]));
      }
      const [g, taken] = [
        reader.gradient(name, i, at),
        reader.operand(choice, i, outputs.indexOf(input)),
      ];
      return explanation({
        operands: [g, taken],
        value: g.value * taken.value,
        written: row(operandOf(g), '×', operandOf(taken)),
      });
    },
  };
}

/** Of each word the same number in the expert that has most of it. */
export function ofMainExpert(choice: string, tensors: readonly string[]): Other {
  return {
    kind: 'other',
    inputs: [choice, ...tensors],
    explain(reader, index) {
      const shares = reader.row(choice, index[0] ?? 0).map(({ value }) => value);
      const e = mainExpert(shares);
      const number = reader.operand(tensors[e] ?? '', ...index);
      return explanation({
        operands: [number],
        value: number.value,
        about: msg`The number of expert ${e + 1}, which has most of the word: ${share(shares[e] ?? 0)}.`,
        written: operandOf(number),
      });
    },
  };
}
