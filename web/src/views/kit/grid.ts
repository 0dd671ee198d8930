import { weightScale } from '../../render/color';
import { cell } from '../../state/dataflow/cell';
import { handle, rect } from './marks';
import type { Keyframe, Mark, Panel } from './scene';
import type { StepContext } from './step-context';
import { light } from './strip';

export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A head's weights as an n × n matrix of interactive cells. */
export function headMatrix(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
): Panel {
  const name = `layers.${layer}.attention.weights`;
  const n = m.tokens.length;
  return light(m, {
    kind: 'panel',
    x,
    y,
    width: size,
    height: size,
    rows: n,
    columns: n,
    data: m.trace.tensor(name).data.subarray(head * n * n, (head + 1) * n * n),
    scale: weightScale,
    label: `weights of layer ${layer + 1}, head ${head + 1}`,
    cells: { origin: cell(name, head, 0, 0), rowAxis: 1, columnAxis: 2 },
    lit: [],
  });
}

/** A small matrix of a head with the focus row framed, as a button that chooses the head. */
export function headTile(
  m: StepContext,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
  { about = '', keys }: { readonly about?: string; readonly keys?: readonly Keyframe[] } = {},
): readonly Mark[] {
  const n = m.tokens.length;
  const chosen = layer === m.state.layer && head === m.state.head;
  const label = `layer ${layer + 1}, head ${head + 1}${about}`;
  const moving = keys ? { keys } : {};
  return [
    { ...headMatrix(m, layer, head, { x, y, size }), label, cells: null, lit: [], ...moving },
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
