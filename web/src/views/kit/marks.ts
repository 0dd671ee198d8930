import type { Scale } from '../../render/color';
import type {
  Box,
  CellsMark,
  DotMark,
  GroupMark,
  Handle,
  PathMark,
  RectMark,
  ShapesMark,
  SvgMark,
  Tone,
} from './scene';

type Options<M> = Partial<Omit<M, 'kind'>>;

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  options: Options<RectMark> = {},
): RectMark {
  return {
    kind: 'rect',
    x,
    y,
    width,
    height,
    fill: 'none',
    stroke: 'none',
    opacity: 1,
    ...options,
  };
}

export function path(d: string, options: Options<PathMark> = {}): PathMark {
  return { kind: 'path', d, stroke: 'none', width: 1, fill: 'none', opacity: 1, ...options };
}

export function line(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stroke: Tone = 'line',
): PathMark {
  return path(`M${x1} ${y1}L${x2} ${y2}`, { stroke });
}

export function dot(
  x: number,
  y: number,
  r: number,
  fill: Tone,
  options: Options<DotMark> = {},
): DotMark {
  return { kind: 'dot', x, y, r, fill, opacity: 1, ...options };
}

/** A vector as coloured cells. */
export function cells(
  data: ArrayLike<number>,
  scale: Scale,
  { x, y, width, height }: Box,
): CellsMark {
  return { kind: 'cells', data, scale, x, y, width, height };
}

/** A vector as shapes, one for each number. */
export function shapes(
  data: ArrayLike<number>,
  scale: Scale,
  outlines: readonly string[],
): ShapesMark {
  return { kind: 'shapes', data, scale, outlines };
}

/** Marks that move together. */
export function group(marks: readonly SvgMark[], options: Options<GroupMark> = {}): GroupMark {
  return { kind: 'group', marks, opacity: 1, ...options };
}

export function handle(
  box: Box,
  label: string,
  action: Handle['action'],
  options: Options<Handle> = {},
): Handle {
  const quiet = { text: '', size: 13, chosen: false, look: 'area' as const };
  return { kind: 'handle', ...box, label, action: action, ...quiet, ...options };
}
