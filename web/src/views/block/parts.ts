import { gradientName } from '../../model/trace';
import type { PartId } from '../../state/dataflow/node';
import { fine } from '../../state/format';
import { inputPart, type Part, partLines, sublayers } from '../../state/parts';
import { lengthOf } from '../../state/vector';
import type { Target } from '../../state/what-if/hand';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { shownFrom } from '../kit/keyframes';
import { handle, rect } from '../kit/marks';
import type { Box, Mark } from '../kit/scene';
import { gainIn, knob } from '../kit/setting-range';
import { isBackward, type StepContext } from '../kit/step-context';

const known = new WeakMap<Float32Array, number>();

function sizeOf(m: StepContext, tensor: string): number {
  const { data } = m.trace.tensor(gradientName(tensor));
  const size = known.get(data) ?? lengthOf(data);
  known.set(data, size);
  return size;
}

/** What a part is called, the head where it is of one, and on the way back the length of its gradient. */
function linesOf(m: StepContext, part: Part): readonly string[] {
  const name = partLines(part);
  const back = isBackward(m) ? [`∂ ${fine(sizeOf(m, part.tensor))}`] : [];
  return [...name, ...(part.id === 'weights' ? [msg`head ${m.head + 1}`] : []), ...back];
}

/** How many numbers each word has there. */
function shapeOf(m: StepContext, { tensor }: Part): string {
  const { shape } = m.trace.tensor(tensor);
  return `${m.tokens.length} × ${shape.at(-1) ?? 0}`;
}

const lineHeight = 14;

/** A part as a box with its name, inside it where there is room and else below; a button that opens its step. */
export function partBox(m: StepContext, part: Part, box: Box): readonly Mark[] {
  const each = linesOf(m, part);
  const line = each.join(' ');
  const names = textWidth(line, 13) <= box.width - 12 && box.height < 60 ? [line] : each;
  const inside = Math.max(...names.map((name) => textWidth(name, 13))) <= box.width - 4;
  const shape = shapeOf(m, part);
  const all =
    inside && box.height >= lineHeight * (names.length + 1) + 6 ? [...names, shape] : names;
  const middle = inside
    ? box.y + (box.height - lineHeight * all.length) / 2 + 11
    : box.y + box.height + lineHeight;
  const keys = shownFrom(part.id === 'x' ? 'position' : part.step);
  const label = msg`${partLines(part).join(' ')}: open the step`;
  return [
    rect(box.x, box.y, box.width, box.height, { fill: 'paper', round: 4 }),
    rect(box.x, box.y, box.width, box.height, { fill: part.role, opacity: 0.2, round: 4, keys }),
    rect(box.x, box.y, box.width, box.height, { stroke: part.role, round: 4, keys }),
    ...all.map((written, i) =>
      text(box.x + box.width / 2, middle + lineHeight * i, written, {
        ...{ anchor: 'middle', bold: i === 0, size: inside ? 13 : 11 },
        ...(written === shape ? { size: 11 } : { tone: part.role }),
      }),
    ),
    handle(box, label, { kind: 'go', step: part.step, layer: m.layer }),
  ];
}

/**
 * How thick a pulse into a tensor is: on the way back, where it comes out of it, by the length of the
 * tensor's gradient, as a share of the largest of the tensors drawn.
 */
export function pulseWidth(
  m: StepContext,
  tensor: string,
  drawn: readonly { readonly tensor: string }[],
  usual: number,
): number {
  if (!isBackward(m)) return usual;
  const most = Math.max(...drawn.map((each) => sizeOf(m, each.tensor)));
  return most > 0 ? usual * (0.3 + 2 * (sizeOf(m, tensor) / most)) : usual * 0.3;
}

/** The tensors of the chosen layer as its order of norms has them, its input first. */
export function blockParts(m: StepContext): readonly Part[] {
  // The scores have the weights' shape and place: one picture stands for both.
  const inside = sublayers(m.graph, m.layer)
    .flat()
    .filter(({ id }) => id !== 'scores');
  return [inputPart(m.graph, m.layer), ...inside];
}

/** The part that a residual connection adds to another, also where the reader has taken the path away. */
export function pathTo(m: StepContext, { id, adds }: Part): PartId | undefined {
  if (adds || gainIn(m, pathTarget(m)) !== 0) return adds;
  return id === 'middle' ? 'x' : id === 'end' ? 'middle' : undefined;
}

/** Both residual connections of the layer. */
export const pathTarget = (m: StepContext): Target => ({
  ...{ kind: 'option', key: 'residual', layer: m.layer },
});

/** The line of a residual connection: dashed where it adds nothing. */
export const pathDash = (m: StepContext): { readonly dash?: string } =>
  gainIn(m, pathTarget(m)) === 0 ? { dash: '4 4' } : {};

/** The handle of a residual connection, at a place of its line. */
export const pathKnob = (
  m: StepContext,
  at: readonly [number, number],
  side: 'below' | 'left',
): readonly Mark[] =>
  knob(m, at, pathTarget(m), msg`residual connections of layer ${m.layer + 1}`, side);

/** The handle of what a sublayer adds, at the corner of its picture; none for other parts. */
export function sublayerKnob(
  m: StepContext,
  part: Part,
  { x, y, width }: Box,
  side: 'above' | 'left',
): readonly Mark[] {
  const names: Partial<Record<PartId, string>> = {
    output: msg`attention of layer ${m.layer + 1}`,
    compressed: msg`the feed-forward network of layer ${m.layer + 1}`,
  };
  const what = names[part.id];
  const target = { kind: 'tensor', name: part.tensor } as const;
  return what ? knob(m, [x + width, y], target, what, side) : [];
}

/** The parts that a part is computed from, without the residual connection. */
export function sourcesOf(parts: readonly Part[], id: PartId): readonly PartId[] {
  if (id === 'weights') return ['query', 'key'];
  if (id === 'heads') return ['weights', 'value'];
  const order = parts.map((each) => each.id).filter((each) => each !== 'key' && each !== 'value');
  if (id === 'key' || id === 'value') return sourcesOf(parts, 'query');
  const before = order[order.indexOf(id) - 1];
  return before === undefined ? [] : [before];
}
