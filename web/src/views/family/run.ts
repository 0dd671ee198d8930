import type { Trace } from '../../model/trace';
import { shareOf } from '../../state/dataflow/kinds/attention';
import { type Guess, likelihood, topGuesses } from '../../state/prediction';
import { traceFor } from '../../state/what-if/answers';
import type { EncodeRequest } from '../../state/what-if/ask';
import { msg } from '../../words/msg';
import { type Derivation, type Derive, deriveFrom, operandsOf } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { differences, liveWiring, type Part, relatives, type Wiring } from './wirings';

/** The relative that is pressed into the live model; null where none is chosen. */
export const chosenIn = ({ choices }: FigureContext): Wiring | null =>
  relatives.find(({ id }) => id === choices.get('family')) ?? null;

const activations: Readonly<Record<string, string>> = { relu: 'relu', gelu: 'gelu', silu: 'silu' };

/** Positions that need no vectors of their own. */
const inScores: Readonly<Record<string, string>> = {
  rotary: 'positions=rotary',
  bias: 'positions=alibi',
};

/** A part as an option of the core's structure; empty where weights would have to be others. */
function optionOf(wiring: Wiring, part: Part): string {
  if (part === 'positions') return inScores[wiring.positions] ?? '';
  if (part === 'mask') return `mask=${wiring.mask}`;
  if (part === 'place') return `norm=${wiring.place}`;
  const activation = part === 'network' ? activations[wiring.network] : undefined;
  return activation ? `activation=${activation}` : '';
}

/** The parts in which a relative differs from the live model: those that can be pressed into it, and the others. */
export function pressed(m: FigureContext, wiring: Wiring) {
  const all = differences(wiring, liveWiring(m.model.config));
  const can = all.filter((part) => optionOf(wiring, part) !== '');
  return {
    can,
    cannot: all.filter((part) => !can.includes(part)),
    structure: can.map((part) => optionOf(wiring, part)).join(','),
  };
}

/** The live model with what can be pressed into it; null where nothing can. */
export function requestOf(m: FigureContext, wiring: Wiring): EncodeRequest | null {
  const { structure } = pressed(m, wiring);
  const { text, masked } = m.trace.encoding;
  return structure === '' ? null : { text, masked, run: { structure, changes: [] } };
}

/** Its run; null until it is there. */
export function runOf(m: FigureContext, wiring: Wiring): Trace | null {
  const request = requestOf(m, wiring);
  return request && traceFor(m.state, request);
}

/** What the model names at the word in focus, first; null where it names none. */
export function guessOf(m: FigureContext, trace: Trace): Guess | null {
  if (!trace.has('logits')) return null;
  const token = Math.min(m.state.token, trace.encoding.tokens.length - 1);
  return topGuesses(trace, m.model.vocabulary, token, 1)[0] ?? null;
}

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
