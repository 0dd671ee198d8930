import { quoted } from '../../state/dataflow/naming';
import { ofLayer } from '../../state/dataflow/structure';
import { argmax } from '../../state/vector';
import { later, msg } from '../../words/msg';
import { matrixStep } from '../kit/matrix-step';
import type { StepContext } from '../kit/step-context';

/** The largest number, and what becomes of one below zero in this run. */
const follows = (m: StepContext, best: string): string =>
  ofLayer(m.graph.structure, m.layer).activation === 'none'
    ? msg`The loudest yes is ${best}; a number below zero says no, and no activation holds it back here.`
    : msg`The loudest yes is ${best}; a number below zero says no, and the activation that follows holds it back.`;

export const draw = matrixStep({
  out: (m) => `layers.${m.layer}.feedForward.hidden`,
  role: 'feed-forward',
  inRole: 'norm',
  name: later('Expand'),
  input: later('Input'),
  symbols: { x: 'x', w: 'W₁', y: 'u' },
  note: later('Each word is processed by itself.'),
  loudest: argmax,
  caption: (m, input, out, best) => [
    msg`The ${input} numbers of ${quoted(m.word)} are asked ${out} questions, one for each row of the matrix.`,
    follows(m, best),
  ],
});
