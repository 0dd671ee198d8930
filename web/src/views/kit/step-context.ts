import type { ModelInfo, Parameter, Token } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { type Role, type Scale, signedScale, weightScale } from '../../render/color';
import { visibleWords, type WordWindow } from '../../render/visible-words';
import {
  type Cell,
  cell,
  exists,
  gradientOf,
  type Values,
  valuesOf,
} from '../../state/dataflow/cell';
import { explanationOf, type Graph } from '../../state/dataflow/graph';
import { type Context, nameOf } from '../../state/dataflow/naming';
import { fine } from '../../state/format';
import type { State } from '../../state/state';
import { argmax, strongest, boundOf as traceBound } from '../../state/vector';
import { touched } from '../../state/weight-chain';
import { contextOf } from '../../state/why';
import type { WorkedCell } from '../../widgets/explained-formula';
import { written } from '../../widgets/why-list';

/** What a step is drawn from: the trace, the choice and the parameters fetched so far. */
export interface StepContext {
  readonly state: State;
  readonly trace: Trace;
  readonly model: ModelInfo;
  readonly graph: Graph;
  readonly values: Values;
  readonly context: Context;
  readonly tokens: readonly Token[];
  /** Which words are drawn; of a long text not all. */
  readonly shown: WordWindow;
  /** The head shown: the one previewed by the pointer, else the chosen one. */
  readonly layer: number;
  readonly head: number;
  readonly focus: number;
  readonly heads: number;
  readonly dModel: number;
  readonly dK: number;
  /** The focus token's piece. */
  readonly word: string;
  /** The cell that is looked at: under the pointer, or asked "why?". */
  readonly point: Cell | null;
}

/** How many words of a long text a drawing has: as many as head columns of this width, or as many rows. */
const wordRoom = (width: number): number => Math.max(12, Math.min(18, Math.floor(width / 56)));

/** Null while there is nothing to show. */
export function stepContextOf(state: State, width: number): StepContext | null {
  const context = contextOf(state);
  const { trace, model } = state;
  const n = trace?.encoding.tokens.length ?? 0;
  if (!trace || !model || !context || n === 0) return null;
  const { config } = model;
  const focus = Math.min(Math.max(0, state.token), n - 1);
  const { layer, head } = state.preview ?? state;
  return {
    state,
    trace,
    model,
    graph: context.graph,
    context,
    values: valuesOf(trace, state.parameters),
    tokens: trace.encoding.tokens,
    shown: visibleWords(n, focus, wordRoom(width)),
    layer: Math.min(Math.max(0, layer), config.num_hidden_layers - 1),
    head: Math.min(Math.max(0, head), config.num_attention_heads - 1),
    focus,
    heads: config.num_attention_heads,
    dModel: config.hidden_size,
    dK: config.hidden_size / config.num_attention_heads,
    word: trace.encoding.tokens[focus]?.piece ?? '',
    point: state.point ?? state.trail.at(-1) ?? null,
  };
}

/** Whether the gradients of a loss are shown, and there. */
export const isBackward = ({ state, trace }: Pick<StepContext, 'state' | 'trace'>): boolean =>
  state.backward && trace.encoding.loss !== undefined;

export const parameterOf = (m: StepContext, name: string): Parameter | undefined =>
  m.state.parameters.get(name);

/** Upper bound of a tensor's colour scale. */
export const boundOf = (m: StepContext, name: string): number => traceBound(m.trace, name);

export function scaleOf(m: StepContext, name: string, role: Role): Scale {
  return name.endsWith('.weights') ? weightScale : signedScale(role, boundOf(m, name));
}

/** The number under the pointer and what it is, or empty. */
export function readoutOf(m: StepContext): string {
  const { point } = m.state;
  if (!point || !exists(m.values, point)) return '';
  const { what, where } = nameOf(point, m.context);
  const value = m.values.at(point);
  const number = written(point.name, value);
  const back = gradientOf(point);
  const gradient =
    isBackward(m) && exists(m.values, back) ? `, gradient ${fine(m.values.at(back))}` : '';
  return `${number}: ${what}, ${where}${gradient}`;
}

/** The cell of the focus row to write out: the one pointed at, else the largestOutput, by default in absolute value. */
export function chosenCell(
  m: StepContext,
  name: string,
  from = 0,
  count = m.trace.row(name, 0).length,
  largestOutput: (row: Float32Array) => number = strongest,
) {
  const [token, at = -1] = m.point?.index ?? [];
  if (m.point?.name === name && token === m.focus && at >= from && at < from + count)
    return m.point;
  const row = m.trace.row(name, m.focus).subarray(from, from + count);
  return cell(name, m.focus, from + largestOutput(row));
}

/** The weight to write out: the one pointed at, else the largest of the focus word's row. */
export function chosenWeight(m: StepContext): Cell {
  const name = `layers.${m.layer}.attention.weights`;
  if (m.point?.name === name) return m.point;
  return cell(name, m.head, m.focus, argmax(m.trace.row(name, m.head, m.focus)));
}

/** What is needed to write out the arithmetic of the chosen cells, or of the cell pointed at instead. */
export function workedCellsOf(m: StepContext, chosen: readonly Cell[]): readonly WorkedCell[] {
  const lit = m.state.lit ?? m.state.point?.name ?? null;
  const spell = (at: Cell): readonly WorkedCell[] => {
    const explanation = explanationOf(m.graph, m.values, at);
    if (!explanation?.written) return [];
    // A number that the reader has changed is written as its arithmetic makes it.
    const value = touched(m.trace, at) ? explanation.value : m.values.at(at);
    return [{ cell: at, value, explanation, context: m.context, lit }];
  };
  const looked = m.point ? spell(m.point) : [];
  return looked.length > 0 ? looked : chosen.flatMap(spell);
}

const lit = new WeakMap<StepContext, readonly Cell[]>();

/** The cell pointed at and its operands; computed once for all panels of a scene. */
export function litCells(m: StepContext): readonly Cell[] {
  const cells = lit.get(m) ?? lookedAt(m);
  lit.set(m, cells);
  return cells;
}

function lookedAt(m: StepContext): readonly Cell[] {
  if (!m.point || !exists(m.values, m.point)) return [];
  const explanation = explanationOf(m.graph, m.values, m.point);
  return [m.point, ...(explanation?.operands.map((operand) => operand.cell) ?? [])];
}
