import { group } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import { archesMarks } from './arches-marks';
import { columnFoot, columnHeads } from './columns-marks';
import { restMarks } from './rest-marks';
import { rowFoot, rowHeads } from './rows-marks';
import { scaleMarks, scaleNumber } from './scale-marks';
import { type FigureLayout, isDim } from './scene';
import { keyMarks, scoreNumber, travellingQuery } from './scores-marks';
import type { Slot } from './slots';
import { barMark, powerNumber } from './softmax-marks';
import { outputMarks, rowValue, summedColumns } from './sum-marks';
import { dottedArches, emptyPlaces, isDrawn } from './veil';

/** The pictures of one word, which step back while another word is looked at, and its numbers. */
function wordMarks(at: FigureLayout, slot: Slot): readonly SvgMark[] {
  const { first: j } = slot;
  const scores = isDrawn(at, 'scores');
  const scale = isDrawn(at, 'scale');
  const softmax = isDrawn(at, 'softmax');
  const pictures = [
    ...(isDrawn(at, 'products') ? keyMarks(at, j) : []),
    ...(scale ? [scaleMarks(at, j)] : []),
    ...(softmax ? [barMark(at, slot)] : []),
    ...(at.kind === 'rows' && isDrawn(at, 'sum') ? [rowValue(at, slot)] : []),
  ];
  return [
    group(pictures, { opacity: isDim(at, j) ? 0.4 : 1, shows: { token: j } }),
    ...(scores || (scale && at.kind === 'rows') ? [scoreNumber(at, j)] : []),
    ...(scale || (scores && at.kind === 'rows') ? [scaleNumber(at, j)] : []),
    ...(softmax ? [powerNumber(at, slot)] : []),
  ];
}

const hidesWeights = ({ veil }: FigureLayout): boolean => veil !== null && !veil.knowsWeights;

/** Everything of the figure that is drawn, for both of its forms. */
export function figureMarks(at: FigureLayout): {
  readonly marks: readonly SvgMark[];
  readonly sum: readonly SvgMark[];
} {
  const columns = at.kind === 'columns';
  return {
    marks: [
      ...(isDrawn(at, 'arches') ? [hidesWeights(at) ? dottedArches(at) : archesMarks(at)] : []),
      ...(columns ? columnHeads(at) : rowHeads(at)),
      ...at.slots.flatMap((slot) => (slot.rest ? restMarks(at, slot) : wordMarks(at, slot))),
      ...(columns ? columnFoot(at) : rowFoot(at)),
      ...(at.veil ? emptyPlaces(at) : []),
      ...(isDrawn(at, 'products') ? [travellingQuery(at)] : []),
    ],
    sum: isDrawn(at, 'sum') ? [...(columns ? summedColumns(at) : []), ...outputMarks(at)] : [],
  };
}
