import type { DecodeAnswer } from '../../relatives/protocol';
import { percent } from '../../state/format';
import { swapOf } from '../../state/presets';
import { msg } from '../../words/msg';
import { phrase, saidIn } from '../kit/decoded/words';
import { decodedBeside, departures, mostSteps, type Writing } from '../kit/decoded/writing';
import type { FigureContext } from '../kit/hosted-figure';
import type { Question } from '../kit/question';

/** The words that were written in place of the first others. */
interface Exchange {
  readonly was: string;
  readonly is: string;
  readonly share: number;
}

function exchangeIn({ source, steps }: DecodeAnswer): Exchange | null {
  const read = source?.tokens ?? [];
  const [first] = departures(
    read,
    steps.map(({ token }) => token),
  );
  const last = steps[first?.to.at(-1) ?? -1];
  if (!first || first.from.length === 0 || !last) return null;
  return {
    was: phrase(first.from.map((i) => read[i] ?? '')),
    is: phrase(first.to.map((i) => steps[i]?.token ?? '')),
    share: last.next.find(({ id }) => id === last.id)?.probability ?? 0,
  };
}

/** What another last word would have it write, to be guessed; null until that is known. */
export function twinQuestion(m: FigureContext, { text, answer, taken }: Writing): Question | null {
  const swap = swapOf(text);
  if (!swap || !answer || taken.length > 0) return null;
  const { answer: other } = decodedBeside(m, {
    model: 'rewrite',
    source: swap.text,
    taken: [],
    steps: mostSteps,
  });
  const [here, there] = [exchangeIn(answer), other && exchangeIn(other)];
  if (!here || !there) return null;
  const answers = [...new Set([here.is, there.is, here.was])].sort();
  return {
    ...saidIn(text),
    asks: msg`If the last word were “${swap.label}”, what would it write instead of ${here.was}?`,
    options: answers,
    right: answers.indexOf(there.is),
    why: msg`With “${swap.label}” it writes ${there.is}, ${percent(there.share)} sure of the last word.`,
  };
}
