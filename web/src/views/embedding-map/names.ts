import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import type { Place } from '../kit/plane';
import type { Box, SvgMark } from '../kit/scene';
import { wordKinds } from '../kit/word-kinds';
import { cosineText } from './cosine-text';
import { inkOf } from './kinds';
import type { Labelled } from './labels';
import type { Near, SpaceWord } from './word-space';

/** The name of each kind over or under its words. */
export function kindNames(words: readonly SpaceWord[], places: readonly Place[], size: Box) {
  return wordKinds.flatMap(({ name: kindName }, kind): Labelled[] => {
    const name = msg(kindName);
    const own = places.filter((_, i) => words[i]?.kind === kind);
    if (own.length === 0) return [];
    const x = own.reduce((sum, place) => sum + place[0], 0) / own.length;
    const [top, low] = [Math.min(...own.map(([, y]) => y)), Math.max(...own.map(([, y]) => y))];
    const above = top - 14 > 14;
    const half = textWidth(name, 16, true) / 2 + 4;
    const at = Math.min(size.width - half, Math.max(half, x));
    const y = above ? top - 13 : low + 25;
    const mark = text(at, y, name, {
      ...{ anchor: 'middle', serif: true, bold: true, size: 15, ink: inkOf(kind) },
    });
    return [{ mark, box: { x: at - half, y: y - 14, width: 2 * half, height: 18 } }];
  });
}

/** The word and its cosine, beside its place. */
export function nameAt([x, y]: Place, { word, cosine }: Near, { width, height }: Box): SvgMark {
  const left = x > width - 100;
  const at = Math.min(height - 8, Math.max(14, y + 4));
  return text(left ? x - 8 : x + 8, at, `${word.word} ${cosineText(cosine)}`, {
    ...{ tone: 'ink', serif: true, bold: true, size: 13 },
    anchor: left ? 'end' : 'start',
  });
}

/** Places along the name of a word, which the lens is to leave free before others. */
export const alongName = ([x, y]: Place): readonly Place[] =>
  [0, 15, 30, 45, 60, 75].map((dx): Place => [x + dx, y]);
