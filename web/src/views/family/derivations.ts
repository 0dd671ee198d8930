import type { Trace } from '../../model/trace';
import { shareOf } from '../../state/dataflow/kinds/attention';
import { likelihood } from '../../state/prediction';
import { msg } from '../../words/msg';
import { type Derivation, type Derive, deriveFrom, operandsOf } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { chosenIn, guessOf, runOf } from './run';

/** The probability of the likeliest piece among all. */
function ofGuess(m: FigureContext, trace: Trace, piece: string): Derivation {
  const token = Math.min(m.state.token, trace.encoding.tokens.length - 1);
  const logits = trace.row('logits', token);
  const how = shareOf(operandsOf(logits, 'logits', token), m.model.vocabulary.indexOf(piece));
  return {
    ...{ text: likelihood(how.value), how },
    what: msg`The probability of “${piece}”: its score goes through a softmax with those of all ${logits.length} tokens that the model knows.`,
  };
}

/** What the caption's numbers are asked by: `pressed`, with the relative's wiring; `live`, as the model was trained. */
export function familyDerivations(m: FigureContext): Derive {
  const wiring = chosenIn(m);
  const runs = [
    ['live', m.trace],
    ['pressed', wiring && runOf(m, wiring)],
  ] as const;
  return deriveFrom(
    runs.flatMap(([key, trace]) => {
      const guess = trace && guessOf(m, trace);
      return guess ? [[key, () => ofGuess(m, trace, guess.piece)] as const] : [];
    }),
  );
}
