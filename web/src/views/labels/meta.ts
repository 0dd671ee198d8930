import type { Meta } from '../../state/views';
import { later } from '../../words/msg';

export const meta = {
  title: later('Labels'),
  question: later('What does a classifier say about a text, and why?'),
  answer: later(
    'A label’s score is a logit: the head’s weights times the text’s vector. Its gradient leads back to the words.',
  ),
  group: later('How does it compute?'),
  place: 330,
  words:
    'classification sentiment label text token NER named entity question answering span ELECTRA replaced saliency attribution Klassifikation Stimmung Etikett Frage Antwort',
  section: 'prediction',
  bundle: 'published',
  still: true,
  says: true,
  of: 'text',
} satisfies Meta;
