import { fine, weight } from '../../state/format';
import type { State, StepId } from '../../state/state';
import { argmax } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import type { SvgMark, TextMark } from '../kit/scene';
import type { AttentionRow, GradientRow } from './attention-row';
import type { FigureLayout, WordPlaces } from './scene';
import { isDrawn } from './veil';

/** Null where none are to be shown, or the trace has none. */
export function gradientRowOf(
  { backward, trace }: Pick<State, 'backward' | 'trace'>,
  { layer, head, heads, focus }: AttentionRow,
): GradientRow | null {
  if (!backward || !trace?.encoding.loss) return null;
  const name = (tensor: string) => `grad.layers.${layer}.attention.${tensor}`;
  return {
    scores: trace.row(name('scores'), head, focus),
    weights: trace.row(name('weights'), head, focus),
    output: trace.headRow(name('heads'), focus, head, heads),
  };
}

/** The gradients that a word has here, and the band of the figure that they are written in. */
export const gradientBands = [
  ['scores', 'scores'],
  ['weights', 'softmax'],
] as const;

/** Where a word's gradient is written: below its score, or below its bar. */
export function gradientPlace(
  { kind }: Pick<FigureLayout, 'kind'>,
  { former, bar }: WordPlaces,
  tensor: 'scores' | 'weights',
): Pick<TextMark, 'x' | 'y' | 'anchor' | 'size'> {
  const size = kind === 'columns' ? 11 : 10;
  if (tensor === 'scores') return { ...former.scores, size };
  return kind === 'columns'
    ? { x: bar.x, y: bar.y + 14, anchor: 'middle', size }
    : { x: bar.x, y: bar.y + 20, anchor: 'start', size };
}

/** The gradients of a word's score and weight. */
export function gradientNumbers(at: FigureLayout, j: number): readonly SvgMark[] {
  const { gradient } = at;
  const places = at.words[j];
  if (!gradient || !places) return [];
  return gradientBands.flatMap(([tensor, band], i) => {
    if (!isDrawn(at, band)) return [];
    const { x, y, ...style } = gradientPlace(at, places, tensor);
    return text(x, y, `∂ ${fine(gradient[tensor][j] ?? 0)}`, {
      ...style,
      shows: { tensor: `grad.${tensor}`, token: j },
      keys: i === 0 ? appear(0.88, 1) : appear(2.88, 3),
    });
  });
}

/** How much of the gradient this step passes on. */
export function backwardBeats(
  row: AttentionRow,
  { scores, weights }: GradientRow,
  step: StepId | null,
): readonly [happens: string, result: string] {
  const most = argmax(Array.from(weights, (g, j) => Math.abs(g * (row.weights[j] ?? 0))));
  const word = wordName(row.tokens, most);
  const at = (values: ArrayLike<number>) => values[most] ?? 0;
  const mean = weights.reduce((sum, g, j) => sum + g * (row.weights[j] ?? 0), 0);
  const passed = at(row.weights) * (at(weights) - mean);
  switch (step) {
    case 'scores':
      return [
        msg`A score passes its gradient to the query, times the key, and to the key, times the query.`,
        msg`The score of ${word} has gradient ${fine(at(scores))}.`,
      ];
    case 'scale':
      return [
        msg`Each gradient is divided by ${row.divisor === 1 ? '1' : fine(row.divisor)}, as the scores were.`,
        msg`At ${word}, ${fine(passed)} becomes ${fine(at(scores))}.`,
      ];
    case 'softmax':
      return [
        msg`Softmax passes on w · (∂w − Σ w · ∂w): how far each weight’s gradient is above their weighted mean, which is ${fine(mean)}.`,
        msg`At ${word}: ${weight(at(row.weights))} × (${fine(at(weights))} − ${fine(mean)}) = ${fine(passed)}.`,
      ];
    default:
      return [
        msg`A weight’s gradient is how well its word’s value fits the change the output needs; a value’s is the output’s gradient times its weight.`,
        msg`The weight of ${word} has ∂w = ${fine(at(weights))}.`,
      ];
  }
}
