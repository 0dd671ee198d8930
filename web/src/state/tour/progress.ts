/** What a reader said to a chapter's question: an option, from 0; or "seen", the answer without a guess. */
export type Answer = number | 'seen';

/** Where a reader is in the tour. */
export interface Tour {
  /** From 0. */
  readonly chapter: number;
  /** By chapter; null, or nothing, where there is no answer yet. */
  readonly answers: readonly (Answer | null)[];
  /** The right option of each answered chapter, as the trace had it. */
  readonly right?: readonly (number | null)[];
}

/** The answer to the open chapter's question; null before it. */
export const answerOf = ({ chapter, answers }: Tour): Answer | null => answers[chapter] ?? null;

const withAt = <T>(list: readonly (T | null)[] = [], at: number, value: T): readonly (T | null)[] =>
  Array.from({ length: Math.max(list.length, at + 1) }, (_, i) =>
    i === at ? value : (list[i] ?? null),
  );

/** The same place with an answer to the open chapter. */
export const withAnswer = (tour: Tour, answer: Answer): Tour => ({
  ...tour,
  answers: withAt(tour.answers, tour.chapter, answer),
});

/** The same with the option that is right in the open chapter. */
export const withRight = (tour: Tour, right: number): Tour => ({
  ...tour,
  right: withAt(tour.right, tour.chapter, right),
});

const filled = <T>(list: readonly (T | null)[] = [], known: readonly (T | null)[] = []) =>
  Array.from(
    { length: Math.max(list.length, known.length) },
    (_, i) => list[i] ?? known[i] ?? null,
  );

/** A place with what was answered before, where it says nothing of that itself. */
export function withKnown(tour: Tour, known: Tour | null): Tour {
  const right = filled(tour.right, known?.right);
  const answers = filled(tour.answers, known?.answers);
  return { chapter: tour.chapter, answers, ...(right.length > 0 ? { right } : {}) };
}

const isGiven = <T>(value: T | null): value is T => value !== null;

/** What the reader made of it: chapters guessed and right, and those that were missed. */
export function scoreOf({ answers, right = [] }: Tour) {
  const guessed = answers.flatMap((given, at) =>
    typeof given === 'number' && isGiven(right[at] ?? null) ? [at] : [],
  );
  const missed = guessed.filter((at) => answers[at] !== right[at]);
  return { guessed: guessed.length, right: guessed.length - missed.length, missed };
}

const letters: Readonly<Record<string, Answer | null>> = { s: 'seen', '-': null };

const letterOf = (answer: Answer | null): string =>
  answer === null ? '-' : answer === 'seen' ? 's' : String(answer);

const lettersOf = (list: readonly (Answer | null)[]): string =>
  list.map(letterOf).join('').replace(/-+$/, '');

/**
 * "6", or "6.02-s1" with an answer a chapter: an option from 0, "s" for seen, "-" for none; after
 * another point the options that are right, as far as that is known.
 */
export const tourText = ({ chapter, answers, right = [] }: Tour): string =>
  [String(chapter + 1), lettersOf(answers), lettersOf(right)].join('.').replace(/\.+$/, '');

const read = (text: string, chapters: number): readonly (Answer | null)[] =>
  [...text]
    .slice(0, chapters)
    .map((letter) => (letter in letters ? (letters[letter] ?? null) : Number(letter)));

/** The inverse of `tourText` for a tour of so many chapters; undefined for anything else. */
export function parseTour(text: string, chapters: number): Tour | undefined {
  const match = /^(\d{1,2})(?:\.([\ds-]{0,40}))?(?:\.([\d-]{0,40}))?$/.exec(text);
  const chapter = Number(match?.[1] ?? 0) - 1;
  if (!match || chapter < 0 || chapter >= chapters) return undefined;
  const right = match[3] ? { right: read(match[3], chapters) as readonly (number | null)[] } : {};
  return { chapter, answers: read(match[2] ?? '', chapters), ...right };
}
