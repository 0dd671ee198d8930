import { signedScale } from '../../render/color';
import { stagger } from '../../render/motion';
import { placeOfWord } from '../../render/visible-words';
import { signed, weight } from '../../state/format';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { cells, dot, group, path, rect } from '../kit/marks';
import type { GroupMark, Keyframe, SvgMark, TextMark } from '../kit/scene';
import { type AttentionRow, headObject } from './attention-row';
import {
  type ColumnsLayout,
  type FigureLayout,
  isEmphasised,
  type ProductsPlace,
  stripHeight,
} from './scene';
import { isDrawn } from './veil';

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
  const both = [key, ...(isDrawn(at, 'products') ? [productsMark(at, j, place.products)] : [])];
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
  const loud = isEmphasised(at, j);
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

/** The least drop between the axes in whose place there is room for bars. */
const leastBars = 48;

/** Whether the step compares the softmax of the scores as they are with that of the divided ones. */
export const compares = (at: FigureLayout): boolean =>
  at.kind === 'rows' ? at.part === 'scale' : at.y.drop >= leastBars;

/** The same where words are rows: two bars that grow to the right. */
function rowComparison({ row, words }: FigureLayout, j: number): GroupMark {
  const { middle = 0, width = 0, y = 0 } = words[j]?.axis ?? {};
  const left = middle - width / 2;
  const full = width - 30;
  const pair = [
    { value: row.unscaled[j] ?? 0, tone: 'residual', top: y - 8, from: 1 },
    { value: row.weights[j] ?? 0, tone: 'weight', top: y + 1, from: 1.4 },
  ] as const;
  const marks = pair.flatMap(({ value, tone, top, from }): readonly SvgMark[] => {
    const keys = [{ at: from, scaleX: 0 }, { at: from + 0.35 }];
    const length = Math.max(0.5, value * full);
    const written = text(left + length + 4, top + 7, weight(value), {
      ...{ size: 10, tone, keys: appear(from + 0.2, from + 0.35) },
    });
    return [
      rect(left, top, length, 7, { fill: tone, origin: [left, top], keys }),
      ...(value >= 0.05 ? [written] : []),
    ];
  });
  const ground = path(`M${left} ${y - 9}v18`, { stroke: 'line' });
  const shows = { tensor: 'axis', token: j };
  return group([ground, ...marks], { role: 'score', shows, keys: appear(0.95, 1) });
}

/** What softmax makes of the word's score as it is, and of the divided one. */
function comparison(at: ColumnsLayout, j: number): GroupMark {
  const { row, words, y } = at;
  const { middle = 0, width = 0 } = words[j]?.axis ?? {};
  const bar = Math.min(24, width * 0.34);
  const full = y.drop - 22;
  const base = y.axis + y.drop - 4;
  const pair = [
    { value: row.unscaled[j] ?? 0, tone: 'residual', x: middle - bar - 1, from: 1 },
    { value: row.weights[j] ?? 0, tone: 'weight', x: middle + 1, from: 1.4 },
  ] as const;
  const marks = pair.flatMap(({ value, tone, x, from }): readonly SvgMark[] => {
    const tall = Math.max(0.5, value * full);
    const grow = [{ at: from, scaleY: 0 }, { at: from + 0.35 }];
    const origin = [x, base] as const;
    return [
      rect(x, base - tall, bar, tall, { fill: tone, origin, keys: grow }),
      ...(value >= 0.05
        ? [
            text(x + bar / 2, base - tall - 4, weight(value), {
              ...{ anchor: 'middle', size: 11, tone, keys: appear(from + 0.2, from + 0.35) },
            }),
          ]
        : []),
    ];
  });
  const ground = path(`M${middle - width / 2} ${base}h${width}`, { stroke: 'line' });
  return group([ground, ...marks], {
    role: 'score',
    shows: { tensor: 'axis', token: j },
    keys: appear(0.95, 1),
  });
}

/** A score on the common axis: a ring before scaling, a dot after, and the way between them. */
export function scaleMarks(at: FigureLayout, j: number): GroupMark {
  if (compares(at)) return at.kind === 'rows' ? rowComparison(at, j) : comparison(at, j);
  const { row, words } = at;
  const { middle = 0, width = 0, y = 0, drop = 0 } = words[j]?.axis ?? {};
  const bound = Math.max(1e-12, largest(row.scores));
  const place = (value: number) => middle + ((value / bound) * width * 0.9) / 2;
  const before = place(row.scores[j] ?? 0);
  const after = place(row.scaled[j] ?? 0);
  const way = path(`M${before.toFixed(2)} ${y}L${after.toFixed(2)} ${y + drop}`, {
    stroke: 'ink-2',
    dash: '1.5 2',
    origin: [before, y],
    keys: [{ at: 1.25, scaleX: 0, ...(drop && { scaleY: 0 }) }, { at: 1.75 }],
  });
  const now = dot(after, y + drop, 3, 'ink', {
    keys: [{ at: 1.25, dx: before - after, dy: -drop }, { at: 1.75 }],
  });
  const axis = (at: number) => `M${middle - width / 2} ${at}h${width}M${middle} ${at - 3}v6`;
  const leaves = at.kind === 'rows' && at.part !== 'scale';
  return group(
    [
      path(axis(y) + (drop ? axis(y + drop) : ''), { stroke: 'line' }),
      way,
      dot(before, y, 2.4, 'paper', { stroke: 'ink-2' }),
      now,
    ],
    {
      role: 'score',
      shows: { tensor: 'axis', token: j },
      keys: [
        ...appear(1, 1.2),
        ...(leaves
          ? [
              { at: 2, opacity: 1 },
              { at: 2.15, opacity: 0 },
            ]
          : []),
      ],
    },
  );
}

/** The scaled score, below its axis or below the score itself. */
export function scaleNumber(at: FigureLayout, j: number): TextMark {
  const { row, words } = at;
  const { x = 0, y = 0, anchor = 'middle', size = 13 } = words[j]?.scaled ?? {};
  const columns = at.kind === 'columns';
  const loud = columns && isEmphasised(at, j);
  return text(x, y, signed(row.scaled[j] ?? 0), {
    anchor,
    size,
    tone: loud ? 'ink' : 'ink-2',
    shows: { tensor: 'scaled', token: j },
    keys: columns ? appear(1.72, 1.9) : appear(1.2, 1.8),
  });
}

/** Key to the two bars. */
export const comparedNames = (x = 0, y = 0): readonly SvgMark[] => [
  rect(x, y + 2, 10, 10, { fill: 'residual' }),
  text(x + 15, y + 11, msg`softmax without it`, { size: 11 }),
  rect(x, y + 18, 10, 10, { fill: 'weight' }),
  text(x + 15, y + 27, msg`with it`, { size: 11 }),
];

/** Key to the ring and the dot on the axis. */
export function scaleNames(x: number, y: number): readonly SvgMark[] {
  return [
    dot(x, y, 2.4, 'paper', { stroke: 'ink-2' }),
    dot(x + 56, y, 3, 'ink'),
    text(x + 7, y + 4, msg`before`, { size: 11 }),
    text(x + 63, y + 4, msg`after`, { size: 11 }),
  ];
}
