import { divisorText } from '../../state/format';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { group } from '../kit/marks';
import type { Keyframe, SvgMark } from '../kit/scene';
import { brackets } from '../kit/words';
import { addUp, powerSum } from './attention-row';
import { comparedNames, compares, scaleNames } from './scale-marks';
import { type RowsLayout, shows } from './scene';
import { isDrawn } from './veil';

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
