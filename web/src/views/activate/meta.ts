import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Feed-forward: activate'),
  answer: later(
    'A function holds back everything below zero, so that each hidden unit responds only to some words.',
  ),
  words: 'relu gelu nonlinearity activation function swish Aktivierung nichtlinear',
  section: 'feed-forward',
  tick: later('activate'),
  step: 130,
  of: 'layer',
  unfoldsParts: ['hidden'],
} satisfies Meta;
