import { otherRequest } from '../../state/what-if/twins';
import { msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import { type Frame, text } from '../kit/frame';
import { rangeStyles, type SettingRange, settingRange } from '../kit/setting-range';
import type { StepContext } from '../kit/step-context';
import type { Draw, Drawing } from '../kit/step-view';
import { captionOf } from './caption';
import { dialsMarks } from './dials';
import { byDistance, mostMoved, moveOf, moveSetting, productsOf, tableOf } from './numbers';
import { productMarks, tableMarks } from './table';
import { otherOf, twinMarks } from './twin';

/** Whether positions are added in this run, and there are two places to compare. */
const hasPositions = (m: StepContext): boolean =>
  m.graph.structure.positions === 'on' &&
  m.model.config.position_embedding_type !== 'none' &&
  m.tokens.length > 1;

const without: Draw = (m: StepContext, frame: Frame): Drawing => ({
  marks: [
    text(
      0,
      16,
      m.tokens.length > 1 ? msg`No positions are added.` : msg`There is only one position.`,
    ),
  ],
  bottom: frame.narrow ? 28 : 24,
  chosen: [],
  scales: false,
  caption: [
    msg`Without positions, or with only one, there is nothing to compare.`,
    ['rotary', 'alibi'].includes(m.graph.structure.positions)
      ? msg`Word order enters through attention, which sees how far apart two words are.`
      : msg`So word order makes no difference to the model.`,
  ],
});

export const draw: Draw = (m, frame) => {
  if (!hasPositions(m)) return without(m, frame);
  const table = tableOf(m);
  const move = moveOf(m, table);
  const products = productsOf(table);
  const distances = byDistance(table, products);
  const other = otherOf(m);
  const first = tableMarks(m, frame, 0, table);
  const second = productMarks(frame, first.bottom + 14, { products, distances }, move);
  const third = table.waves
    ? dialsMarks(m, frame, second.bottom + 14, table, move)
    : { marks: [], bottom: second.bottom };
  const last = other
    ? twinMarks(m, frame, third.bottom + 14, other)
    : { marks: [], bottom: third.bottom };
  return {
    marks: [...first.marks, ...second.marks, ...third.marks, ...last.marks],
    bottom: last.bottom + 4,
    chosen: [],
    scales: false,
    caption: captionOf(m, table, distances, move, other),
  };
};

function rangeOf(m: StepContext): SettingRange {
  const table = tableOf(m);
  const { from, by } = moveOf(m, table);
  return {
    ...{ id: moveSetting, label: msg`Move on by`, from: 1, at: by },
    to: Math.min(mostMoved, table.rows.length - 1 - from),
    says: msg`${by}: from position ${from} to ${from + by}`,
  };
}

/** The other sentence is run too. */
function wants({ state }: StepContext) {
  const other = otherRequest(state);
  return other ? { traces: [other] } : {};
}

/** Why waves: what the rows of positions have in common, in numbers. */
export const figure = drawnFigure('position-waves', draw, {
  styles: rangeStyles,
  wants,
  around: (m) =>
    hasPositions(m)
      ? { above: (dispatch) => settingRange(rangeOf(m), m.state.settings, dispatch) }
      : {},
});
