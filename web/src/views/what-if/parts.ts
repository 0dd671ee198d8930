import { divisorText } from '../../state/format';
import type { AttentionNumbers, Comparison } from '../../state/what-if/comparison';
import type { Frame } from '../kit/frame';
import type { Box, Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';

/** What the figure is drawn from. */
export interface Parts {
  readonly m: StepContext;
  readonly frame: Frame;
  readonly of: Comparison;
}

/** Its marks, and the places of what is no mark: the axis of the divisor, and its scopes. */
export interface Placed {
  readonly marks: readonly Mark[];
  readonly bottom: number;
  readonly axis: Box;
  readonly scopes: Box;
}

/** Height of the divisor's axis with the line over it. */
export const axisHeight = 84;

/** "÷ √16", "÷ 8" */
export const settingText = ({ divisor }: AttentionNumbers, { dK }: StepContext): string =>
  `÷ ${divisorText(divisor, dK)}`;
