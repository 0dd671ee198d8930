import { html, nothing } from 'lit';
import type { State } from '../../state/state';
import { nothingWanted, type Wants } from '../../state/what-if/ask';
import { otherRequest } from '../../state/what-if/twins';
import { type Frame, text } from '../kit/frame';
import type { Scene } from '../kit/scene';
import { rangeStyles, type SettingRange, settingRange } from '../kit/setting-range';
import { type StepContext, stepContextOf } from '../kit/step-context';
import { type Draw, type Drawing, sceneOf, stepView } from '../kit/step-view';
import { stepStyles } from '../kit/styles.css';
import type { View } from '../view';
import { captionOf } from './caption';
import { dialsMarks } from './dials';
import { byDistance, mostMoved, moveOf, moveSetting, productsOf, tableOf } from './numbers';
import { productMarks, tableMarks } from './table';
import { otherOf, twinMarks } from './twin';

const id = 'position-more';

/** Whether positions are added in this run, and there are two places to compare. */
const hasPositions = (m: StepContext): boolean =>
  m.graph.structure.positions === 'on' &&
  m.model.config.position_embedding_type !== 'none' &&
  m.tokens.length > 1;

const without: Draw = (m: StepContext, frame: Frame): Drawing => ({
  marks: [
    text(0, 16, m.tokens.length > 1 ? 'No positions are added.' : 'There is one place only.'),
  ],
  bottom: frame.narrow ? 28 : 24,
  chosen: [],
  scales: false,
  caption: ['Two places are needed, and positions that are added to the words.', ''],
});

const draw: Draw = (m, frame) => {
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

interface PositionScene extends Scene {
  readonly range: SettingRange | null;
  readonly settings: string;
}

function rangeOf(state: State, width: number): SettingRange | null {
  const m = stepContextOf(state, width);
  if (!m || !hasPositions(m)) return null;
  const table = tableOf(m);
  const { from, by } = moveOf(m, table);
  return {
    ...{ id: moveSetting, label: 'Move on by', from: 1, at: by },
    to: Math.min(mostMoved, table.rows.length - 1 - from),
    says: `${by}: from place ${from} to place ${from + by}`,
  };
}

const plain = stepView(id, draw);

/** Why waves: what the rows of positions have in common, in numbers. */
export const positionMore: View<PositionScene> = {
  ...plain,
  styles: [stepStyles, rangeStyles],
  layout: (state, size) => ({
    ...sceneOf(id, draw, state, size),
    ...{ range: rangeOf(state, size.width), settings: state.settings },
  }),
  between: (from, to, t) => ({ ...to, ...plain.between?.(from, to, t) }),
  render: (scene, time, dispatch, answer) =>
    html`${scene.range ? settingRange(scene.range, scene.settings, dispatch) : nothing}
    ${plain.render(scene, time, dispatch, answer)}`,
};

/** The other sentence is run too. */
export function positionWants(state: State): Wants {
  const other = otherRequest(state);
  return other ? { ...nothingWanted, traces: [other] } : nothingWanted;
}
