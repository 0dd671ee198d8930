import { msg } from '../../words/msg';
import type { Question } from '../kit/question';
import { alike, takenIn, twinsIn } from './numbers';
import { layersOf, type Reading } from './reading';

export const twinsAsked = ({ words }: Reading) => ({ id: 'twins', of: words.join(' ') });

/** What the reader guesses before the second of two equal words is drawn; null where no word stands twice. */
export function questionOf(reading: Reading): Question | null {
  const twins = twinsIn(reading);
  if (!twins) return null;
  const [a, b] = twins;
  const same = alike(reading, a, b).length;
  const layers = layersOf(reading);
  const word = reading.words[a] ?? '';
  const first = alike(reading, a, b);
  const other = Array.from({ length: layers }, (_, l) => l).find((l) => !first.includes(l)) ?? 0;
  const named = (at: number) =>
    takenIn(reading, other, at)
      .map((e) => e + 1)
      .join(' + ');
  return {
    ...twinsAsked(reading),
    asks: msg`“${word}” appears twice, as words ${a + 1} and ${b + 1}. Does it use the same experts both times?`,
    options: [msg`in every layer`, msg`in some layers`, msg`in none`],
    right: same === layers ? 0 : same > 0 ? 1 : 2,
    why:
      same === layers
        ? msg`It uses the same ones in all ${layers} layers.`
        : msg`It uses the same ones in ${same} of ${layers} layers; in layer ${other + 1}, ${named(a)} and ${named(b)}: the router reads the word’s vector, which its neighbours have changed.`,
  };
}
