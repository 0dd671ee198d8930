import type { DotMark, Handle, PathMark, RectMark, Tone } from './scene';

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

export function handle(
  box: { x: number; y: number; width: number; height: number },
  label: string,
  deed: Handle['deed'],
  options: Options<Handle> = {},
): Handle {
  const quiet = { text: '', size: 13, chosen: false, look: 'area' as const };
  return { kind: 'handle', ...box, label, deed, ...quiet, ...options };
}

/** A band between two edges, one beneath the other: what flows from here to there. */
export function funnel(
  from: { x: number; width: number; y: number },
  to: { x: number; width: number; y: number },
): string {
  const middle = (from.y + to.y) / 2;
  const [a, b, c, d] = [from.x, from.x + from.width, to.x + to.width, to.x];
  return `M${a} ${from.y}L${b} ${from.y}C${b} ${middle} ${c} ${middle} ${c} ${to.y}L${d} ${to.y}C${d} ${middle} ${a} ${middle} ${a} ${from.y}Z`;
}

/** A plus, a minus, an equals: the operator between two strips. */
export const operators = { plus: '+', times: '×', equals: '=' } as const;
