import type { Cell } from '../../state/dataflow/cell';
import type { State } from '../../state/state';
import { viewOf } from '../../state/views';
import type { View } from '../view';
import { type Frame, frameOf } from './frame';
import { legendOf } from './legend';
import { renderScene } from './render';
import { type Mark, type Scene, tensorOf } from './scene';
import { readoutOf, type StepContext, speltOf, stepContextOf } from './step-context';
import { stepStyles } from './styles.css';

/** What a step draws: its marks, their lower edge, and the caption. */
export interface Drawing {
  readonly marks: readonly Mark[];
  readonly bottom: number;
  readonly caption: string;
  /** The cells whose formulas are written below unless the reader points at another. */
  readonly chosen: readonly Cell[];
}

export type Draw = (m: StepContext, frame: Frame) => Drawing;

/** While a formula's term is hovered, panels of other tensors are dimmed. */
function dimmed(marks: readonly Mark[], lit: string | null): readonly Mark[] {
  const shown = marks.some((mark) => mark.kind === 'panel' && tensorOf(mark) === lit);
  if (!shown) return marks;
  return marks.map((mark) =>
    mark.kind === 'panel' && tensorOf(mark) !== lit ? { ...mark, dim: true } : mark,
  );
}

/** The scene of a step; empty without a trace. */
export function sceneOf(id: string, draw: Draw, state: State, width: number): Scene {
  const m = stepContextOf(state, width);
  const view = id;
  const title = viewOf(id)?.title ?? '';
  const empty = { width, height: 0, view, title, marks: [], caption: '', readout: '' };
  if (!m) return { ...empty, spelt: [], words: [], tables: false };
  const frame = frameOf(width);
  const { marks: drawn, bottom, caption, chosen } = draw(m, frame);
  const legend = legendOf(m, drawn, frame, bottom);
  const marks = [...drawn, ...legend.marks];
  const height = Math.ceil(legend.bottom);
  return {
    ...{ width, height, view, title, marks: dimmed(marks, state.lit), caption },
    readout: readoutOf(m),
    spelt: speltOf(m, chosen),
    words: m.tokens.map(({ piece }) => piece),
    tables: state.tables,
  };
}

/** The view of that name, from what draws it. */
export function stepView(id: string, draw: Draw): View<Scene> {
  return {
    id,
    styles: stepStyles,
    layout: (state, { width }) => sceneOf(id, draw, state, width),
    speech: ({ title, caption }, state) => `Layer ${state.layer + 1}. ${title}. ${caption}`,
    render: renderScene,
  };
}
