import type { Token } from '../../model/protocol';
import { wordObject } from '../../render/passage';
import {
  moreWords,
  moreWordsAt,
  nearest,
  type WordPlace,
  type WordWindow,
  wordPlaces,
} from '../../render/visible-words';
import { spelledRuns } from '../../state/word-names';
import { later, msg } from '../../words/msg';
import { type Frame, pieceSize, text, textWidth, wordColumns } from './frame';
import { handle, path } from './marks';
import type { Box, Handle, Mark, PathMark } from './scene';
import type { StepContext } from './step-context';

/** A bracket for each word that is spelled by several tokens, over those of them that are drawn. */
export function brackets(
  tokens: readonly Token[],
  { first: from, end: to }: WordWindow,
  over: (first: number, last: number) => string,
): readonly PathMark[] {
  return spelledRuns(tokens).flatMap(({ first, end }) => {
    const [left, right] = [Math.max(first, from), Math.min(end, to) - 1];
    return right > left ? [path(over(left, right), { stroke: 'ink-2' })] : [];
  });
}

/** Where the words stand: column heads where there is room, else a line of text that wraps. */
export interface Words {
  readonly marks: readonly Mark[];
  readonly bottom: number;
  /** Middle of each word's column, shared by words that are not drawn; null where words head none. */
  readonly centres: readonly number[] | null;
  readonly pitch: number;
}

const leastPitch = 44;

export function words(m: StepContext, frame: Frame, y = 0): Words {
  const along = wordColumns(wordPlaces(m.shown).length, frame.inner);
  return !frame.narrow && along.pitch >= leastPitch
    ? columns(m, frame, y, along)
    : flow(m, frame, y);
}

const lookFrom = (piece: string): string => msg`look from ${piece}`;

/** What is at a place: its word, or how many words lie beyond. */
export const pieceAt = (m: StepContext, place: WordPlace): string =>
  place.rest ? moreWords(place) : (m.tokens[place.first]?.piece ?? '');

/** A word, or the words beyond one end: then it looks out from the nearest of them. */
export function wordHandle(m: StepContext, place: WordPlace, box: Box, size: number): Handle {
  const piece = pieceAt(m, place);
  const label = lookFrom(place.rest ? msg`the nearest of ${moreWordsAt(place)}` : piece);
  const chosen = !place.rest && place.first === m.focus;
  const action = { kind: 'focus', token: nearest(place) } as const;
  const object = place.rest ? undefined : wordObject(m.tokens, place.first);
  return handle(box, label, action, { text: piece, size, chosen, look: 'word', object });
}

function columns(
  m: StepContext,
  frame: Frame,
  y: number,
  { pitch, first: start }: ReturnType<typeof wordColumns>,
): Words {
  const room = Math.min(pitch, 120);
  const places = wordPlaces(m.shown);
  const centres = places.flatMap(({ first, end }, i) =>
    new Array<number>(end - first).fill(frame.left + start + pitch * i),
  );
  const marks = places.map((place): Mark => {
    const fits = pieceSize(pieceAt(m, place), room - 6);
    const size = Math.max(11, Math.min(place.rest ? 13 : 20, fits));
    const box = { x: (centres[place.first] ?? 0) - pitch / 2, y, width: pitch, height: 32 };
    return wordHandle(m, place, box, size);
  });
  const half = pitch / 2 - 6;
  const spelled = brackets(
    m.tokens,
    m.shown,
    (first, last) =>
      `M${(centres[first] ?? 0) - half} ${y + 5}v-4H${(centres[last] ?? 0) + half}v4`,
  );
  const hint = text(0, y + 21, msg`click a word`, { hint: true });
  const all = [...spelled, ...marks];
  return { marks: frame.gutter > 0 ? [hint, ...all] : all, bottom: y + 36, centres, pitch };
}

function flow(m: StepContext, frame: Frame, y: number): Words {
  const size = 17;
  let x = 0;
  let top = y;
  const marks = wordPlaces(m.shown).map((place): Mark => {
    const width = Math.max(28, textWidth(pieceAt(m, place), size, true) + 12);
    if (x + width > frame.width && x > 0) {
      x = 0;
      top += 32;
    }
    const box = { x, y: top, width, height: 32 };
    x += width;
    return wordHandle(m, place, box, place.rest ? 13 : size);
  });
  return { marks, bottom: top + 36, centres: null, pitch: 0 };
}

/**
 * Words that mean things of one kind: those that the trainer's own measures expect to find apart in the
 * plane of the word vectors (core/train/data/word_groups.txt).
 */
export const wordKinds: readonly { readonly name: string; readonly words: readonly string[] }[] =
  /* @__PURE__ */ [
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
