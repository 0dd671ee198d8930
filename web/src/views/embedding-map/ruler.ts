import { inLanguage } from '../../words/language';
import { text } from '../kit/frame';
import { dot, line } from '../kit/marks';
import { spread } from '../kit/plot';
import type { SvgMark } from '../kit/scene';
import { wordKinds } from '../kit/words';
import { signOf } from './labels';
import { cosineText, type Near, type SpaceWord, type WordSpace } from './word-space';

export interface Ruler {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
}

/** A word of each kind, that it may be seen where the others stand: the first, as long as it is not there. */
function samples(space: WordSpace, chosen: SpaceWord, known: ReadonlySet<number>): readonly Near[] {
  return wordKinds.flatMap((_, kind) => {
    const word = space.words.find((each) => each.kind === kind && !known.has(each.id));
    return word && word.kind !== chosen.kind
      ? [{ word, cosine: space.cosine(chosen.id, word.id) }]
      : [];
  });
}

/** The words that stand on the ruler, the nearest first: the nearest of all, one of each kind, and the other. */
export function measuredWords(
  space: WordSpace,
  chosen: SpaceWord,
  near: readonly Near[],
  other: Near,
): readonly Near[] {
  const first = other.word.id === chosen.id ? near : [...near, other];
  const known = new Set([chosen.id, ...first.map(({ word }) => word.id)]);
  const all = new Map(
    [...first, ...samples(space, chosen, known)].map((each) => [each.word.id, each]),
  );
  return [...all.values()].sort((a, b) => b.cosine - a.cosine);
}

const top = 14;
const axis = 26;

/** Words by their cosine to the chosen one, over all numbers of their vectors. */
export function ruler(
  chosen: SpaceWord,
  all: readonly Near[],
  bold: ReadonlySet<number>,
  width: number,
  height: number,
): Ruler {
  const low = Math.min(-0.1, ...all.map(({ cosine }) => cosine));
  const y = (cosine: number) => top + ((1 - cosine) / (1 - low)) * (height - 2 * top);
  const rows: readonly Near[] = [{ word: chosen, cosine: 1 }, ...all];
  const heights = spread(
    rows.map(({ cosine }) => y(cosine)),
    16,
    [top, height - 8],
  );
  const ticks = [1, 0.5, 0].map((tick) =>
    text(axis - 8, y(tick) + 4, inLanguage(String(tick).replace(/^0\./, '.')), { anchor: 'end' }),
  );
  return {
    ...{ width, height },
    marks: [
      line(axis, top, axis, height - top, 'ink-2'),
      ...ticks,
      ...rows.flatMap(({ word, cosine }, i): readonly SvgMark[] => {
        const at = y(cosine);
        const named = heights[i] ?? at;
        const own = i === 0 || bold.has(word.id);
        const style = {
          serif: true,
          size: own ? 14 : 13,
          bold: own,
          tone: own ? 'ink' : 'ink-2',
        } as const;
        return [
          line(axis + 6, at, axis + 18, named, 'line'),
          i === 0 ? dot(axis, at, 5, 'ink') : signOf(word.kind, [axis, at]),
          text(axis + 22, named + 4, word.word, style),
          text(width - 3, named + 4, cosineText(cosine), {
            ...{ anchor: 'end', size: 13, bold: own, tone: own ? 'ink' : 'ink-2' },
          }),
        ];
      }),
    ],
  };
}
