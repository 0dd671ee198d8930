import { relation } from '../../relatives/head-relations';
import { percent, signed, weight } from '../../state/format';
import type { FigureQuestion } from '../../state/what-if/ask';
import { grouped } from '../../words/language';
import { msg, msgParts } from '../../words/msg';
import { type Derive, deriveFrom, inLetters, type Told, tell } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { askedAbout, type Question } from '../kit/question';
import { effectOf, type Habit, habits, headName, mainHabit, type Study, spreadOf } from './habits';
import type { Source } from './run';

const half = 0.5;

export const placeOf = ({ perLayer }: Study, head: number): string =>
  msg`Layer ${Math.floor(head / perLayer) + 1}, head ${(head % perLayer) + 1}`;

/** Heads that look far away most of the time. */
const farHeads = (study: Study): number =>
  Array.from({ length: study.count }, (_, head) => study.weight(head, relation.far)).filter(
    (share) => share > half,
  ).length;

export const asksFor = (m: FigureContext, { name, texts }: Source) => ({
  id: 'far',
  of: askedAbout(m, name, texts.length),
});

/** The reader guesses before it is drawn how much each head looks far away. */
export function questionOf(m: FigureContext, source: Source, study: Study): Question {
  const far = farHeads(study);
  const share = far / study.count;
  return {
    ...asksFor(m, source),
    asks: msg`Over these ${grouped(study.texts)} sentences, how many of the ${study.count} heads put more than half of their weight on words five or more places away?`,
    options: [msg`none of them`, msg`up to a quarter`, msg`a quarter to half`, msg`more than half`],
    right: far === 0 ? 0 : share <= 0.25 ? 1 : share <= half ? 2 : 3,
    why: msg`${far} of ${study.count} heads do.`,
    veils: true,
  };
}

/** What the tour asks about: the head and the habit that it keeps most firmly in the sentence on show. */
export function clearestHabit(alone: Study) {
  const all = Array.from({ length: alone.count }, (_, head) =>
    habits.map((habit) => ({ head, habit, share: alone.weight(head, habit.relation) })),
  ).flat();
  return all.filter(({ share }) => share >= 0).reduce((a, b) => (b.share > a.share ? b : a));
}

/** What the tour asks: whether that is so in other sentences. */
export function chapterAsks(alone: Study, study: Study): FigureQuestion {
  const { head, habit, share } = clearestHabit(alone);
  const over = study.weight(head, habit.relation);
  return {
    asks: msg`In this sentence, head ${headName(study, head)} puts ${percent(share)} of a word’s weight on ${msg(habit.name)}. Is it more than half in others, too?`,
    options: [msg`yes, the head has that habit`, msg`no, that was this sentence`],
    right: over > half ? 0 : 1,
    why: msg`Over ${grouped(study.texts)} sentences, it is ${percent(over)} on average. Press a head to see where it is most and least sure.`,
  };
}

/** How many heads there are, and how they differ. */
export function caption(study: Study): string {
  const spreads = Array.from({ length: study.count }, (_, head) => spreadOf(study, head));
  const words = (bits: number) => signed(2 ** bits, 1);
  const [least, most] = [Math.min(...spreads), Math.max(...spreads)];
  return msg`Over ${grouped(study.texts)} sentences, the most focused head spreads its weight as if over ${words(least)} words, the least focused as if over ${words(most)}.`;
}

/** What is said of a head under the pointer. */
export function headTold(study: Study, head: number): Told {
  const main = mainHabit(study, head);
  const share = asked(head, main.column, percent(study.weight(head, main.relation)));
  const bits = asked(head, 'entropy', msg`${signed(spreadOf(study, head), 1)} bits`);
  const name = placeOf(study, head);
  const looks = msgParts`${name}: ${share} of its weight on ${msg(main.name)}; entropy: ${bits}.`;
  const effect = effectOf(study, head);
  if (Number.isNaN(effect)) return tell(looks);
  const moved = asked(head, 'effect', study.answers ? percent(effect) : weight(effect));
  if (!study.answers)
    return tell(looks, [' '], msgParts`Without it, 1 − cosine of the output is ${moved}.`);
  return tell(
    looks,
    [' '],
    msgParts`Without it, ${moved} of the probability moves to other answers.`,
  );
}

