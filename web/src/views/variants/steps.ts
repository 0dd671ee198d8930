import { angleOf, mainExpert, rotaryBaseOf } from '../../relatives/variant-tensors';
import { cell } from '../../state/dataflow/cell';
import { quoted } from '../../state/dataflow/naming';
import { percent, signed } from '../../state/format';
import { largest } from '../../state/vector';
import { later, msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { handle, line, path, rect } from '../kit/marks';
import { matrixStep } from '../kit/matrix-step';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw, Drawing } from '../kit/step-view';
import { strip } from '../kit/strip';
import { words } from '../kit/words';

/** An expert that a word takes, and its share of it. */
export interface Taken {
  readonly expert: number;
  readonly share: number;
}

/** The experts that a word takes in a layer, the one with most of it first. */
export function takenBy(
  { trace, layer }: Pick<StepContext, 'trace' | 'layer'>,
  token: number,
): readonly Taken[] {
  const row = trace.row(`layers.${layer}.feedForward.choice`, token);
  const all = Array.from(row, (share, expert) => ({ expert, share }));
  return all.filter(({ share }) => share !== 0).sort((a, b) => b.share - a.share);
}

/** Of the word in focus, the expert whose numbers a step draws. */
export const drawnExpert = (m: StepContext): number =>
  mainExpert(m.trace.row(`layers.${m.layer}.feedForward.choice`, m.focus));

/** "The router gives “it” to 2 experts: expert 2, 62 %; expert 4, 38 %." */
export function sharesOf(m: StepContext): string {
  const taken = takenBy(m, m.focus);
  const word = quoted(m.word);
  const [first, second] = taken;
  const named = ({ expert, share }: Taken): string => msg`expert ${expert + 1}, ${percent(share)}`;
  if (!first) return msg`${word} goes to no expert.`;
  if (!second) return msg`The router gives ${word} to expert ${first.expert + 1} alone.`;
  const all = taken.map(named).join('; ');
  return msg`The router gives ${word} to ${taken.length} experts: ${all}.`;
}

const role = 'feed-forward';

/** The matrix of the expert that has most of the word. */
export const expandOfExpert = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.experts.${drawnExpert(m)}.hidden`,
  role,
  inRole: 'norm',
  name: later('Expand'),
  input: later('Input'),
  symbols: { x: 'x', w: 'W₁', y: 'u' },
  note: later('Each word on its own.'),
  loud: (x) => x,
  caption: (m, input, out, best) => [
    `${sharesOf(m)} ${msg`This is expert ${drawnExpert(m) + 1}: the ${input} numbers of ${quoted(m.word)} run past its ${out} hidden units.`}`,
    msg`The strongest response is ${best}.`,
  ],
});

/** The matrix behind the gate. */
export const compressGated = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.output`,
  role,
  inRole: role,
  name: later('Compress'),
  input: later('Gated units'),
  symbols: { x: 'g', w: 'W₂', y: 'z' },
  note: later('A hidden unit whose gate is shut adds nothing.'),
  caption: (m, input, out, best) => [
    msg`A second matrix turns ${quoted(m.word)}’s ${input} hidden units back into ${out} numbers, which are added to the word.`,
    msg`The largest, positive or negative, is ${best}.`,
  ],
});

/** Below the activated units, what they are multiplied with and what comes of it. */
function gateBelow(m: StepContext, frame: Frame, drawing: Drawing): Drawing {
  const name = `layers.${m.layer}.feedForward`;
  const marks = [...drawing.marks];
  let y = drawing.bottom + 4;
  for (const { tensor, title, formula } of [
    { tensor: `${name}.up`, title: msg`Second projection`, formula: 'v = x · W₃ + b' },
    { tensor: `${name}.gated`, title: msg`Gated`, formula: 'g = f(u) × v' },
  ]) {
    const side = label(frame, y, { name: title, formula, tone: role });
    const place = { x: frame.left, y: side.top + 4, width: frame.inner, height: 20 };
    marks.push(...side.marks, strip(m, tensor, m.focus, role, place));
    y = Math.max(place.y + place.height + 10, side.bottom + 4);
  }
  const [first, second] = drawing.caption;
  return {
    ...drawing,
    marks,
    bottom: y,
    caption: [
      first,
      `${second} ${msg`They are gates: each multiplies its number in a second projection.`}`,
    ],
  };
}

const unitsOf = (m: StepContext): string =>
  `layers.${m.layer}.feedForward.experts.${drawnExpert(m)}.activated`;

/** The activation of the expert that has most of the word, and the gate where there is one. */
export const activation =
  (config: { readonly gated: boolean; readonly experts: boolean }) =>
  (m: StepContext, frame: Frame, own: Draw): Drawing => {
    const drawn = own(m, frame);
    const [first, second] = drawn.caption;
    const said: Drawing = config.experts
      ? {
          ...drawn,
          chosen: drawn.chosen.map((each) => ({ ...each, name: unitsOf(m) })),
          caption: [msg`These are expert ${drawnExpert(m) + 1}’s hidden units. ${first}`, second],
        }
      : drawn;
    return config.gated ? gateBelow(m, frame, said) : said;
  };

const nameOf = (m: StepContext, part: string): string => `layers.${m.layer}.attention.${part}`;

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const degrees = (angle: number): string => `${Math.round((angle * 180) / Math.PI)}°`;

/** How far a pair of the focused word's query is turned. */
const angleAt = (m: StepContext, pair: number): string =>
  degrees(angleOf(m.focus, 2 * pair, m.dK, rotaryBaseOf(m.model.config, m.layer)));

