import { quoted } from '../../state/dataflow/naming';
import { weight } from '../../state/format';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import { askedAbout } from '../kit/answered';
import type { Question } from '../kit/guess';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';
import { leftOf, type Muted, mutedOf, weightiest } from './muted';

/** The numbers of the four matrices of attention: all heads together, or one that is as wide. */
export const weightsOf = (d: number): number => 4 * d * d;

/** Heads that turn the answer when they are muted. */
const turning = (m: StepContext, { without, piece }: Muted): readonly number[] =>
  without.flatMap(({ best }, head) => (m.model.vocabulary[best] === piece ? [] : [head + 1]));

function muted(m: StepContext, hidden: boolean): string {
  const found = mutedOf(m);
  if (!found) return msg`Nothing in this model reads words, so that there is no answer to lose.`;
  const worst = weightiest(m, found);
  if (worst === null) return msg`Muted so far: ${found.without.length} of ${m.heads} heads.`;
  if (hidden)
    return msg`What is left of the answer without each head is shown once you have guessed.`;
  const left = weight(leftOf(found.without[worst] ?? { best: 0, probability: 0, asked: [] }));
  const turns = turning(m, found);
  const said =
    turns.length === 0
      ? msg`no head alone turns it`
      : turns.length === 1
        ? msg`muting head ${turns[0]} alone turns it`
        : msg`muting head ${turns.slice(0, -1).join(', ')} or ${turns.at(-1)} alone turns it`;
  return msg`${quoted(found.piece)} at ${quoted(m.word)} has ${weight(found.probability)}; without head ${worst + 1} it has ${left}, and ${said}.`;
}

export function captionOf(m: StepContext, hidden: boolean): Caption {
  const { dModel: d, heads, dK } = m;
  return [
    msg`Each head reads all ${d} numbers of a word and makes a query, a key and a value of ${dK} from them; ${heads} heads side by side are ${d} again. That takes ${grouped(weightsOf(d))} weights, as many as one head with ${d} numbers would; only the scores are there ${heads} times.`,
    muted(m, hidden),
  ];
}

/** Which head of the layer the answer hangs on most; null while that is not known. */
export function questionOf(m: StepContext): Question | null {
  const found = mutedOf(m);
  const worst = found && weightiest(m, found);
  if (!found || worst === null || m.heads < 2) return null;
  const left = weight(leftOf(found.without[worst] ?? { best: 0, probability: 0, asked: [] }));
  return {
    id: 'head',
    of: askedAbout(m, m.layer, m.focus, found.piece),
    asks: msg`Without which head of layer ${m.layer + 1} is least left of ${quoted(found.piece)} at ${quoted(m.word)}?`,
    options: Array.from({ length: m.heads }, (_, head) => String(head + 1)),
    right: worst,
    answer: msg`Without head ${worst + 1}, ${left} is left of ${weight(found.probability)}.`,
  };
}
