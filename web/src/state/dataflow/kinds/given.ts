import { later, msg } from '../../../words/msg';
import { type Explanation, explanation } from '../explanation';
import type { Kind } from './kind';

/** Not computed by the model: what the tokenizer found. */
export type Ids = Kind<'ids'>;

const found = later('The place of the word in the vocabulary: here the way back ends.');
const learned = later(
  'Learned in training, and the same for every sentence: here the way back ends.',
);

export function ids(): Ids {
  return {
    kind: 'ids',
    inputs: [],
    explain: ({ values }, index, name) =>
      explanation({ operands: [], value: values.at({ name, index }), about: msg(found) }),
  };
}

/** A number of the model's own. */
export function parameter(value: number): Explanation {
  return explanation({ operands: [], value, about: msg(learned) });
}
