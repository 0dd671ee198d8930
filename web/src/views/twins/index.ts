import { html } from 'lit';
import { mismatchOf, otherText } from '../../state/what-if/twins';
import { msg } from '../../words/msg';
import type { Frame } from '../kit/frame';
import type { Scene } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { type Draw, type Drawing, sceneOf, stepView } from '../kit/step-view';
import { fan } from '../kit/strands';
import { stepStyles } from '../kit/styles.css';
import { words } from '../kit/words';
import type { View } from '../view';
import { drawColumns } from './columns';
import { twinContext } from './context';
import { type Controls, controlsOf, twinControls } from './controls';
import { drawRows } from './rows';
import { twinsStyles } from './twins.css';
import { captionOf, unequal } from './words';

interface TwinsScene extends Scene {
  readonly controls: Controls;
}

/** The least width of a word's column. */
const leastPitch = 46;

/** Heights of what is above the drawing; and what that gains, having neither formulas nor scales. */
const controlsHeight = 60;
const foundHeight = 84;
const gained = 64;

/** Why there are no twins to be drawn. */
function problemOf({ state }: StepContext): string {
  if (otherText(state) === '')
    return msg`Twins are two sentences of the same length. Type this one again, with a word changed.`;
  const mismatch = mismatchOf(state);
  return mismatch ? unequal(mismatch) : '';
}

const archHeight = 92;

/** The upper sentence alone, until there is another one that fits. */
function alone(m: StepContext, frame: Frame): Drawing {
  const line = words(m, frame, archHeight);
  const box = { x: frame.left, y: archHeight, width: frame.inner, height: archHeight };
  const arcs = line.centres ? fan(m, m.head, box, { from: -1, to: 0 }) : [];
  return {
    marks: [...arcs, ...line.marks],
    bottom: line.bottom + 20,
    caption: [problemOf(m), ''],
    chosen: [],
    scales: false,
  };
}

const draw: Draw = (m, frame) => {
  const context = twinContext(m);
  if (!context) return alone(m, frame);
  const places = m.shown.end - m.shown.first;
  const columns = !frame.narrow && frame.inner / places >= leastPitch;
  const drawn = (columns ? drawColumns : drawRows)(context, frame);
  return { ...drawn, caption: captionOf(context), chosen: [], scales: false };
};

const plain = stepView('twins', draw);

/** Two sentences on one picture, and what copied from the one turns the other. */
export const figure: View<TwinsScene> = {
  ...plain,
  styles: [stepStyles, twinsStyles],
  layout(state, { width, height }) {
    const controls = controlsOf(state);
    const taken = controlsHeight + (controls.search?.found ? foundHeight : 0) - gained;
    const room = height === undefined ? {} : { height: height - taken };
    return { ...sceneOf('twins', draw, state, { width, ...room }), controls };
  },
  between: (from, to, t) => ({ ...to, ...plain.between?.(from, to, t) }),
  render: (scene, time, dispatch, answer) =>
    html`${twinControls(scene.controls, dispatch)}${plain.render(scene, time, dispatch, answer)}`,
};
