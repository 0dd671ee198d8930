import { weightScale } from '../../render/color';
import { windowName, windowOf } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { binned } from '../../widgets/bins';
import { msg } from '../../words/msg';
import { handle, rect } from './marks';
import type { Keyframe, Mark, Panel } from './scene';
import type { StepContext } from './step-context';
import { light } from './strip';

const weightsName = (layer: number): string => `layers.${layer}.attention.weights`;

/** One head's weights, n × n. */
function weightsOf(m: StepContext, layer: number, head: number): Float32Array {
  const n = m.tokens.length;
  const { data } = m.trace.tensor(weightsName(layer));
  return data.subarray(head * n * n, (head + 1) * n * n);
}

export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A head's weights between the words drawn, as a matrix of interactive cells. */
export function headMatrix(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
): Panel {
  const name = weightsName(layer);
  const { first, end } = m.shown;
  const n = end - first;
  const which = windowName(m.shown);
  return light(m, {
    kind: 'panel',
    x,
    y,
    width: size,
    height: size,
    rows: n,
    columns: n,
    data: windowOf(weightsOf(m, layer, head), m.shown),
    scale: weightScale,
    label: msg`weights of layer ${layer + 1}, head ${head + 1}${which && `, ${which}`}`,
    cells: { origin: cell(name, head, first, first), rowAxis: 1, columnAxis: 2 },
    lit: [],
  });
}

/** All of a head's weights as a small picture, binned for a long text. */
function smallMatrix(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
  label: string,
): Panel {
  const n = m.tokens.length;
  const data = weightsOf(m, layer, head);
  return {
    kind: 'panel',
    ...{ x, y, width: size, height: size },
    ...binned({ data, rows: n, columns: n, keys: 'sum' }),
    scale: weightScale,
    label,
    cells: null,
    tensor: weightsName(layer),
    lit: [],
  };
}

/** A small matrix of a head with the focus row framed, as a button that chooses the head. */
export function headTile(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
  {
    about = '',
    dim = false,
    keys,
  }: {
    readonly about?: string;
    readonly dim?: boolean;
    readonly keys?: readonly Keyframe[];
  } = {},
): readonly Mark[] {
  const n = m.tokens.length;
  const chosen = layer === m.state.layer && head === m.state.head;
  const label = msg`layer ${layer + 1}, head ${head + 1}${about}`;
  const moving = keys ? { keys } : {};
  return [
    { ...smallMatrix(m, layer, head, { x, y, size }, label), dim, ...moving },
    rect(x - 1, y + (m.focus * size) / n - 0.5, size + 2, size / n + 1, {
      stroke: 'ink-2',
      opacity: 0.7,
      ...moving,
    }),
    handle(
      { x: x - 2, y: y - 2, width: size + 4, height: size + 4 },
      label,
      { kind: 'head', layer, head },
      { chosen },
    ),
  ];
}
