import { type Cell, gradientOf } from '../../state/dataflow/cell';
import type { State } from '../../state/state';
import { isVeiled } from '../../state/tour/veil';
import { viewOf } from '../../state/views';
import { msg } from '../../words/msg';
import type { Caption, Size, View } from '../view';
import { backwardCaption } from './backward-caption';
import { beatsOf, isOver } from './beats';
import { type Frame, frameOf } from './frame';
import { withGradients } from './gradient';
import { legendOf } from './legend';
import { renderScene } from './render';
import { type Mark, type Scene, tensorOf } from './scene';
import { isBackward, readoutOf, type StepContext, speltOf, stepContextOf } from './step-context';
import { stepStyles } from './styles.css';
import { tipOf } from './tip';
import { mixMarks } from './tween';
import { veiled } from './veil';

/** What a step draws: its marks, their lower edge, and the caption. */
export interface Drawing {
  readonly marks: readonly Mark[];
  readonly bottom: number;
  readonly caption: Caption;
  /** The cells whose formulas are written below unless the reader points at another. */
  readonly chosen: readonly Cell[];
  /** Whether its colour scales are below it. Default: true. */
  readonly scales?: boolean;
}

export type Draw = (m: StepContext, frame: Frame) => Drawing;

/** What a model of another kind than BERT's draws in place of a step's own drawing. */
export type StepDraw = (m: StepContext, frame: Frame, own: Draw) => Drawing;

/** While a formula's term is hovered, panels of other tensors are dimmed. */
function dimmed(marks: readonly Mark[], lit: string | null): readonly Mark[] {
  const shown = marks.some((mark) => mark.kind === 'panel' && tensorOf(mark) === lit);
  if (!shown) return marks;
  return marks.map((mark) =>
    mark.kind === 'panel' && tensorOf(mark) !== lit ? { ...mark, dim: true } : mark,
  );
}

/** The scene of a step; empty without a trace. */
export function sceneOf(
  id: string,
  draw: Draw,
  state: State,
  { width, height: room }: Size,
): Scene {
  const m = stepContextOf(state, width);
  const view = id;
  const title = msg(viewOf(id)?.title ?? '');
  const empty: Omit<Scene, 'spelt' | 'words' | 'tables'> = {
    width,
    height: 0,
    view,
    title,
    marks: [],
    caption: ['', ''],
    readout: '',
    tip: null,
  };
  if (!m) return { ...empty, spelt: [], words: [], tables: false };
  const frame = frameOf(width, room);
  const other = m.graph.draws?.[id] as StepDraw | undefined;
  const { bottom, scales = true, ...picture } = other?.(m, frame, draw) ?? draw(m, frame);
  const back = isBackward(m);
  const drawn = back ? withGradients(m, frame, picture.marks) : picture.marks;
  const caption = (back && backwardCaption(m, id)) || picture.caption;
  const chosen = back ? picture.chosen.map(gradientOf) : picture.chosen;
  const names = m.tokens.map(({ piece }) => piece);
  const legend = scales ? legendOf(m, drawn, frame, bottom) : { marks: [], bottom };
  const marks = [...drawn, ...legend.marks];
  const height = Math.ceil(legend.bottom);
  if (isVeiled(state))
    return { ...empty, height, marks: veiled(drawn), spelt: [], words: names, tables: false };
  return {
    ...{ width, height, view, title, marks: dimmed(marks, state.lit), caption },
    readout: readoutOf(m),
    tip: tipOf(marks, m.state.point, readoutOf(m), width),
    spelt: speltOf(m, chosen),
    words: names,
    tables: state.tables,
  };
}

/** The view of that name, from what draws it. */
export function stepView(id: string, draw: Draw): View<Scene> {
  return {
    id,
    styles: stepStyles,
    layout: (state, size) => sceneOf(id, draw, state, size),
    between: (from, to, t) => ({
      ...to,
      marks: mixMarks(from.marks, to.marks, t, { from: from.words, to: to.words }),
    }),
    caption: ({ caption }) => caption,
    words: ({ caption, view }, time) => beatsOf(caption, isOver(view, time)),
    speech: ({ title, caption }, state) =>
      msg`Layer ${state.layer + 1}. ${title}. ${caption.join(' ')}`,
    render: renderScene,
  };
}
