import { archPath } from '../../render/arches';
import { nearest, sumOver } from '../../render/visible-words';
import { divisorText, weight } from '../../state/format';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { group, path } from '../kit/marks';
import type { Keyframe, SvgMark, TextMark } from '../kit/scene';
import { strandMarks } from '../kit/strands';
import { brackets } from '../kit/words';
import { addUp, powerSum } from './attention-row';
import { formerArches, formerScaled, formerScore } from './former-marks';
import { gradientNumbers } from './gradients';
import {
  type ColumnsLayout,
  emphasisedFrom,
  type FigureLayout,
  isDim,
  type RowsLayout,
  shows,
} from './scene';
import {
  comparedNames,
  compares,
  keyMarks,
  scaleMarks,
  scaleNames,
  scaleNumber,
  scoreNumber,
  travellingQuery,
} from './scores-marks';
import type { Slot } from './slots';
import { barLength, barMarks, powerNumber, scaleOf } from './softmax-marks';
import { outputMarks, rowValue, summedColumns } from './sum-marks';
import { dottedArches, emptyPlaces, isDrawn } from './veil';

const baseline = 14;

/** Visible from a step on, or until one; headings do not fade. */
const since = (step: number): readonly Keyframe[] => appear(step, step + 0.01);
const until = (step: number): readonly Keyframe[] => [
  { at: step, opacity: 1 },
  { at: step + 0.01, opacity: 0 },
];

/** Headings right of the scores: keys and products, then the axis of the scale step. */
function benchNames(at: RowsLayout): readonly SvgMark[] {
  const { left, width } = at.x.bench;
  const products = shows(at, 'products');
  const [x, y] = [left + width / 2 - 52, baseline - 4];
  const names = compares(at) ? comparedNames(left, baseline - 11) : scaleNames(x, y);
  const key = group(names, { keys: [...(products ? since(1) : []), ...until(2)] });
  const name = text(left, baseline, msg`key, with q × k below`, { size: 11, keys: until(1) });
  return [...(products ? [name] : []), ...(shows(at, 'scale') ? [key] : [])];
}

/** Column headings, each shown from its step on. */
export function rowHeads(at: RowsLayout): readonly SvgMark[] {
  const { x, row } = at;
  const numbered = shows(at, 'scores') || shows(at, 'scale');
  const end = { size: 11, anchor: 'end' } as const;
  const beside = x.words - 3;
  const spelled = brackets(row.tokens, at.shown, (first, last) => {
    return `M${beside + 4} ${(at.centres[first] ?? 0) - 12}h-4V${(at.centres[last] ?? 0) + 12}h4`;
  });
  return [
    ...spelled,
    text(0, baseline, msg`tap a word`, { size: 11 }),
    ...(numbered
      ? [
          text(x.scores, baseline, msg`score`, end),
          text(
            x.scores,
            baseline + 13,
            `÷ ${divisorText(row.divisor, row.dK)}${row.biases ? ' + b' : ''}`,
            {
              ...end,
              keys: since(1),
            },
          ),
        ]
      : []),
    ...benchNames(at),
    ...(shows(at, 'softmax')
      ? [text(x.bars, baseline, msg`softmax`, { size: 11, keys: since(2) })]
      : []),
    ...(shows(at, 'sum')
      ? [text(x.values, baseline, msg`value`, { size: 11, tone: 'value', keys: since(2) })]
      : []),
  ];
}

/** The sum of the powers, the sum of the weights, and the entropy. */
export function rowFoot(at: RowsLayout): readonly SvgMark[] {
  if (!isDrawn(at, 'softmax')) return [];
  const { row, x, height } = at;
  return [
    text(x.bars, height - 18, powerSum(row), {
      size: 11,
      shows: { tensor: 'sum' },
      keys: appear(2.42, 2.5),
    }),
    text(x.bars, height - 3, addUp(row), {
      size: 11,
      shows: { tensor: 'entropy' },
      keys: appear(2.88, 3),
    }),
  ];
}

/** What the arches are drawn from; `base` is the line that they stand on. */
interface StandingArches extends Pick<FigureLayout, 'kind' | 'arches' | 'row' | 'hover'> {
  readonly base: number;
}

/** The arches of a figure: above its words, or left of them. A weight of 0 has none. */
export function standingArches(at: StandingArches): readonly SvgMark[] {
  return strandMarks({
    arches: { ...at.arches, strands: at.arches.strands.filter(({ width }) => width > 0) },
    facing: at.kind === 'columns' ? 'up' : 'left',
    base: at.base,
    focus: at.row.focus,
    isDim: (token) => isDim(at, token),
  });
}

/** They step back while the scores are made, and return with the weights. */
function archesMarks(at: FigureLayout): readonly SvgMark[] {
  const base = at.kind === 'columns' ? at.y.arches : at.x.arches;
  const arches = group(standingArches({ ...at, base }), {
    role: 'weight',
    keys: [
      { at: 0, opacity: 0.25 },
      { at: 2.55, opacity: 0.25 },
      { at: 3, opacity: 1 },
    ],
  });
  return [arches, ...gradientPulses(at, base)];
}

