import type { Frame } from '../kit/frame';
import { chosenWeight, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { captionOf } from './caption';
import { columnBars } from './columns';
import { columnsHeight, layoutOf } from './layout';
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
import { dividedPanel, headPart, scoresPanel, weightsPanel } from './parts';

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
