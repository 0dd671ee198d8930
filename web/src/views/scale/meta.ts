import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Scale: the scores divided'),
  answer: later('Scores are divided by √dₖ, so that they do not grow with the size of the head.'),
  words:
    'why sqrt square root dk d_k divide scaled dot-product variance temperature Wurzel teilen geteilt',
  section: 'scores',
  tick: later('scale'),
  step: 60,
  figure: 'attention',
  of: 'head',
  unfoldsParts: ['scores', 'weights'],
  scales: [],
} satisfies Meta;
