import type { Tensor } from '../model/trace';
import type { PassTrace } from './protocol';

/** The tensors of a pass, by their names. */
export interface PassTensors {
  readonly names: readonly string[];
  /** @throws {Error} if the pass has no tensor of that name. */
  tensor(name: string): Tensor;
}

/** Views, not copies. */
export function passTensors({ tensors, data }: PassTrace): PassTensors {
  const infos = new Map(tensors.map((info) => [info.name, info]));
  return {
    names: [...infos.keys()],
    tensor(name) {
      const info = infos.get(name);
      if (!info) throw new Error(`The pass has no tensor "${name}"`);
      const shape = info.axes.map(({ size }) => size);
      const axes = info.axes.map((axis) => axis.name);
      return { name, shape, axes, data: data.subarray(info.offset, info.offset + info.length) };
    },
  };
}