/** The turned pair of a head's query as two arrows from the middle of a dial. */
function dial(
  m: StepContext,
  pair: number,
  at: { x: number; y: number; r: number },
  bound: number,
) {
  const column = m.head * m.dK + 2 * pair;
  const end = (part: string) => {
    const row = m.trace.row(nameOf(m, part), m.focus);
    const [dx, dy] = [row[column] ?? 0, row[column + 1] ?? 0].map((q) => (q / bound) * at.r);
    return `M${at.x} ${at.y}L${at.x + (dx ?? 0)} ${at.y - (dy ?? 0)}`;
  };
  const name = angleAt(m, pair);
  const marks: readonly Mark[] = [
    path(circle(at.x, at.y, at.r), { stroke: 'line' }),
    path(end('query'), { stroke: 'ink-2', width: 1.4, dash: '3 3' }),
    path(end('query.rotated'), { stroke: 'query', width: 2.6, keys: appear(0.3, 0.7) }),
    text(at.x, at.y + at.r + 17, name, { anchor: 'middle', size: 12, tone: 'ink' }),
    handle(
      { x: at.x - at.r, y: at.y - at.r, width: 2 * at.r, height: 2 * at.r + 22 },
      msg`pair ${pair + 1}, turned by ${name}: why?`,
      { kind: 'cell', cell: cell(nameOf(m, 'query.rotated'), m.focus, column) },
    ),
  ];
  return marks;
}

/** Pairs of the query of the word in focus before and after they are turned by its place. */
export const turnedQuery: Draw = (m, frame): Drawing => {
  const head = words(m, frame);
  const pairs = Math.floor(m.dK / 2);
  const side = label(frame, head.bottom + 6, {
    name: msg`Rotary`,
    formula: 'θ = pos · ω',
    note: msg`pairs of the query’s numbers in head ${m.head + 1}: dashed before, in colour after rotation`,
    tone: 'query',
  });
  const columns = Math.max(1, Math.min(pairs, Math.floor(frame.inner / 84)));
  const pitch = frame.inner / columns;
  const r = Math.min(46, pitch / 2 - 8);
  const row = m.trace.row(nameOf(m, 'query'), m.focus).subarray(m.head * m.dK, (m.head + 1) * m.dK);
  const bound = largest(row) * Math.SQRT2 || 1;
  const top = Math.max(side.top + 8, head.bottom + 10);
  const height = 2 * r + 34;
  const dials = Array.from({ length: pairs }, (_, pair) => {
    const x = frame.left + ((pair % columns) + 0.5) * pitch;
    const y = top + r + Math.floor(pair / columns) * height;
    return dial(m, pair, { x, y, r }, bound);
  });
  const [first, last] = [0, pairs - 1].map((pair) => angleAt(m, pair));
  return {
    marks: [...head.marks, ...side.marks, ...dials.flat()],
    bottom: Math.max(top + Math.ceil(pairs / columns) * height, side.bottom) + 4,
    chosen: [cell(nameOf(m, 'query.rotated'), m.focus, m.head * m.dK)],
    caption: [
      msg`${quoted(m.word)} is at position ${m.focus}, counted from 0. Nothing is added for it: attention rotates pairs of numbers in its query and key, the first by ${first}, the last by ${last}.`,
      msg`How well a query and a key match then depends on how far apart their words are and which comes first, not on where they are.`,
    ],
  };
};

/** What ALiBi adds to the scores of the word in focus: less for each word of distance. */
export const distanceBiases: Draw = (m, frame: Frame): Drawing => {
  const head = words(m, frame);
  const name = nameOf(m, 'biases');
  const row = m.trace.row(name, m.head, m.focus);
  const { first, end } = m.shown;
  const shown = Array.from(row).slice(first, end);
  const side = label(frame, head.bottom + 6, {
    name: msg`ALiBi`,
    formula: msg`− slope × distance`,
    note: msg`added to the divided scores in head ${m.head + 1}, by distance in words`,
    tone: 'weight',
  });
  const pitch = frame.inner / Math.max(1, shown.length);
  const bound = Math.max(...shown.map(Math.abs)) || 1;
  const top = Math.max(side.top + 18, head.bottom + 20);
  const height = 130;
  const bars = shown.flatMap((bias, i): Mark[] => {
    const x = head.centres?.[first + i] ?? frame.left + pitch * (i + 0.5);
    const long = (Math.abs(bias) / bound) * height;
    return [
      text(x, top - 4, String(Math.abs(first + i - m.focus)), { anchor: 'middle', size: 10 }),
      rect(x - 5, top, 10, long, { fill: 'weight', keys: appear(0.02 * i, 0.02 * i + 0.3) }),
      text(x, top + long + 15, signed(bias, 3), { anchor: 'middle', size: pitch < 44 ? 9 : 12 }),
    ];
  });
  const slope = Math.abs((m.focus > 0 ? row[m.focus - 1] : row[m.focus + 1]) ?? 0);
  return {
    marks: [
      ...head.marks,
      ...side.marks,
      line(frame.left, top, frame.left + frame.inner, top),
      ...bars,
    ],
    bottom: Math.max(top + height + 26, side.bottom) + 4,
    chosen: [cell(name, m.head, m.focus, m.focus > 0 ? 0 : row.length - 1)],
    caption: [
      msg`Nothing is added to ${quoted(m.word)} for its position. Attention lowers each of its scores for every word of distance: by ${signed(slope, 4)} in head ${m.head + 1}.`,
      msg`Other heads subtract more or less, so some look near and some far.`,
    ],
  };
};
