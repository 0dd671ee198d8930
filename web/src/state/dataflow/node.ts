import { later } from '../../words/msg';
import type { Kind } from './explanation';
import type { Activation } from './kinds/activation';
import type { Mixture, Scores, Softmax } from './kinds/attention';
import type { Ids, Lookup, Position } from './kinds/embedding';
import type { Gradient, Loss } from './kinds/gradient';
import type { Mean, Norm, Rstd } from './kinds/norm';
import type { Linear } from './kinds/products';
import type { Same, Sum } from './kinds/sum';

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

/** What a tensor is for; each role has one hue everywhere. */
export type Role = 'query' | 'key' | 'value' | 'weight' | 'residual' | 'norm' | 'feed-forward';

/** A tensor on the way through the encoder, on the map and in the picture of the block. */
export type PartId =
  | 'x'
  | 'norm-1'
  | 'query'
  | 'key'
  | 'value'
  | 'scores'
  | 'weights'
  | 'heads'
  | 'output'
  | 'middle'
  | 'norm-2'
  | 'hidden'
  | 'compressed'
  | 'end'
  | 'output-norm';

/** What the axes of a tensor are: a token, a place in all rows, a number of a token's row, also by heads; … */
export type Axes =
  | 'token'
  | 'place'
  | 'number'
  | 'head and number'
  | 'head and pair'
  | 'head and source pair'
  | 'piece';

/** The roles as messages: a tensor that has no other name is called by its role. */
export const roleNames: Readonly<Record<Role, string>> = {
  query: later('query'),
  key: later('key'),
  value: later('value'),
  weight: later('weight'),
  residual: later('residual'),
  norm: later('norm'),
  'feed-forward': later('feed-forward'),
};

/** What a tensor is called on the page. */
export interface Label {
  /** What one row of it is, as a message; "@" stands for the row's word. */
  readonly what: string;
  /** As formulas write it: "q". */
  readonly symbol: string;
  readonly role: Role;
  readonly axes: Axes;
  /** Beside its colour scale, where the role's name would not tell it from another. */
  readonly short: string;
  /** Its rows are of what a decoder reads, not of what it writes. */
  readonly isSource?: true;
  /** What number i of a row is, where it is not “number i”. */
  readonly place?: (i: number) => string;
  /** It is the gradient of what the words say. */
  readonly gradient?: true;
}

export function label(
  what: string,
  symbol: string,
  role: Role = 'residual',
  { axes = 'number', short = roleNames[role] }: { axes?: Axes; short?: string } = {},
): Label {
  return { what, symbol, role, axes, short };
}
