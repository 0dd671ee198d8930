import { quoted } from '../../state/dataflow/naming';
import { ofLayer } from '../../state/dataflow/structure';
import { argmax } from '../../state/vector';
import { matrixStep } from '../kit/matrix-step';
import type { StepContext } from '../kit/step-context';

/** What becomes of a number below zero in this run. */
const follows = (m: StepContext): string =>
  ofLayer(m.graph.structure, m.layer).activation === 'none'
    ? 'no activation holds it back here'
    : 'the activation that follows holds it back';

export const draw = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.hidden`,
  role: 'feed-forward',
  inRole: 'norm',
  name: 'Expand',
  input: 'Input',
  symbols: { x: 'x', w: 'W₁', y: 'u' },
  note: 'Each word is processed by itself.',
  loudest: argmax,
  caption: (m, input, out, best) => [
    `The ${input} numbers of ${quoted(m.word)} are asked ${out} questions, one for each row of the matrix.`,
    `The loudest yes is ${best}; a number below zero says no, and ${follows(m)}.`,
  ],
});
