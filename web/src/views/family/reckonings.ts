import type { Trace } from '../../model/trace';
import { signed } from '../../state/format';
import { likelihood } from '../../state/prediction';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { operandOf, type Reckoning, type Reckonings } from '../kit/reckoning';
import { chosenIn, guessOf, runOf } from './run';

/** The share of the likeliest piece among all; the scores of the run on show lead on. */
function guessReckoning(m: FigureContext, trace: Trace): Reckoning | null {
  const guess = guessOf(m, trace);
  if (!guess) return null;
  const token = Math.min(m.state.token, trace.encoding.tokens.length - 1);
  const logits = trace.row('logits', token);
  const id = m.model.vocabulary.indexOf(guess.piece);
  const most = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return {
    value: likelihood(guess.probability),
    what: msg`How likely “${guess.piece}” is: its score goes through a softmax with those of all ${logits.length} pieces that the model knows.`,
    formula: msg`e^(s − m) ÷ Σ e^(s − m), s is the score that the prediction head gives a piece, m = ${signed(most, 3)} the largest s`,
    line: [
      'e^(',
      operandOf(m, 'logits', [token, id], logits[id] ?? 0),
      `− ${signed(most, 3)})`,
      '÷',
      signed(sum, 3),
    ],
    terms: powers.map((value, i) => ({
      ...{ name: m.model.vocabulary[i] ?? String(i), value },
      factors: [{ text: signed(value, 3) }],
    })),
  };
}

/** What the caption's numbers are asked by: `pressed`, with the relative's wiring; `live`, as the model was trained. */
export function familyReckonings(m: FigureContext): Reckonings {
  const wiring = chosenIn(m);
  const runs = [
    ['live', m.trace],
    ['pressed', wiring && runOf(m, wiring)],
  ] as const;
  return new Map(
    runs.flatMap(([key, trace]) => {
      const of = trace?.has('logits') ? guessReckoning(m, trace) : null;
      return of ? [[key, () => of] as const] : [];
    }),
  );
}
