import { gradientName } from '../../model/trace';
import { fine } from '../../state/format';
import { lengthOf } from '../../state/vector';
import { isBackward, type StepContext } from './step-context';

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
