import type { Loss as Predicted } from '../../../model/protocol';
import { msg } from '../../../words/msg';
import { plain } from '../../format';
import { explanation } from '../explanation';
import { constant, either, fraction, letter, positiveValue, row } from '../expression';
import type { Kind } from './kind';
import { exponentials } from './softmax';

/** y[i,v] = p(v) − 1 where v is the piece that is to be predicted, p(v) elsewhere; 0 at other tokens. */
export type Loss = Kind<'loss'>;

/** The gradient of −ln p by the logits: p is their softmax at the token of the loss. */
export function loss(logits: string, { token, piece }: Predicted, word: string): Loss {
  return {
    kind: 'loss',
    inputs: [logits],
    explain(reader, [i = 0, own = 0]) {
      if (i !== token)
        return explanation({ operands: [], value: 0, about: msg`The loss is of another word.` });
      const scores = reader.row(logits, i);
      const found = exponentials(scores.map(({ value }) => value));
      const p = (id: number) => (found.powers[id] ?? 0) / found.sum;
      const less = own === piece ? 1 : 0;
      return explanation({
        operands: scores,
        value: p(own) - less,
        about: msg`Here is the loss: −ln of the share of “${word}”, ${plain(-Math.log(p(piece)))}. A score adds to it as much as its share, less 1 for “${word}”.`,
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
