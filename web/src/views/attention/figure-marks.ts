import { group } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import { archesMarks } from './arches-marks';
import { columnFoot, columnHeads } from './columns-marks';
import { formerArches, formerScaled, formerScore } from './former-marks';
import { gradientNumbers } from './gradients';
import { restMarks } from './rest-marks';
import { rowFoot, rowHeads } from './rows-marks';
import { scaleMarks, scaleNumber } from './scale-marks';
import { type FigureLayout, isDim } from './scene';
import { keyMarks, scoreNumber, travellingQuery } from './scores-marks';
import type { Slot } from './slots';
import { barMarks, powerNumber } from './softmax-marks';
import { outputMarks, rowValue, summedColumns } from './sum-marks';
import { dottedArches, emptyPlaces, isDrawn } from './veil';

/** The pictures of one word, which step back while another word is looked at, and its numbers. */
function wordMarks(at: FigureLayout, slot: Slot): readonly SvgMark[] {
  const { first: j } = slot;
  const scores = isDrawn(at, 'scores');
  const scale = isDrawn(at, 'scale');
  const softmax = isDrawn(at, 'softmax');
  const [score, scaled] = [scoreNumber(at, j), scaleNumber(at, j)];
  const pictures = [
    ...(isDrawn(at, 'products') ? keyMarks(at, j) : []),
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
