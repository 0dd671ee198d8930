import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Feed-forward: activate'),
  answer: later(
    'A function holds back what is below zero, so that units answer to some words alone.',
  ),
  words: 'relu gelu nonlinearity activation function swish Aktivierung nichtlinear',
  section: 'feed-forward',
  tick: later('activate'),
  step: 130,
  of: 'layer',
  unfoldsParts: ['hidden'],
} satisfies Meta;
