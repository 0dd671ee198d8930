import { signedScale } from '../../render/color';
import { type Cell, gradientOf } from '../../state/dataflow/cell';
import type { State } from '../../state/state';
import { glimpse, playedBefore } from '../../state/tour/stops';
import { awaitsGuess } from '../../state/tour/veil';
import { largest } from '../../state/vector';
import { viewOf } from '../../state/views';
import { msg } from '../../words/msg';
import type { Caption, Size, View } from '../view';
import { backwardCaption } from './backward-caption';
import { type Frame, frameOf, text } from './frame';
import { beatsOf, isOver, mixMarks } from './keyframes';
import { legendOf, tipOf } from './legend';
import { rect } from './marks';
import { cellAt } from './panel';
import { transformAt } from './pose';
import { renderScene } from './render';
import { type Mark, type Panel, type Scene, type SvgMark, tensorOf } from './scene';
import {
  isBackward,
  readoutOf,
  type StepContext,
  stepContextOf,
  workedCellsOf,
} from './step-context';
import { light } from './strip';
import { stepStyles } from './styles.css';

/** Between numbers and their gradients. */
const gap = 2;

/** Share of a panel that its numbers keep. */
const kept = 0.55;

/**
 * The two parts of a panel: one above the other; side by side where its numbers run down, and of a
 * matrix, whose rows are named beside it.
 */
function halves({ x, y, width, height, columns, rows, cells }: Panel) {
  if ((columns === 1 && rows > 1) || cells?.rowAxis) {
    const own = width * kept;
    return [{ width: own }, { x: x + own + gap, width: width - own - gap }] as const;
  }
  const own = height * kept;
  return [{ height: own }, { y: y + own + gap, height: height - own - gap }] as const;
}

/** The gradients of a panel's numbers; null where the trace has none. */
function gradientsOf(m: StepContext, panel: Panel): Panel | null {
  const { cells, data } = panel;
  if (!cells) return null;
  const origin = gradientOf(cells.origin);
  if (!m.trace.has(origin.name)) return null;
  const values = Float32Array.from(data, (_, place) => {
    const cell = cellAt(panel, place);
    return cell ? m.values.at({ ...cell, name: origin.name }) : 0;
  });
  const label = msg`gradients of ${panel.label}`;
  return light(m, {
    ...panel,
    data: values,
    label,
    cells: { ...cells, origin },
    object: undefined,
  });
}

/**
 * Beside each picture of numbers the gradient of the loss by them, where the trace has it: all on one
 * scale, to the largest of them.
 */
function withGradients(m: StepContext, { left }: Frame, marks: readonly Mark[]): readonly Mark[] {
  const found = new Map(
    marks.flatMap((mark) => {
      const gradients = mark.kind === 'panel' ? gradientsOf(m, mark) : null;
      return gradients ? [[mark, gradients] as const] : [];
    }),
  );
  const scale = signedScale(
    'residual',
    Math.max(...[...found.values()].map(({ data }) => largest(data))),
  );
  return marks.flatMap((mark): readonly Mark[] => {
    const gradients = found.get(mark);
    if (mark.kind !== 'panel' || !gradients) return [mark];
    const [own, other] = halves(mark);
    const panel: Panel = { ...gradients, ...other, scale };
    const sign = text(panel.x - 15, panel.y + 9, '∂', { anchor: 'end', size: 11 });
    return [
      { ...mark, ...own },
      panel,
      ...(left > 0 && mark.x === left && 'y' in other ? [sign] : []),
    ];
  });
}

/** An empty place where the numbers of a panel will stand. */
const emptyPlace = ({ x, y, width, height }: Panel): Mark =>
  rect(x, y, width, height, { fill: 'sheet', stroke: 'line' });

/** Whether nothing of a mark is to be seen yet at a time of its step. */
function isToCome(mark: Mark, time: number): boolean {
  if (mark.sweep && mark.sweep.from >= time) return true;
  if (mark.kind === 'path' && mark.drawn && mark.drawn.from >= time - glimpse) return true;
  const { opacity, scaleX, scaleY } = transformAt(mark.keys, time);
  return opacity * scaleX * scaleY === 0;
}

/** Of another head's weights the word in focus keeps its own to itself: its row is covered. */
function cover(
  { x, y, width, height, rows, cells }: Panel,
  { head, token }: State,
): readonly Mark[] {
  const { name = '', index: [of, first = 0] = [] } = cells?.origin ?? {};
  if (!name.endsWith('.weights') || of === head) return [];
  const each = height / rows;
  return [rect(x, y + (token - first) * each, width, each, { fill: 'paper' })];
}

/**
 * What is left of a drawing while the tour waits for a guess: what has been played, and empty places
 * for what is to come. No text tells a measured number; "number 9: 0.71" tells its name.
 */
function veiled(marks: readonly Mark[], time: number, state: State): readonly Mark[] {
  return marks.flatMap((mark): readonly Mark[] => {
    if (mark.kind === 'panel')
      return isToCome(mark, time) ? [emptyPlace(mark)] : [mark, ...cover(mark, state)];
    if (mark.kind === 'text' && mark.title) {
      const { keys: _, ...still } = mark;
      return [still];
    }
    if (mark.kind === 'handle') return mark.look === 'word' ? [mark] : [];
    if (isToCome(mark, time)) return [];
    if (mark.kind === 'text' && /\d*[.,]\d|%/.test(mark.text)) {
      const [name = ''] = mark.text.split(/: .*/);
      return name === mark.text ? [] : [{ ...mark, text: name }];
    }
    return mark.kind === 'group'
      ? [{ ...mark, marks: veiled(mark.marks, time, state) as readonly SvgMark[] }]
      : [mark];
  });
}

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
  if (awaitsGuess(state)) {
    const left = veiled(drawn, playedBefore[id] ?? glimpse, state);
    return { ...empty, height, marks: left, spelt: [], words: names, tables: null };
  }
  return {
    ...{ width, height, view, title, marks: dimmed(marks, state.lit), caption },
    readout: readoutOf(m),
    tip: tipOf(marks, m.state.point, readoutOf(m), width),
    spelt: workedCellsOf(m, chosen),
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
      msg`Layer ${state.layer + 1}. ${title}. ${caption.join(' ').trim()}`,
    render: renderScene,
  };
}
