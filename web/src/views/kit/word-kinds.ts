import { later } from '../../words/msg';

/**
 * Words that mean things of one kind: those that the trainer's own measures expect to find apart in the
 * plane of the word vectors (core/train/data/word_groups.txt).
 */
export const wordKinds: readonly { readonly name: string; readonly words: readonly string[] }[] = [
  [later('animals'), 'cat dog horse cow sheep mouse rabbit bird lion bear fox wolf'],
  [later('movement'), 'walk run jump crawl travel wander hurry march hop'],
  [
    later('places'),
    'house school office library hospital shop restaurant hotel museum station castle',
  ],
  [
    later('feelings'),
    'tired hungry sad happy angry scared lonely nervous excited bored upset worried',
  ],
].map(([name = '', words = '']) => ({ name, words: words.split(' ') }));

/** A word of the map: its piece in a vocabulary, and its kind by number. */
export interface MapWord {
  readonly word: string;
  readonly id: number;
  readonly kind: number;
}

/** The words that a vocabulary holds whole. */
export function mapWords(vocabulary: readonly string[]): readonly MapWord[] {
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]));
  return wordKinds.flatMap(({ words }, kind) =>
    words.flatMap((word) => {
      const id = ids.get(word);
      return id === undefined ? [] : [{ word, id, kind }];
    }),
  );
}
