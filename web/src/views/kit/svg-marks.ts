import { nothing, type SVGTemplateResult, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { clamp01 } from '../../render/motion';
import { argmax } from '../../state/vector';
import { colouredShapes, vectorStrip } from '../../widgets/vector-strip';
import { isPlaced, partsOf, pulseLength } from './mark-parts';
import { inOrder } from './marks-in-order';
import { paintedWhileMoving } from './painter/painted';
import { shownPart, type Transform, transformAt } from './pose';
import type {
  Box,
  CellsMark,
  DotMark,
  GroupMark,
  PathMark,
  RectMark,
  ShapesMark,
  SvgMark,
  TextMark,
  Tone,
} from './scene';
import type { StepContext } from './step-context';

type Shape = SVGTemplateResult | typeof nothing;

const paint = (tone: Tone | 'none'): string => (tone === 'none' ? 'none' : `var(--${tone})`);

/** To a hundredth of a pixel. */
export const round = (x: number): number => Math.round(x * 100) / 100;

const share = (x: number): number => Math.round(x * 10_000) / 10_000;

function moved(pose: Transform, x = 0, y = 0): string | typeof nothing {
  const scaled = pose.scaleX !== 1 || pose.scaleY !== 1;
  if (pose.dx === 0 && pose.dy === 0 && !scaled) return nothing;
  const shift = `translate(${round(pose.dx)} ${round(pose.dy)})`;
  if (!scaled) return shift;
  const scale = `scale(${share(pose.scaleX)} ${share(pose.scaleY)})`;
  return `${shift} translate(${x} ${y}) ${scale} translate(${-x} ${-y})`;
}

/**
 * A mark fades by the opacity of its paint: `opacity` would give each a layer of its own to be
 * composited, and frames would take longer. Fill and stroke of a mark that fades may overlap.
 */
const faded = (opacity: number): number | typeof nothing =>
  opacity === 0 || opacity === 1 ? nothing : opacity;

/** What is fully transparent is not painted at all. */
const seen = (opacity: number): 'hidden' | typeof nothing => (opacity === 0 ? 'hidden' : nothing);

/** A text that is turned does not move. */
const turned = ({ x, y }: TextMark, turn: number): string =>
  `rotate(${turn} ${round(x)} ${round(y)})`;

function lowered(mark: TextMark): SVGTemplateResult | string {
  const parts = partsOf(mark);
  if (parts.length === 1) return parts[0]?.text ?? '';
  return svg`${parts.map(({ text, size, down }) =>
    down > 0
      ? svg`<tspan dy=${down} font-size=${size}>${text}</tspan><tspan dy=${-down}>\u200b</tspan>`
      : text,
  )}`;
}

function textMark(mark: TextMark, pose: Transform): SVGTemplateResult {
  const weight = mark.bold ? 700 : 400;
  const family = mark.serif ? 'var(--serif)' : nothing;
  return svg`<text x=${round(mark.x)} y=${round(mark.y)} font-size=${mark.size}
    font-weight=${weight} font-family=${family} text-anchor=${mark.anchor}
    data-tensor=${mark.shows?.tensor ?? nothing} data-token=${mark.shows?.token ?? nothing}
    data-index=${mark.shows?.index ?? nothing} data-object=${mark.object ?? nothing}
    data-hint=${mark.hint ?? nothing} text-decoration=${mark.struck ? 'line-through' : nothing}
    fill=${mark.ink ?? paint(mark.tone)} visibility=${seen(round(pose.opacity))}
    fill-opacity=${faded(round(pose.opacity))} transform=${mark.turn ? turned(mark, mark.turn) : moved(pose)}>${lowered(mark)}</text>`;
}

function rectMark(mark: RectMark, pose: Transform): SVGTemplateResult {
  const [x, y] = mark.origin ?? [mark.x, mark.y + mark.height];
  const opacity = round(mark.opacity * pose.opacity);
  return svg`<rect x=${round(mark.x)} y=${round(mark.y)} width=${Math.max(0, round(mark.width))}
    height=${Math.max(0, round(mark.height))} rx=${mark.round ?? nothing}
    class=${mark.role ? 'mark' : nothing} data-role=${mark.role ?? nothing}
    data-object=${mark.object ?? nothing} fill=${mark.ink ?? paint(mark.fill)} stroke=${paint(mark.stroke)}
    visibility=${seen(opacity)} fill-opacity=${faded(opacity)} stroke-opacity=${faded(opacity)}
    transform=${moved(pose, x, y)}></rect>`;
}

function pathMark(mark: PathMark, pose: Transform, time: number): SVGTemplateResult {
  const { drawn, ink, origin = [0, 0] } = mark;
  const part = drawn ? clamp01((time - drawn.from) / (drawn.to - drawn.from)) : 1;
  const dash = part < 1 ? `${round(part)} 2` : (mark.dash ?? nothing);
  const filled = mark.fill !== 'none';
  const opacity = part === 0 ? 0 : round(mark.opacity * pose.opacity);
  return svg`<path d=${mark.d} stroke=${(!filled && ink) || paint(mark.stroke)}
    stroke-width=${round(mark.width)} fill=${(filled && ink) || paint(mark.fill)}
    class=${mark.role ? 'mark' : nothing} data-role=${mark.role ?? nothing}
    visibility=${seen(opacity)} fill-opacity=${faded(opacity)} stroke-opacity=${faded(opacity)}
    pathLength=${part < 1 ? 1 : nothing} stroke-dasharray=${dash}
    transform=${moved(pose, ...origin)}></path>`;
}

/** The running piece of a pulse: a dash moved along the path. */
function pulseMark(mark: PathMark, time: number): SVGTemplateResult | typeof nothing {
  const { from, to } = mark.pulse ?? { from: 0, to: 0 };
  if (time <= from || time >= to) return nothing;
  const head = ((time - from) / (to - from)) * (1 + pulseLength);
  return svg`<path d=${mark.d} stroke=${paint(mark.stroke)} stroke-width=${mark.width} fill="none"
    stroke-linecap="round" pathLength="1" stroke-dasharray="${pulseLength} 2"
    stroke-dashoffset=${round(pulseLength - head)}></path>`;
}

function dotMark(mark: DotMark, pose: Transform): SVGTemplateResult {
  return svg`<circle cx=${round(mark.x + pose.dx)} cy=${round(mark.y + pose.dy)} r=${mark.r}
    fill=${paint(mark.fill)} stroke=${paint(mark.stroke ?? 'none')}
    opacity=${round(mark.opacity * pose.opacity)}></circle>`;
}

function cellsMark(mark: CellsMark): SVGTemplateResult {
  const { data, scale, x, y, width, height } = mark;
  const bound = scale.kind === 'signed' ? scale.bound : 1;
  const drawn = () => vectorStrip(data, scale, { x, y, width, height });
  return svg`${guard([data, bound, x, y, width, height], drawn)}`;
}

function shapesMark({ data, scale, outlines }: ShapesMark): SVGTemplateResult {
  return svg`${guard([data, outlines], () => colouredShapes(data, scale, outlines))}`;
}

/** Invisible groups are not rendered. */
function groupMark(mark: GroupMark, pose: Transform, time: number): Shape {
  if (pose.opacity === 0) return nothing;
  const { marks, clip, origin = [0, 0] } = mark;
  const inner = inOrder(marks, time, svgMark);
  return svg`<g class=${mark.role ? 'mark' : nothing} data-role=${mark.role ?? nothing}
    data-tensor=${mark.shows?.tensor ?? nothing} data-token=${mark.shows?.token ?? nothing}
    data-object=${mark.object ?? nothing} opacity=${round(mark.opacity * pose.opacity)}
    transform=${moved(pose, ...origin)}>${clip ? clipped(clip, shownPart(mark.sweep, time), inner) : inner}</g>`;
}

function clipped({ x, y, width, height }: Box, part: number, inner: unknown): Shape {
  const shown = round(height * part);
  // Where a plot has no room, its area is less than nothing.
  if (shown <= 0 || width <= 0) return nothing;
  return svg`<svg class="clip" x=${x} y=${y} width=${width} height=${shown}
    viewBox="${x} ${y} ${width} ${shown}">${inner}</svg>`;
}

/** A mark at a time of its scene. */
export function svgMark(mark: SvgMark, time: number): Shape {
  if (!isPlaced(mark)) return nothing;
  const pose = transformAt(mark.keys, time);
  switch (mark.kind) {
    case 'text':
      return textMark(mark, pose);
    case 'rect':
      return rectMark(mark, pose);
    case 'path':
      return mark.pulse ? pulseMark(mark, time) : pathMark(mark, pose, time);
    case 'dot':
      return dotMark(mark, pose);
    case 'cells':
      return cellsMark(mark);
    case 'shapes':
      return shapesMark(mark);
    case 'group':
      return groupMark(mark, pose, time);
  }
}

/** Marks one over another, at a time. */
export const drawnMarks = (marks: readonly SvgMark[], time: number): unknown =>
  inOrder(marks, time, svgMark);

/** The same as the content of an element of their own, on a canvas while they move. */
export const svgMarks = (marks: readonly SvgMark[], time: number): unknown =>
  paintedWhileMoving(marks, time, () => drawnMarks(marks, time));

/** Minimum distance of rows that are all labelled. */
const leastPitch = 12;

/**
 * The tokens whose rows are labelled: all if there is room, else the focus word and the one with the
 * largest weight. If these two would overlap, only `first`.
 */
export function visibleLabels(
  m: StepContext,
  pitch: number,
  first: 'focus' | 'favourite' = 'focus',
): ReadonlySet<number> {
  if (pitch >= leastPitch) return new Set(m.tokens.keys());
  const row = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus);
  const favourite = argmax(row);
  const apart = Math.abs(favourite - m.focus) * pitch >= leastPitch;
  const one = first === 'focus' ? m.focus : favourite;
  return new Set(apart ? [m.focus, favourite] : [one]);
}
