import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Tokens'),
  question: later('How does text become numbers?'),
  answer: later(
    'It is cut into tokens from a fixed list, and each token is replaced by its number.',
  ),
  group: later('What is it?'),
  place: 140,
  words:
    'tokenizer tokenization wordpiece bpe subword vocabulary input id string Wortschatz Eingabe zerlegen',
  section: 'tokens',
  tick: later('tokens'),
  step: 10,
  of: 'text',
  unfoldsParts: ['x'],
  growsFrom: 'position',
} satisfies Meta;
