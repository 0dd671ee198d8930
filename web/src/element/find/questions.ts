import { later } from '../../words/msg';

/** The questions that figures answer, by what a reader wants. */
export const groups: readonly {
  readonly title: string;
  readonly views: readonly string[];
}[] = [
  {
    title: later('What is it?'),
    views: ['gaze', 'attention', 'routing', 'embedding-map', 'tokens', 'prediction'],
  },
  {
    title: later('How does it compute?'),
    views: ['block', 'projections', 'heatmap', 'matrix', 'position', 'feed-forward', 'stack'],
  },
  {
    title: later('Why is it built so?'),
    views: ['heads', 'residual', 'gradients', 'norms', 'order', 'masks'],
  },
  { title: later('What if?'), views: ['what-if', 'twins', 'effects', 'bench'] },
  { title: later('How does it learn?'), views: ['training'] },
  { title: later('What does it cost?'), views: ['cost', 'tiles', 'recurrence'] },
  {
    title: later('What else is built this way?'),
    views: ['next-word', 'decoder', 'cross-attention', 'family', 'patches', 'experts'],
  },
];

/** What a view says to whoever asks, in a sentence. */
export const answers: Readonly<Record<string, string>> = {
  gaze: later('Each word mixes a little of the others into itself, by weights that add up to 1.'),
  attention: later(
    'At the words whose keys fit its query: their scores become weights, step by step.',
  ),
  routing: later(
    'An ordinary network has fixed weights; attention computes new ones for each sentence.',
  ),
  'embedding-map': later('Words that are used alike get vectors that point the same way.'),
  tokens: later('It is cut into pieces of a fixed list, and each piece is replaced by its number.'),
  prediction: later(
    'One vector for each word; a matrix turns it into a probability for every piece.',
  ),
  block: later('Attention, then a network for each word, each with a path around it.'),
  projections: later(
    'To ask, to be found and to hand something over are three jobs, each with its matrix.',
  ),
  heatmap: later('A row for each word that looks, a column for each word that is looked at.'),
  matrix: later('As one product of matrices: all queries times all keys.'),
  position: later(
    'Each place has its own mix of waves, added to the word, so that order can be seen.',
  ),
  'feed-forward': later('It goes through a small network of its own, the same one for every word.'),
  stack: later('Each layer reads what the one before it found, so the answer forms step by step.'),
  heads: later(
    'Each head has its own weights, so that one word can look at several for several reasons.',
  ),
  residual: later(
    'It carries the word past each part, so that a part only has to add what it found.',
  ),
  gradients: later(
    'Without it the gradient shrinks or grows from layer to layer until nothing is learned.',
  ),
  norms: later(
    'So that numbers keep one scale; word by word, so that no other text changes a result.',
  ),
  order: later(
    'Before each part or after it: that decides whether a deep stack trains without warm-up.',
  ),
  masks: later(
    'An encoder lets all look at all; a mask hides what comes later, or what is padding.',
  ),
  'what-if': later(
    'Change any number or switch a part off, and everything after it is computed again.',
  ),
  twins: later('Two sentences that differ in one word, and where their numbers begin to differ.'),
  effects: later(
    'Take words out and see what changes: the largest weight is not always what matters.',
  ),
  bench: later(
    'Find the bug: models that are broken in one line, and the numbers that convict it.',
  ),
  training: later(
    'They begin at random, and each example moves them a little toward a smaller loss.',
  ),
  cost: later('Memory and arithmetic in numbers, for this model and known ones, on this machine.'),
  tiles: later('No: block by block, with a running sum, gives the same result in less memory.'),
  recurrence: later('Then each word has to wait for the one before, and what is far away fades.'),
  'next-word': later('A probability for every word, and what temperature and top-k make of it.'),
  decoder: later('One word at a time, each computed from all that stands before it.'),
  'cross-attention': later(
    'Its queries come from what is being written, keys and values from what was read.',
  ),
  family: later(
    'The same block; they differ in who may look at whom and in what they were trained to say.',
  ),
  patches: later('It cuts a picture into squares and reads each square as if it were a word.'),
  experts: later('No: a router sends each word to a few of many networks.'),
  embedding: later('The row of learned numbers with which a piece begins.'),
  scores: later('The product of a query and a key says how well they fit.'),
  scale: later(
    'Scores are divided by √d_k, so that they do not grow with the length of the vectors.',
  ),
  softmax: later('It turns scores into weights: positive, and 1 together.'),
  sum: later('The values of all words, each as much as its weight says.'),
  concat: later('What the heads found, side by side in one vector.'),
  output: later('One matrix mixes what the heads found into the word’s own numbers.'),
  'attention-norm': later(
    'What attention found is added to the word, and the sum brought back to one scale.',
  ),
  expand: later('A matrix makes the hidden units of each word: more numbers than the word has.'),
  activate: later(
    'A function holds back what is below zero, so that units answer to some words alone.',
  ),
  compress: later('A second matrix brings the hidden units back to the word’s own size.'),
  'feed-forward-norm': later(
    'What the network found is added to the word, and the sum brought back to one scale.',
  ),
};
