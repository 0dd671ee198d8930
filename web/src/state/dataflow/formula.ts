import type { Activation } from './kinds/activation';
import type { Ids } from './kinds/given';
import type { Gradient } from './kinds/gradient';
import type { Kind } from './kinds/kind';
import type { Linear } from './kinds/linear';
import type { Lookup } from './kinds/lookup';
import type { Loss } from './kinds/loss';
import type { Mixture } from './kinds/mixture';
import type { Mean, Norm, Rstd } from './kinds/norm';
import type { Position } from './kinds/position';
import type { Same } from './kinds/same';
import type { Scores } from './kinds/scores';
import type { Softmax } from './kinds/softmax';
import type { Sum } from './kinds/sum';

/** A kind of arithmetic that the fourth file has. */
export type Other = Kind<'other'>;

/** How a tensor is computed: one of the kinds of arithmetic, each with a file in `kinds`. */
export type Formula =
  | Activation
  | Gradient
  | Ids
  | Linear
  | Lookup
  | Loss
  | Mean
  | Mixture
  | Norm
  | Other
  | Position
  | Rstd
  | Same
  | Scores
  | Softmax
  | Sum;

export type FormulaOf<Name extends Formula['kind']> = Extract<Formula, { kind: Name }>;
