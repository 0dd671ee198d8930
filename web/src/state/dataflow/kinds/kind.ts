import type { Explanation } from '../explanation';
import type { Reader } from '../reader';

/**
 * How a tensor is computed. Names are those of the trace and of the model file; in the formulas of
 * the kinds i is a token, j a dimension, h a head, k a key.
 */
export interface Kind<Name extends string> {
  readonly kind: Name;
  /** The names that it reads: tensors of the trace, then parameters. */
  readonly inputs: readonly string[];
  /**
   * The arithmetic of one cell of the tensor `name`.
   * @throws {Error} where a parameter that it reads has not been fetched.
   */
  explain(reader: Reader, index: readonly number[], name: string): Explanation;
  /**
   * What the gradient of the input's cell at `index` gets from this tensor, `name`: the gradients of
   * the cells that read it, each times what that cell changes by with it. Null where it gets nothing.
   */
  back?(reader: Reader, input: string, index: readonly number[], name: string): Explanation | null;
}
