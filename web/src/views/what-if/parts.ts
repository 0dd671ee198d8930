import { divisorText } from '../../state/format';
import type { AttentionNumbers, Comparison } from '../../state/what-if/comparison';
import { type Frame, type TextStyle, text, textWidth } from '../kit/frame';
import { rect } from '../kit/marks';
import type { Box, Mark, SvgMark, TextMark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';

/** Height of a number with the former one under it. */
export const changeHeight = 32;

const under = 14;

/** Where the text begins, by its anchor. */
function leftOf({ x, anchor, text: content, size }: TextMark): number {
  const width = textWidth(content, size) * 1.1;
  return x - { start: 0, middle: width / 2, end: width }[anchor];
}

/**
 * A number as it is; where it was written otherwise, the former one struck through below it, and a bar
 * at the left of both. `was` is null where there is nothing to compare it with.
 */
export function nowAndWas(
  x: number,
  y: number,
  now: string,
  was: string | null,
  style: TextStyle = {},
): readonly SvgMark[] {
  const present = text(x, y, now, { tone: 'ink', size: 13, ...style });
  if (was === null || was === now) return [present];
  const { tensor = '', token } = style.shows ?? {};
  const former = text(x, y + under, was, {
    ...{ size: 12, anchor: present.anchor, struck: true },
    shows: { tensor: `${tensor} was`, ...(token === undefined ? {} : { token }) },
  });
  const left = Math.min(leftOf(present), leftOf(former)) - 6;
  return [rect(left, y - 11, 2, under + 13, { fill: 'ink' }), present, former];
}

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
