import { weightScale } from '../../render/color';
import { handle, rect } from './marks';
import type { Matter } from './matter';
import type { Key, Mark } from './scene';

export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** One head's matrix, small: its focus row framed, a handle that chooses it and says more of it. */
export function headTile(
  m: Matter,
  layer: number,
  head: number,
  { x, y, size }: GridPlace,
  { about = '', keys }: { readonly about?: string; readonly keys?: readonly Key[] } = {},
): readonly Mark[] {
  const name = `layers.${layer}.attention.weights`;
  const n = m.tokens.length;
  const { data } = m.trace.tensor(name);
  const chosen = layer === m.layer && head === m.head;
  const label = `layer ${layer + 1}, head ${head + 1}${about}`;
  const moving = keys ? { keys } : {};
  return [
    {
      kind: 'panel',
      x,
      y,
      width: size,
      height: size,
      rows: n,
      columns: n,
      data: data.subarray(head * n * n, (head + 1) * n * n),
      scale: weightScale,
      label,
      cells: null,
      lit: [],
      ...moving,
    },
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
