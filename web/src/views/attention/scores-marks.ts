import { signedScale } from '../../render/color';
import { stagger } from '../../render/motion';
import { placeOfWord } from '../../render/visible-words';
import { signed } from '../../state/format';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { cells, group, path, rect } from '../kit/marks';
import type { GroupMark, Keyframe, SvgMark, TextMark } from '../kit/scene';
import { type AttentionRow, headObject } from './attention-row';
import { type FigureLayout, isLoud, type ProductsPlace, stripHeight } from './scene';

/** The stretch of the step in which the query visits the keys. */
const visits = { from: 0.16, length: 0.72 };

/** When the query has come so far along the keys; at the j-th it is in the middle of its stay. */
const visit = (place: number, n: number): number =>
  visits.from + (visits.length * (place + 0.5)) / n;

/** In rows the scale's axis takes the place of keys and products: they go before it comes. */
const benchLeft: readonly Keyframe[] = [
  { at: 1, opacity: 1 },
  { at: 1.15, opacity: 0 },
];

/** A key that comes to its place, where the focus word's own is from the beginning, and below it its products with the query. */
export function keyMarks(at: FigureLayout, j: number): readonly SvgMark[] {
  const { row, words, shown, slots } = at;
  const place = words[j];
  if (!place) return [];
  const columns = at.kind === 'columns';
  const [begin, end] = stagger(placeOfWord(shown, j), slots.length, 0, 0.16);
  const strip = cells(row.keys[j] ?? [], signedScale('key', row.bounds.key), place.key);
  const dropped = { at: begin, opacity: 0, ...(columns && { dy: -16 }) };
  const own = { object: headObject(row, 'key') };
  const moves = j === row.focus ? own : { keys: [dropped, { at: end }] };
  const key = group([strip], { role: 'key', ...moves });
  const both = [key, productsMark(at, j, place.products)];
  return columns ? both : [group(both, { keys: benchLeft })];
}

/** The products as one path of bars: up where they add to the score, down where they take away. */
function productBars(row: AttentionRow, j: number, place: ProductsPlace, above: boolean): string {
  const { left, width, zero, height } = place;
  const range = row.range.above + row.range.below;
  const unit = range > 0 ? height / range : 0;
  const cell = width / row.dK;
  return (row.products[j] ?? [])
    .map((p, i) => {
      if (p > 0 !== above) return '';
      const x = (left + (i + 0.13) * cell).toFixed(2);
      return `M${x} ${zero}v${(-p * unit).toFixed(2)}h${(cell * 0.74).toFixed(2)}V${zero}Z`;
    })
    .join('');
}

/** They grow out of their line when the query has come to the key. */
function productsMark(
  { row, shown, slots }: FigureLayout,
  j: number,
  place: ProductsPlace,
): GroupMark {
  const at = visit(placeOfWord(shown, j), slots.length);
  const { left, width, zero } = place;
  return group(
    [
      path(productBars(row, j, place, true), { fill: 'ink' }),
      path(productBars(row, j, place, false), { fill: 'negative', opacity: 0.5 }),
      path(`M${left} ${zero}h${width}`, { stroke: 'ink-2', width: 0.6 }),
    ],
    {
      role: 'score',
      shows: { tensor: 'products', token: j },
      origin: [left, zero],
      keys: [{ at, scaleY: 0, opacity: 0 }, { at: at + 0.001, scaleY: 0 }, { at: at + 0.07 }],
    },
  );
}

/** A score falls into its place when its products have been added. */
export function scoreNumber(at: FigureLayout, j: number): TextMark {
  const { row, words, shown, slots } = at;
  const { x = 0, y = 0, anchor = 'middle', size = 13 } = words[j]?.score ?? {};
  const landing = visit(placeOfWord(shown, j), slots.length);
  const from = at.kind === 'columns' ? { dy: -8 } : { dx: 8 };
  const loud = isLoud(at, j);
  return text(x, y, signed(row.scores[j] ?? 0), {
    anchor,
    size,
    bold: loud,
    tone: loud ? 'ink' : 'ink-2',
    shows: { tensor: 'scores', token: j },
    keys: [{ at: landing + 0.04, opacity: 0, ...from }, { at: landing + 0.11 }],
  });
}

/** The query on its way along the keys: it halts at every key and hops to the next. */
export function travellingQuery(at: FigureLayout): GroupMark {
  const { row, words, slots } = at;
  const n = slots.length;
  const columns = at.kind === 'columns';
  const width = words[0]?.key.width ?? 0;
  const box = columns
    ? { x: -width / 2, y: at.y.products - 3, width, height: stripHeight }
    : { x: at.x.bench.left, y: 1, width, height: stripHeight };
  const home = columns ? -at.gutter + width / 2 : (slots[0]?.centre ?? 0) - at.pitch;
  const along = (place: number) => (columns ? { dx: place } : { dy: place });
  const hops = slots.flatMap(({ centre }, j): Keyframe[] => [
    { at: visit(j - 0.75, n), ...along(slots[j - 1]?.centre ?? home) },
    { at: visit(j - 0.25, n), ...along(centre) },
  ]);
  const ground = rect(box.x - 1, box.y - 1, box.width + 1.4, box.height + 2, { fill: 'paper' });
  const strip = cells(row.query, signedScale('query', row.bounds.query), box);
  // In rows it has no home beside the names: it is there from the beginning.
  const object = columns ? {} : { object: headObject(row, 'query') };
  const keys = [
    ...(columns ? appear(0.04, 0.12) : []),
    { at: 0.9, opacity: 1 },
    { at: 0.97, opacity: 0 },
  ];
  return group([group([ground, group([strip], object)], { role: 'query', keys: hops })], { keys });
}
