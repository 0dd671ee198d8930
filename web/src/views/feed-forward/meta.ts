import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('The feed-forward network'),
  question: later('What happens to each word on its own?'),
  answer: later('It passes alone through the feed-forward network, the same one for every word.'),
  group: later('How does it compute?'),
  place: 250,
  words:
    'ffn mlp feedforward network neurons hidden units relu gelu knowledge Neuronen Netz Wissen',
  section: 'feed-forward',
  bundle: 'figures',
  still: true,
  of: 'layer',
  choosesLayer: true,
} satisfies Meta;
