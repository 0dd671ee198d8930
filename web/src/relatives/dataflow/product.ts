import type { Other } from '../../state/dataflow/formula';
import { dot } from '../../state/dataflow/kinds/dot';

/** y[i,o] = Σ_j x[i,j] · weight[o,j]: a linear layer without a bias. */
export const product = (x: string, weight: string): Other => ({
  kind: 'other',
  inputs: [x, weight],
  explain: (reader, [i = 0, o = 0]) =>
    dot(reader.row(x, i).map((each, j) => [each, reader.operand(weight, o, j)])),
});
