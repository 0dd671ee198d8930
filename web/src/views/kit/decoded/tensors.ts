import { relatives } from '../../../relatives/client';
import type {
  DecodeAnswer,
  DecodeRequest,
  PassTrace,
  TraceRequest,
} from '../../../relatives/protocol';
import type { FigureContext } from '../hosted-figure';

/** A tensor of a decoder's whole pass. */
export interface DecodedTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** All of a pass, by the core's names. */
export type DecodedTensors = ReadonlyMap<string, DecodedTensor>;

interface Held {
  key: string;
  tensors: DecodedTensors | null;
}

const tensorsIn = ({ tensors, data }: PassTrace): DecodedTensors =>
  new Map(
    tensors.map(({ name, axes, offset, length }) => [
      name,
      { shape: axes.map(({ size }) => size), data: data.subarray(offset, offset + length) },
    ]),
  );

/** The pass over all that was written before the last place. */
const passOf = ({ model, source }: DecodeRequest, { steps }: DecodeAnswer): TraceRequest => ({
  ...{ model, taken: steps.slice(0, -1).map(({ id }) => id) },
  ...(source === undefined ? {} : { source }),
});

/** The tensors of the pass over what was written; null until they are there. */
export function tensorsOf(
  m: FigureContext,
  request: DecodeRequest,
  answer: DecodeAnswer,
): DecodedTensors | null {
  const held = m.kept<Held>('tensors', { key: '', tensors: null });
  const pass = passOf(request, answer);
  const key = JSON.stringify(pass);
  if (held.key === key) return held.tensors;
  held.key = key;
  held.tensors = null;
  const take = (tensors: DecodedTensors | null) => {
    if (held.key !== key) return;
    held.tensors = tensors;
    m.keep('tensors', held);
  };
  relatives()
    .trace(pass)
    .then(tensorsIn)
    .then(take, () => take(null));
  return null;
}

/** A row of a tensor, by all its indices but the last. */
export function rowOf(tensors: DecodedTensors, name: string, ...index: number[]): Float32Array {
  const { shape, data } = tensors.get(name) ?? { shape: [0], data: new Float32Array() };
  const width = shape.at(-1) ?? 0;
  const first = index.reduce((at, i, axis) => at * (shape[axis] ?? 0) + i, 0) * width;
  return data.subarray(first, first + width);
}
