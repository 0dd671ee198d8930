import type { Loss as Predicted } from '../../../model/protocol';
import { gradientName } from '../../../model/trace';
import { msg } from '../../../words/msg';
import { plain } from '../../format';
import {
  added,
  constant,
  type Explanation,
  either,
  explanation,
  fraction,
  type Kind,
  letter,
  positiveValue,
  row,
  total,
} from '../explanation';
import { exponentials } from './attention';

/** y = Σ over all that read x, of what the gradient of each gives back: the chain rule. */
export type Gradient = Kind<'gradient'>;

/** A tensor that reads another, and how. */
export type Consumer = readonly [name: string, formula: Kind<string>];

/** All parts together, with the products of those that have a list. */
function together(parts: readonly Explanation[]): Explanation {
  const terms = parts.flatMap(({ list }) => (list?.kind === 'terms' ? list.terms : []));
  return explanation({
    operands: parts.flatMap(({ operands }) => operands),
    value: total(parts.map(({ value }) => value)),
    about: msg`It is read in ${parts.length} places, and their gradients add up.`,
    written: added(parts.flatMap(({ written }) => written ?? [])),
    list: terms.length > 0 ? { kind: 'terms', terms } : null,
  });
}

const nothing = () =>
  explanation({
    operands: [],
    value: 0,
    about: msg`The loss does not depend on it: its gradient is 0.`,
  });

export function gradient(x: string, consumers: readonly Consumer[]): Gradient {
  return {
    kind: 'gradient',
    inputs: consumers.flatMap(([name, { inputs }]) => [gradientName(name), ...inputs]),
    explain(reader, index) {
      const parts = consumers.flatMap(
        ([name, formula]) => formula.back?.(reader, x, index, name) ?? [],
      );
      return parts.length > 1 ? together(parts) : (parts[0] ?? nothing());
    },
  };
}

/** y[i,v] = p(v) − 1 where v is the piece that is to be predicted, p(v) elsewhere; 0 at other tokens. */
export type Loss = Kind<'loss'>;

/** The gradient of −ln p by the logits: p is their softmax at the token of the loss. */
export function loss(logits: string, { token, piece }: Predicted, word: string): Loss {
  return {
    kind: 'loss',
    inputs: [logits],
    explain(reader, [i = 0, own = 0]) {
      if (i !== token)
        return explanation({
          operands: [],
          value: 0,
          about: msg`The loss belongs to another word.`,
        });
      const scores = reader.row(logits, i);
      const found = exponentials(scores.map(({ value }) => value));
      const p = (id: number) => (found.powers[id] ?? 0) / found.sum;
      const less = own === piece ? 1 : 0;
      return explanation({
        operands: scores,
        value: p(own) - less,
        about: msg`Here is the loss: −ln of the probability of “${word}”, ${plain(-Math.log(p(piece)))}. A score’s gradient is its probability, minus 1 for “${word}”.`,
        written: row(
          either(
            letter('p'),
            fraction(positiveValue(found.powers[own] ?? 0), positiveValue(found.sum)),
          ),
          ...(less ? ['−', constant(1)] : []),
        ),
        list: { kind: 'powers', scores, own, divisor: 1, ...found },
      });
    },
  };
}
