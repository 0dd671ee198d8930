/** A run of the core that a question reads its numbers from. */
export interface Wanted {
  readonly text: string;
  /** Options of the core, "mask=causal". Default: the model's own way. */
  readonly structure?: string;
  /** The piece whose probability at `of` has its gradients taken. */
  readonly loss?: { readonly of: string; readonly piece: string };
}

const pronouns = [
  ["The animal didn't cross the street because it was too tired", 'wide', 'animal', 'street'],
  ["The trophy doesn't fit in the suitcase because it is too big", 'small', 'trophy', 'suitcase'],
] as const;

/** A sentence with a pronoun, its other ending, and the nouns that "it" stands for in the two. */
export function pronounPair(variant: number) {
  const [text, other, first, second] = pronouns[variant % pronouns.length] ?? pronouns[0];
  return { text, twin: text.replace(/\w+$/, other), nouns: [first, second] } as const;
}

/** The sentence that most questions are about. */
export const oneSentence = (variant: number): readonly Wanted[] => [
  { text: pronounPair(variant).text },
];

export const bothEndings = (variant: number): readonly Wanted[] => {
  const { text, twin } = pronounPair(variant);
  return [{ text }, { text: twin }];
};

/** A word twice, at two places. */
export const cats = 'your cat is a lovely cat';

/** A word that the vocabulary has, and one that it lacks. */
export const known = 'the cat';
export const unknown = 'the zarg';

/** Two words of one kind, and one of another. */
export const threeWords = 'puppy dog because';

/** The same words in two orders, and the noun that is looked at. */
export const orders = [
  ['dog bites man', 'man bites dog', 'dog'],
  ['the cat chased the mouse', 'the mouse chased the cat', 'cat'],
] as const;
