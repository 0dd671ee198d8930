import type { Encoding, TensorInfo } from './protocol';

/** One tensor of the trace: a view, not a copy. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly axes: readonly string[];
  readonly data: Float32Array;
}

/** What the gradient of the loss by a tensor is called. */
export const gradientName = (name: string): string => `grad.${name}`;

/** An encoding whose tensors can be looked up by name. */
export class Trace {
  readonly encoding: Encoding;
  private readonly tensors: ReadonlyMap<string, TensorInfo>;

  constructor(encoding: Encoding) {
    this.encoding = encoding;
    this.tensors = new Map(encoding.tensors.map((info) => [info.name, info]));
  }

  get names(): readonly string[] {
    return [...this.tensors.keys()];
  }

  has(name: string): boolean {
    return this.tensors.has(name);
  }

  /** @throws {Error} if the trace has no tensor of that name. */
  tensor(name: string): Tensor {
    const info = this.tensors.get(name);
    if (!info) throw new Error(`The trace has no tensor "${name}"`);
    return {
      name,
      shape: info.axes.map((axis) => axis.size),
      axes: info.axes.map((axis) => axis.name),
      data: this.encoding.data.subarray(info.offset, info.offset + info.length),
    };
  }

  /**
   * The gradient of the loss by a tensor, of the same shape.
   * @throws {Error} where the text was encoded without a loss.
   */
  gradient(name: string): Tensor {
    return this.tensor(gradientName(name));
  }

  /** The last axis of the tensor at the given leading indices, e.g. row("…weights", head, query). */
  row(name: string, ...leading: number[]): Float32Array {
    const { shape, data } = this.tensor(name);
    const width = shape[shape.length - 1] ?? 0;
    let index = 0;
    leading.forEach((i, axis) => {
      index = index * (shape[axis] ?? 0) + i;
    });
    return data.subarray(index * width, (index + 1) * width);
  }

  /** Columns of one head in an n × dModel row, e.g. the 16 numbers of head 6's query of a token. */
  headRow(name: string, token: number, head: number, heads: number): Float32Array {
    const row = this.row(name, token);
    const dK = row.length / heads;
    return row.subarray(head * dK, (head + 1) * dK);
  }
}

/** What ALiBi adds to the divided scores of a row of attention, "layers.3.attention."; null where it adds nothing. */
export function biasesOf(
  trace: Trace,
  attention: string,
  ...row: readonly [head: number, query: number]
): Float32Array | null {
  const name = `${attention}biases`;
  return trace.has(name) ? trace.row(name, ...row) : null;
}
