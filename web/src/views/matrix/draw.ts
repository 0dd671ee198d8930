import { weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { type Frame, text } from '../kit/frame';
import { line, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { chosenWeight, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { captionOf } from './caption';
import { columnsHeight, type Layout, layoutOf } from './layout';
import {
  columnNames,
  corner,
  during,
  frames,
  operators,
  rowNames,
  sumMarks,
  titles,
} from './marks';
import { columnSums, dividedPanel, headPart, scoresPanel, weightsPanel } from './parts';

const barRoom = columnsHeight - 24;

/** Under the weights what their columns add up to: the answer to the figure's question. */
function columnBars(m: StepContext, { weights }: Layout): readonly Mark[] {
  const sums = columnSums(m);
  const most = Math.max(1, ...sums);
  const pitch = weights.width / sums.length;
  const base = weights.y + weights.height + 6;
  const best = argmax(sums);
  const bars = sums.map((sum, i) =>
    rect(weights.x + pitch * (i + 0.15), base, pitch * 0.7, (barRoom * sum) / most, {
      fill: 'weight',
      opacity: i === best ? 1 : 0.6,
    }),
  );
  const x = weights.x + pitch * (best + 0.5);
  const left = x < weights.x + weights.width / 2;
  return [
    line(weights.x, base, weights.x + weights.width, base, 'ink-2'),
    ...bars,
    text(x + (left ? pitch / 2 + 4 : -pitch / 2 - 4), base + barRoom, weight(sums[best] ?? 0), {
      ...{ anchor: left ? 'start' : 'end', size: 11, tone: 'ink', bold: true },
      shows: { tensor: 'column-sum', token: m.shown.first + best },
    }),
  ];
}

/** All products of a head for all words; `counted` shows what the columns of the weights add up to. */
export const drawMatrix =
  (counted: boolean): Draw =>
  (m: StepContext, frame: Frame) => {
    const at = layoutOf(m, frame, counted);
    const rows = at.wide ? [at.query] : [at.query, at.divided, at.values];
    return {
      marks: [
        ...corner(m, at),
        ...columnNames(m, at),
        ...rows.flatMap((box) => rowNames(m, box, 'ink')),
        ...(at.wide ? rowNames(m, at.values, 'value') : []),
        headPart(m, 'query', at.query),
        headPart(m, 'key', at.keys, true),
        { ...scoresPanel(m, at.scores), ...during('scores') },
        { ...dividedPanel(m, at.divided), ...during('scale') },
        { ...weightsPanel(m, at.weights), ...during('softmax') },
        headPart(m, 'value', at.values),
        { ...headPart(m, 'heads', at.output), ...during('sum') },
        ...operators(m, at),
        ...sumMarks(m, at),
        ...(counted ? columnBars(m, at) : []),
        ...titles(m, at, counted ? columnsHeight : 0),
        ...frames(m, at),
      ],
      bottom: at.bottom,
      caption: captionOf(m),
      chosen: [chosenWeight(m)],
    };
  };
