import { weight } from '../../state/format';
import { type Effect, type EffectId, type Effects, foremost } from '../../state/what-if/effects';
import { guessText } from '../../state/what-if/reading';
import { wordName } from '../../state/word-names';
import { later, msg } from '../../words/msg';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';

const called: Readonly<Record<EffectId, string>> = {
  weight: later('the weight'),
  rollout: later('the rollout'),
  gradient: later('gradient × input'),
  'left-out': later('leaving the word out'),
};

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : msg`${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The ways that name the same word, together. */
function camps(effects: readonly Effect[]): ReadonlyMap<number, readonly EffectId[]> {
  const found = new Map<number, EffectId[]>();
  for (const effect of effects) {
    const token = foremost(effect);
    if (token !== null) found.set(token, [...(found.get(token) ?? []), effect.id]);
  }
  return found;
}

function agreement(m: StepContext, { effects }: Effects): string {
  const found = [...camps(effects)];
  const [[only = 0] = []] = found;
  if (found.length === 1) return msg`All four put ${wordName(m.tokens, only)} first.`;
  const said = found.map(
    ([token, ids]) =>
      msg`${wordName(m.tokens, token)} by ${listed(ids.map((id) => msg(called[id])))}`,
  );
  return msg`They disagree on what matters most: ${said.join('; ')}. A weight says where a head looks, not what the answer depends on.`;
}

/** What the answer becomes without the word that changes it most. */
function largestLoss(m: StepContext, { answer, effects, without }: Effects): string {
  const leftOut = effects.find(({ id }) => id === 'left-out');
  const token = leftOut ? foremost(leftOut) : null;
  const left = token === null ? null : without[token];
  if (token === null || left === null || left === undefined) return '';
  const [before, after] = [weight(answer.probability), weight(left)];
  return before === after
    ? msg`Leaving out any single word leaves “${answer.piece}” at ${before}.`
    : msg`Leaving out ${wordName(m.tokens, token)} changes it most: “${answer.piece}” ${before} → ${after}.`;
}

export function captionOf(m: StepContext, found: Effects | null): Caption {
  const word = wordName(m.tokens, m.focus);
  if (!found)
    return [
      msg`There is nothing to explain here: the model predicts no word, or the text has only one.`,
      msg`Choose a model that was trained to guess masked words.`,
    ];
  const reads = msg`At ${word} the model’s guess is ${guessText(found.answer)}. Which word does that depend on?`;
  if (found.waiting > 0) return [reads, msg`Measuring: ${found.waiting} more runs of the model.`];
  return [reads, `${largestLoss(m, found)} ${agreement(m, found)}`];
}