/** On the way back: what softmax passes on runs to the words, as thick as the gradient of their scores. */
function gradientPulses(
  { kind, arches, gradient }: FigureLayout,
  base: number,
): readonly SvgMark[] {
  if (!gradient) return [];
  const most = largest(gradient.scores) || 1;
  return arches.strands.map((strand) => {
    const { from, to } = strand;
    const d = archPath({ ...strand, from: to, to: from }, kind === 'columns' ? 'up' : 'left', base);
    const share = Math.abs(gradient.scores[strand.key] ?? 0) / most;
    return path(d, { stroke: 'residual', width: 1 + 8 * share, pulse: { from: 2.02, to: 2.98 } });
  });
}

/** The weight of the words beyond together, at the end of their bar. */
function weightNumber(at: FigureLayout, slot: Slot): TextMark {
  const w = sumOver(slot, at.row.weights);
  const { x = 0, y = 0, full = 0 } = at.words[slot.first]?.bar ?? {};
  const length = barLength(w, w, scaleOf(at, full));
  const loud = w > emphasisedFrom && !isDim(at, nearest(slot));
  const look = {
    size: 12,
    bold: loud,
    tone: loud ? 'weight' : 'ink-2',
    shows: { tensor: 'rest-weights' },
    keys: appear(2.88, 3),
  } as const;
  return at.kind === 'columns'
    ? text(x, y - length - 9, weight(w), { ...look, anchor: 'middle' })
    : text(x + length + 6, y + 4, weight(w), look);
}

/** Of the words beyond one end: their powers and weights summed, and the sum of their values. */
function restMarks(at: FigureLayout, slot: Slot): readonly SvgMark[] {
  const softmax = isDrawn(at, 'softmax');
  const pictures = [
    ...(softmax ? barMarks(at, slot) : []),
    ...(at.kind === 'rows' && isDrawn(at, 'sum') ? [rowValue(at, slot)] : []),
  ];
  return [
    group(pictures, { opacity: isDim(at, nearest(slot)) ? 0.4 : 1 }),
    ...(softmax ? [powerNumber(at, slot), weightNumber(at, slot)] : []),
  ];
}

/** Brackets over words of several pieces; token ids below the words, except where the swap button is. */
function columnHeads(at: ColumnsLayout): readonly SvgMark[] {
  const { row, slots, y, swap, shown, centres, pitch } = at;
  const half = pitch / 2 - 5;
  const spelled = brackets(row.tokens, shown, (first, last) => {
    return `M${(centres[first] ?? 0) - half} ${y.words + 5}v-4H${(centres[last] ?? 0) + half}v4`;
  });
  const ids = slots.flatMap(({ first: token, centre: x, rest }) =>
    rest || token === swap?.token
      ? []
      : [text(x, y.words + 47, String(row.tokens[token]?.id), { anchor: 'middle', size: 11 })],
  );
  return [...spelled, ...ids];
}

/** The baseline of the bars. */
function columnFoot(at: ColumnsLayout): readonly SvgMark[] {
  if (!shows(at, 'softmax')) return [];
  const { centres, strip, y } = at;
  const first = (centres[0] ?? 0) - strip / 2;
  const last = (centres.at(-1) ?? 0) + strip / 2;
  const d = `M${first} ${y.bars + 0.5}H${last}`;
  return [path(d, { stroke: 'line', keys: appear(2, 2.01) })];
}

/** The pictures of one word, which step back while another word is looked at, and its numbers. */
function wordMarks(at: FigureLayout, slot: Slot): readonly SvgMark[] {
  const { first: j } = slot;
  const scores = isDrawn(at, 'scores');
  const scale = isDrawn(at, 'scale');
  const softmax = isDrawn(at, 'softmax');
  const [score, scaled] = [scoreNumber(at, j), scaleNumber(at, j)];
  const pictures = [
    ...(shows(at, 'products') ? keyMarks(at, j) : []),
    ...(scale ? [scaleMarks(at, j)] : []),
    ...(softmax ? barMarks(at, slot) : []),
    ...(at.kind === 'rows' && isDrawn(at, 'sum') ? [rowValue(at, slot)] : []),
  ];
  return [
    group(pictures, { opacity: isDim(at, j) ? 0.4 : 1, shows: { token: j } }),
    ...(scores || (scale && at.kind === 'rows') ? [score, ...formerScore(at, j, score)] : []),
    ...(scale || (scores && at.kind === 'rows') ? [scaled, ...formerScaled(at, j, scaled)] : []),
    ...(softmax ? [powerNumber(at, slot)] : []),
    ...gradientNumbers(at, j),
  ];
}

const hidesWeights = ({ veil }: FigureLayout): boolean => veil !== null && !veil.knowsWeights;

const arches = (at: FigureLayout): readonly SvgMark[] =>
  hidesWeights(at) ? [dottedArches(at)] : [...archesMarks(at), formerArches(at)];

/** Everything of the figure that is drawn, for both of its forms. */
export function figureMarks(at: FigureLayout): {
  readonly marks: readonly SvgMark[];
  readonly sum: readonly SvgMark[];
} {
  const columns = at.kind === 'columns';
  return {
    marks: [
      ...(isDrawn(at, 'arches') ? arches(at) : []),
      ...(columns ? columnHeads(at) : rowHeads(at)),
      ...at.slots.flatMap((slot) => (slot.rest ? restMarks(at, slot) : wordMarks(at, slot))),
      ...(columns ? columnFoot(at) : rowFoot(at)),
      ...(at.veil ? emptyPlaces(at) : []),
      ...(isDrawn(at, 'products') ? [travellingQuery(at)] : []),
    ],
    sum: isDrawn(at, 'sum') ? [...(columns ? summedColumns(at) : []), ...outputMarks(at)] : [],
  };
}