const asked = (head: number, column: string, text: string) => ({
  text,
  key: `${head}-${column}`,
});

/** All numbers of a head, each of which can be asked. */
export function rowsOf(study: Study, head: number): readonly (readonly [string, Told])[] {
  const shares = habits.map(({ name, relation: at, column }) => {
    const share = study.weight(head, at);
    const text = Number.isNaN(share) ? '—' : weight(share);
    return [msg(name), Number.isNaN(share) ? [text] : [asked(head, column, text)]] as const;
  });
  const effect = effectOf(study, head);
  return [
    ...shares,
    [msg`entropy, in bits`, [asked(head, 'entropy', signed(spreadOf(study, head)))]],
    [
      msg`change of the answer without it`,
      Number.isNaN(effect) ? ['—'] : [asked(head, 'effect', weight(effect))],
    ],
  ];
}

/** How a mean over all texts comes about. */
function meanOf(study: Study, head: number, habit: Habit) {
  const value = study.weight(head, habit.relation);
  const n = study.queries[habit.relation] ?? 0;
  return () => ({
    text: weight(value),
    what: msg`mean weight of head ${headName(study, head)} on ${msg(habit.name)}`,
    how: inLetters(
      's ÷ n',
      value,
      { s: value * n, n },
      {
        write: (x) => (Number.isInteger(x) ? grouped(x) : signed(x, 1)),
        about: msg`n words have such a word to look at; s is the sum of the weights that they give it.`,
      },
    ),
  });
}

export function derivations(study: Study): Derive {
  const all = Array.from({ length: study.count }, (_, head) => head);
  return deriveFrom(
    all.flatMap((head) => {
      const [bits, effect] = [spreadOf(study, head), effectOf(study, head)];
      const write = (x: number) => (Number.isInteger(x) ? grouped(x) : signed(x, 1));
      return [
        ...habits.map((habit) => [`${head}-${habit.column}`, meanOf(study, head, habit)] as const),
        [
          `${head}-entropy`,
          () => ({
            text: signed(bits),
            what: msg`mean entropy of the weights of head ${headName(study, head)}`,
            how: inLetters(
              's ÷ n',
              bits,
              { s: bits * study.tokens, n: study.tokens },
              {
                write,
                about: msg`For each of the n words, minus the sum of w · log₂ w over its weights w; s is the sum of these. A head that looks at k words equally has log₂ k bits.`,
              },
            ),
          }),
        ] as const,
        [
          `${head}-effect`,
          () => ({
            text: weight(effect),
            what: msg`mean change of the answer without head ${headName(study, head)}`,
            how: inLetters(
              's ÷ n',
              effect,
              { s: effect * study.measured, n: study.measured },
              {
                write,
                about: study.answers
                  ? msg`In n sentences, spread evenly over the text, the head’s output is set to 0 at all words. Half the sum of the absolute differences of all probabilities is how much of them moves; the answer is read at [MASK], else at the first pronoun, else at the last word.`
                  : msg`In n sentences, spread evenly over the text, the head’s output is set to 0 at all words. 1 − the cosine between the model’s output with and without that is how much it changes; it is read at [MASK], else at the first pronoun, else at the last word.`,
              },
            ),
          }),
        ] as const,
      ];
    }),
  );
}

/** What averages do not tell. */
export const limits = (study: Study): readonly string[] => [
  msg`An average hides what a head does rarely: a habit that shows at one word in a hundred leaves it as it is.`,
  msg`A weight is not an effect: a head can look at a word whose value it barely passes on. The change of the answer without the head was measured in ${study.measured} sentences.`,
  msg`Without a head, the layers above receive numbers they were never trained on, and other heads may take over; the change tells how much the answer depends on it in this model, not what it is for.`,
];
