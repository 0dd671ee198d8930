import { gradientName } from '../../../model/trace';
import { msg } from '../../../words/msg';
import { type Explanation, explanation, total } from '../explanation';
import { added } from '../expression';
import type { Kind } from './kind';

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
    about: msg`It is read in ${parts.length} places: what comes back from each is added.`,
    written: added(parts.flatMap(({ written }) => written ?? [])),
    list: terms.length > 0 ? { kind: 'terms', terms } : null,
  });
}

const nothing = () =>
  explanation({
    operands: [],
    value: 0,
    about: msg`Nothing that the loss depends on reads it: its gradient is 0.`,
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
