import { numbersOfHead, ofDistance, relation, relations } from '../../relatives/head-relations';
import type { HeadStudyAnswer } from '../../relatives/protocol';
import { later } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';

/** Where a head can look, as its column has it. */
export interface Habit {
  readonly relation: number;
  readonly name: string;
  /** In a table of numbers. */
  readonly column: string;
}

export const habits: readonly Habit[] = [
  { relation: ofDistance(0), name: later('the word itself'), column: 'itself' },
  { relation: ofDistance(-1), name: later('one word back'), column: 'one_back' },
  { relation: ofDistance(1), name: later('one word ahead'), column: 'one_ahead' },
  { relation: relation.first, name: later('the first word'), column: 'first' },
  { relation: relation.mark, name: later('punctuation'), column: 'mark' },
  { relation: relation.same, name: later('the same word elsewhere'), column: 'same_word' },
  { relation: relation.noun, name: later('a pronoun’s noun'), column: 'noun' },
  { relation: relation.far, name: later('five or more words away'), column: 'far' },
];

/** What all heads of a model do over some texts. */
export interface Study extends HeadStudyAnswer {
  /** How many heads there are, and in a layer. */
  readonly count: number;
  readonly perLayer: number;
  /** The model answers with words: effects are shares of probability, else 1 − cosine of the output. */
  readonly answers: boolean;
  /** The share of a head's weights on keys of a relation; NaN where no word has one. */
  weight(head: number, relation: number): number;
}

const numberOf = ({ heads }: HeadStudyAnswer, head: number, at: number): number =>
  heads[head * numbersOfHead + at] ?? Number.NaN;

export function studyOf({ model }: FigureContext, answer: HeadStudyAnswer): Study {
  return {
    ...answer,
    count: answer.heads.length / numbersOfHead,
    perLayer: model.config.num_attention_heads,
    answers: model.config.masked_word_head,
    weight: (head, at) => numberOf(answer, head, at),
  };
}

/** Entropy of a word's weights, in bits. */
export const spreadOf = (study: Study, head: number): number => numberOf(study, head, relations);

/** How much of the probability moves without the head; NaN where it was not measured. */
export const effectOf = (study: Study, head: number): number =>
  numberOf(study, head, relations + 1);

/** "3.6": layer and head, from 1. */
export const headName = ({ perLayer }: Study, head: number): string =>
  `${Math.floor(head / perLayer) + 1}.${(head % perLayer) + 1}`;

/** The head of such a name; null where there is none. */
export function headOf({ perLayer, count }: Study, name: string | undefined): number | null {
  const [, layer, head] = /^(\d+)\.(\d+)$/.exec(name ?? '') ?? [];
  const at = (Number(layer) - 1) * perLayer + Number(head) - 1;
  return layer && head && Number(head) <= perLayer && at >= 0 && at < count ? at : null;
}

/** What a head does most, beside what heads do on average. */
export function mainHabit(study: Study, head: number): Habit {
  const all = Array.from({ length: study.count }, (_, each) => each);
  const more = ({ relation: at }: Habit) => {
    const mean = all.reduce((sum, each) => sum + (study.weight(each, at) || 0), 0) / study.count;
    return (study.weight(head, at) || 0) - mean;
  };
  return habits.reduce((a, b) => (more(b) > more(a) ? b : a));
}
