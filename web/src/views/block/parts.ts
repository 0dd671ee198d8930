import { gradientName } from '../../model/trace';
import type { PartId } from '../../state/dataflow/label';
import { fine } from '../../state/format';
import { inputPart, type Part, sublayers } from '../../state/parts';
import { lengthOf } from '../../state/vector';
import type { Target } from '../../state/what-if/hand';
import { msg } from '../../words/msg';
import { gainIn, knob } from '../kit/knob';
import type { Box, Mark } from '../kit/scene';
import { isBackward, type StepContext } from '../kit/step-context';

const known = new WeakMap<Float32Array, number>();

function sizeOf(m: StepContext, tensor: string): number {
  const { data } = m.trace.tensor(gradientName(tensor));
  const size = known.get(data) ?? lengthOf(data);
  known.set(data, size);
  return size;
}

/** The length of a tensor's gradient, as a line below its picture; none but on the way back. */
export const gradientLine = (m: StepContext, tensor: string): readonly string[] =>
  isBackward(m) ? [`∂ ${fine(sizeOf(m, tensor))}`] : [];

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

/** The part that a residual path adds to another, also where the reader has taken the path away. */
export function pathTo(m: StepContext, { id, adds }: Part): PartId | undefined {
  if (adds || gainIn(m, pathTarget(m)) !== 0) return adds;
  return id === 'middle' ? 'x' : id === 'end' ? 'middle' : undefined;
}

/** Both residual paths of the layer. */
export const pathTarget = (m: StepContext): Target => ({
  ...{ kind: 'option', key: 'residual', layer: m.layer },
});

/** The line of a residual path: dashed where it adds nothing. */
export const pathDash = (m: StepContext): { readonly dash?: string } =>
  gainIn(m, pathTarget(m)) === 0 ? { dash: '4 4' } : {};

/** The handle of a residual path, at a place of its line. */
export const pathKnob = (
  m: StepContext,
  at: readonly [number, number],
  side: 'below' | 'left',
): readonly Mark[] => knob(m, at, pathTarget(m), msg`residual paths of layer ${m.layer + 1}`, side);

/** The handle of what a sublayer adds, at the corner of its picture; none for other parts. */
export function sublayerKnob(
  m: StepContext,
  part: Part,
  { x, y, width }: Box,
  side: 'above' | 'left',
): readonly Mark[] {
  const names: Partial<Record<PartId, string>> = {
    output: msg`attention of layer ${m.layer + 1}`,
    compressed: msg`the feed-forward part of layer ${m.layer + 1}`,
  };
  const what = names[part.id];
  const target = { kind: 'tensor', name: part.tensor } as const;
  return what ? knob(m, [x + width, y], target, what, side) : [];
}

/** The parts that a part is computed from, without the residual path. */
export function sourcesOf(parts: readonly Part[], id: PartId): readonly PartId[] {
  if (id === 'weights') return ['query', 'key'];
  if (id === 'heads') return ['weights', 'value'];
  const order = parts.map((each) => each.id).filter((each) => each !== 'key' && each !== 'value');
  if (id === 'key' || id === 'value') return sourcesOf(parts, 'query');
  const before = order[order.indexOf(id) - 1];
  return before === undefined ? [] : [before];
}
