/** What a reader said to a chapter's question: an option, from 0; or "seen", the answer without a guess. */
export type Answer = number | 'seen';

/** Where a reader is in the tour. */
export interface Tour {
  /** From 0. */
  readonly chapter: number;
  /** By chapter; null, or nothing, where there is no answer yet. */
  readonly answers: readonly (Answer | null)[];
}

/** The answer to the open chapter's question; null before it. */
export const answerOf = ({ chapter, answers }: Tour): Answer | null => answers[chapter] ?? null;

/** The same place with an answer to the open chapter. */
export function withAnswer({ chapter, answers }: Tour, answer: Answer): Tour {
  const length = Math.max(answers.length, chapter + 1);
  const next = Array.from({ length }, (_, i) => (i === chapter ? answer : (answers[i] ?? null)));
  return { chapter, answers: next };
}

const letters: Readonly<Record<string, Answer | null>> = { s: 'seen', '-': null };

const letterOf = (answer: Answer | null): string =>
  answer === null ? '-' : answer === 'seen' ? 's' : String(answer);

/** "6", or "6.02-s1" with an answer a chapter: an option from 0, "s" for seen, "-" for none. */
export function tourText({ chapter, answers }: Tour): string {
  const given = answers.map(letterOf).join('').replace(/-+$/, '');
  return given === '' ? String(chapter + 1) : `${chapter + 1}.${given}`;
}

/** The inverse of `tourText` for a tour of so many chapters; undefined for anything else. */
export function parseTour(text: string, chapters: number): Tour | undefined {
  const match = /^(\d{1,2})(?:\.([\ds-]{0,40}))?$/.exec(text);
  const chapter = Number(match?.[1] ?? 0) - 1;
  if (!match || chapter < 0 || chapter >= chapters) return undefined;
  const answers = [...(match[2] ?? '')].slice(0, chapters);
  return {
    chapter,
    answers: answers.map((letter) =>
      letter in letters ? (letters[letter] ?? null) : Number(letter),
    ),
  };
}
