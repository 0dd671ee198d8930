import { archPath, type Strand } from '../../render/arches';
import { sumOver, type WordPlace } from '../../render/visible-words';
import { signed, weight } from '../../state/format';
import { text, textWidth } from '../kit/frame';
import { group, path } from '../kit/marks';
import type { GroupMark, SvgMark, TextMark } from '../kit/scene';
import type { FigureLayout } from './scene';

/** What was before the reader changed something, beside what is: only where other digits are printed. */

/** Digits are wider than the mean letter. */
const wider = 1.14;

/**
 * A number as it was, struck through, and a bar that says that the number beside it has changed: left
 * of the number, or at an edge.
 */
export function formerNumber(
  now: TextMark,
  was: string,
  place: Pick<TextMark, 'x' | 'y'>,
  size: number,
  edge?: number,
): readonly SvgMark[] {
  if (was === now.text) return [];
  const { tensor = '', ...shows } = now.shows ?? {};
  const width = wider * textWidth(now.text, now.size);
  const left = now.anchor === 'end' ? now.x - width : now.x - width / 2;
  const bar = `M${edge ?? left - 5} ${now.y - 0.8 * now.size}V${now.y + 1}`;
  const struck = text(place.x, place.y, was, {
    ...{ anchor: now.anchor, size, struck: true },
    shows: { ...shows, tensor: `former-${tensor}` },
  });
  return [
    group([path(bar, { stroke: 'ink', width: 2 }), struck], now.keys ? { keys: now.keys } : {}),
  ];
}

const smallest = { columns: 11, rows: 10 };

/** The score of a word as it was. */
export function formerScore(at: FigureLayout, j: number, now: TextMark): readonly SvgMark[] {
  const place = at.words[j]?.former.scores;
  if (!at.former || !place) return [];
  return formerNumber(now, signed(at.former.scores[j] ?? 0), place, smallest[at.kind]);
}

export function formerScaled(at: FigureLayout, j: number, now: TextMark): readonly SvgMark[] {
  const place = at.words[j]?.former.scaled;
  if (!at.former || !place) return [];
  return formerNumber(now, signed(at.former.scaled[j] ?? 0), place, smallest[at.kind]);
}

/** The weight of a place as it was, where that is written with other digits; else null. */
export function formerWeight(
  { former, row }: Pick<FigureLayout, 'former' | 'row'>,
  place: WordPlace,
): number | null {
  if (!former) return null;
  const was = sumOver(place, former.weights);
  return weight(was) === weight(sumOver(place, row.weights)) ? null : was;
}

/** The edge of a strand as it was; one line where it was too thin to have two. */
function contour(strand: Strand, at: FigureLayout, base: number): string {
  const facing = at.kind === 'columns' ? 'up' : 'left';
  const half = Math.sign(strand.to - strand.from) * (strand.drawn / 2);
  const edge = (by: number) =>
    archPath(
      {
        ...strand,
        from: strand.from - by,
        to: strand.to + by,
        rise: strand.rise + Math.abs(by) * Math.sign(by * half),
      },
      facing,
      base,
    );
  return strand.drawn < 3 ? archPath(strand, facing, base) : edge(half) + edge(-half);
}

/** Arches as they were, dashed, where the weights are written with other digits now. */
export function formerArches(at: FigureLayout): GroupMark {
  const base = at.kind === 'columns' ? at.y.arches : at.x.arches;
  const strands = at.formerArches?.strands ?? [];
  const changed = strands.filter(({ key }) => {
    const slot = at.slots.find(({ first, end }) => first <= key && key < end);
    return slot && formerWeight(at, slot) !== null;
  });
  const look = { stroke: 'ink-2', width: 0.9, dash: '3 2.5' } as const;
  return group(
    changed.map((strand) =>
      path(contour(strand, at, base), { ...look, shows: { tensor: 'former', token: strand.key } }),
    ),
    {
      keys: [
        { at: 2.55, opacity: 0 },
        { at: 3, opacity: 1 },
      ],
    },
  );
}
