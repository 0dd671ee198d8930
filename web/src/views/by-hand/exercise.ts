import { decimalSign } from '../../words/language';
import type { FigureContext } from '../kit/hosted-figure';
import {
  answerOf,
  compute,
  handModel,
  nounsOf,
  type StepName,
  type Steps,
  sentenceOf,
  sentences,
  stepNames,
} from './computation';
import { type Verdict, verdictOn } from './slips';

/** A sentence, and how much of its computation the reader has to do. */
export interface Exercise {
  readonly seed: number;
  /** Words of the sentence. */
  readonly words: readonly string[];
  readonly steps: Steps;
  /** How many steps are blank, from the last one backward. */
  readonly blank: number;
}

/** What the reader has typed, by the place of a number: "scores.0.0". */
export type Typed = Readonly<Record<string, string>>;

export const placeOf = (name: StepName, row: number, column: number): string =>
  `${name}.${row}.${column}`;

const whole = (text: string | undefined, below: number): number => {
  const x = Math.abs(Math.trunc(Number(text))) || 0;
  return Math.min(x, below - 1);
};

export function exerciseIn({ choices }: Pick<FigureContext, 'choices'>): Exercise {
  const seed = whole(choices.get('seed'), sentences.length);
  const ids = sentenceOf(seed);
  return {
    seed,
    words: ids.map((id) => handModel.words[id] ?? ''),
    steps: compute(handModel, ids),
    blank: whole(choices.get('blank'), stepNames.length + 1),
  };
}

export const isBlank = ({ blank }: Exercise, name: StepName): boolean =>
  stepNames.indexOf(name) >= stepNames.length - blank;

/** The words that a step has rows for; null where it has a single row. */
export function rowsOf({ words, steps }: Exercise, name: StepName): readonly string[] | null {
  if (name === 'answer') return nounsOf(words);
  return steps[name].length === 1 ? null : words;
}

/** A number as people write it, with a comma or a point and any minus; null for what is none. */
export function numberIn(text: string): number | null {
  const plain = text
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(decimalSign(), '.')
    .replace(',', '.');
  return /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** What is to be said of what stands in a place; null for an empty one. */
export function verdictAt(
  { steps }: Exercise,
  typed: Typed,
  [name, row, column]: readonly [StepName, number, number],
): Verdict | null {
  const text = typed[placeOf(name, row, column)] ?? '';
  if (text.trim() === '') return null;
  const x = numberIn(text);
  return x === null ? 'wrong' : verdictOn(x, handModel, steps, name, row, column);
}

/** All places that are blank. */
export const blanks = (exercise: Exercise): readonly (readonly [StepName, number, number])[] =>
  stepNames
    .filter((name) => isBlank(exercise, name))
    .flatMap((name) =>
      exercise.steps[name].flatMap((row, i) => row.map((_, j) => [name, i, j] as const)),
    );

/** The blank places from the last one backward: one more blank step leaves the others where they are. */
const fromLast = (exercise: Exercise) =>
  [...blanks(exercise)].reverse().map((place) => placeOf(...place));

/** What is typed, as settings hold it: "1.25;;3", with a point in every language. */
export function typedIn(exercise: Exercise, said = ''): Typed {
  const texts = said.replaceAll('.', decimalSign()).split(';');
  return Object.fromEntries(fromLast(exercise).map((place, i) => [place, texts[i] ?? '']));
}

export const typedText = (exercise: Exercise, typed: Typed): string =>
  fromLast(exercise)
    .map((place) =>
      (typed[place] ?? '')
        .replace(/[\u2212\u2013]/g, '-')
        .replace(/,/g, '.')
        .replace(/[^\w.+-]/g, ''),
    )
    .join(';')
    .replace(/;+$/, '');

/** How many numbers are right, of how many. */
export function progressOf(exercise: Exercise, typed: Typed) {
  const all = blanks(exercise);
  const right = all.filter((place) => verdictAt(exercise, typed, place) === 'right');
  return { right: right.length, of: all.length };
}

/** What the numbers say is in front. */
export const inFront = ({ words, steps }: Exercise): string => words[answerOf(steps)] ?? '';
