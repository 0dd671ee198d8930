import type { TensorInfo } from '../model/protocol';

/** A trace as the core hands it over: where each tensor is in one array. */
export interface NamedTensors {
  readonly tensors: readonly TensorInfo[];
  readonly data: Float32Array;
}

type Added = Pick<TensorInfo, 'name' | 'axes'> & { readonly data: Float32Array };

/** The tensors of a trace, to which more are added. */
export class TensorList<Traced extends NamedTensors = NamedTensors> {
  private readonly traced: Traced;
  private tensors: Added[];

  constructor(traced: Traced) {
    this.traced = traced;
    this.tensors = traced.tensors.map(({ name, axes, offset, length }) => ({
      ...{ name, axes },
      data: traced.data.subarray(offset, offset + length),
    }));
  }

  has(name: string): boolean {
    return this.tensors.some((each) => each.name === name);
  }

  /** @throws {Error} where there is none of that name. */
  find(name: string): Added {
    const found = this.tensors.find((each) => each.name === name);
    if (!found) throw new Error(`The trace has no tensor "${name}"`);
    return found;
  }

  data(name: string): Float32Array {
    return this.find(name).data;
  }

  /** Length of the first axis. */
  rows(name: string): number {
    return this.find(name).axes[0]?.size ?? 0;
  }

  rename(from: string, to: string): void {
    this.tensors = this.tensors.map((each) => (each.name === from ? { ...each, name: to } : each));
  }

  /** Behind the tensor of another name. */
  add(tensor: Added, after: string): void {
    this.tensors.splice(this.tensors.findIndex(({ name }) => name === after) + 1, 0, tensor);
  }

  /** All of them in one array again. */
  written(): Traced {
    const data = new Float32Array(this.tensors.reduce((sum, each) => sum + each.data.length, 0));
    let end = 0;
    const tensors = this.tensors.map(({ name, axes, data: own }): TensorInfo => {
      const offset = end;
      data.set(own, offset);
      end += own.length;
      return { name, axes, offset, length: own.length };
    });
    return { ...this.traced, tensors, data };
  }
}
