import { later } from '../../words/msg';

/** What a view says to whoever asks, in a sentence; and the words that people use for it. */
export interface Answer {
  readonly answer: string;
  readonly words: string;
}

const said = (answer: string, words: string): Answer => ({ answer, words });

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

/** By view. */
export const answers: Readonly<Record<string, Answer>> = {
  gaze: said(
    later('Each word mixes a little of the others into itself, by weights that add up to 1.'),
    later('focus gaze meaning metaphor look definition'),
  ),
  attention: said(
    later('At the words whose keys fit its query: their scores become weights, step by step.'),
    later('self-attention step by step formula pronoun coreference it'),
  ),
  routing: said(
    later('An ordinary network has fixed weights; attention computes new ones for each sentence.'),
    later('mlp dense layer neural network difference dynamic fixed'),
  ),
  'embedding-map': said(
    later('Words that are used alike get vectors that point the same way.'),
    later('embedding space similarity cosine distance meaning analogy neighbours word2vec'),
  ),
  tokens: said(
    later('It is cut into pieces of a fixed list, and each piece is replaced by its number.'),
    later('tokenizer tokenization wordpiece bpe subword vocabulary input id string'),
  ),
  prediction: said(
    later('One vector for each word; a matrix turns it into a probability for every piece.'),
    later('output logits mlm masked word probability answer cls pooling classification guess'),
  ),
  block: said(
    later('Attention, then a network for each word, each with a path around it.'),
    later('architecture diagram overview encoder layer whole picture structure data flow'),
  ),
  projections: said(
    later('To ask, to be found and to hand something over are three jobs, each with its matrix.'),
    later('qkv query key value matrices wq wk wv linear projection three'),
  ),
  heatmap: said(
    later('A row for each word that looks, a column for each word that is looked at.'),
    later('attention matrix map heatmap pattern weights grid'),
  ),
  matrix: said(
    later('As one product of matrices: all queries times all keys.'),
    later('parallel matrix multiplication matmul batch gpu vectorised at once'),
  ),
  position: said(
    later('Each place has its own mix of waves, added to the word, so that order can be seen.'),
    later('positional encoding sinusoidal sine cosine order sequence word order'),
  ),
  'feed-forward': said(
    later('It goes through a small network of its own, the same one for every word.'),
    later('ffn mlp feedforward network neurons hidden units relu gelu knowledge'),
  ),
  stack: said(
    later('Each layer reads what the one before it found, so the answer forms step by step.'),
    later('deep depth layers how many number of layers logit lens residual stream'),
  ),
  heads: said(
    later(
      'Each head has its own weights, so that one word can look at several for several reasons.',
    ),
    later('multi-head multihead multiple heads parallel why eight'),
  ),
  residual: said(
    later('It carries the word past each part, so that a part only has to add what it found.'),
    later('skip connection shortcut resnet residual stream add'),
  ),
  gradients: said(
    later('Without it the gradient shrinks or grows from layer to layer until nothing is learned.'),
    later('vanishing exploding gradient skip connection backpropagation deep'),
  ),
  norms: said(
    later('So that numbers keep one scale; word by word, so that no other text changes a result.'),
    later('layernorm layer norm batchnorm normalization rmsnorm mean variance standard deviation'),
  ),
  order: said(
    later(
      'Before each part or after it: that decides whether a deep stack trains without warm-up.',
    ),
    later('pre-norm post-norm pre-ln post-ln prenorm warm-up placement'),
  ),
  masks: said(
    later('An encoder lets all look at all; a mask hides what comes later, or what is padding.'),
    later('causal mask padding bidirectional future unidirectional autoregressive triangle'),
  ),
  'what-if': said(
    later('Change any number or switch a part off, and everything after it is computed again.'),
    later('intervention ablation ablate patch experiment change mute remove without'),
  ),
  twins: said(
    later('Two sentences that differ in one word, and where their numbers begin to differ.'),
    later('minimal pair compare counterfactual activation patching causal tracing tired wide'),
  ),
  effects: said(
    later('Take words out and see what changes: the largest weight is not always what matters.'),
    later('interpretability explainability explanation saliency importance faithful trust'),
  ),
  bench: said(
    later('Find the bug: models that are broken in one line, and the numbers that convict it.'),
    later('debug bug exercise quiz test practice mistake common errors implementation'),
  ),
  training: said(
    later('They begin at random, and each example moves them a little toward a smaller loss.'),
    later(
      'learn train weights parameters backpropagation gradient descent adam loss fine-tuning optimizer',
    ),
  ),
  cost: said(
    later('Memory and arithmetic in numbers, for this model and known ones, on this machine.'),
    later('expensive quadratic complexity big o flops memory parameters speed slow price kv cache'),
  ),
  tiles: said(
    later('No: block by block, with a running sum, gives the same result in less memory.'),
    later('flash attention flashattention memory efficient online softmax blocks long context'),
  ),
  recurrence: said(
    later('Then each word has to wait for the one before, and what is far away fades.'),
    later('rnn lstm recurrent network sequential before transformers history'),
  ),
  'next-word': said(
    later('A probability for every word, and what temperature and top-k make of it.'),
    later('sampling temperature top-k top-p greedy beam language model chatgpt llm generate'),
  ),
  decoder: said(
    later('One word at a time, each computed from all that stands before it.'),
    later('gpt autoregressive generate generation decoder-only text write causal llm'),
  ),
  'cross-attention': said(
    later('Its queries come from what is being written, keys and values from what was read.'),
    later('encoder-decoder translation seq2seq machine translation t5 source target'),
  ),
  family: said(
    later(
      'The same block; they differ in who may look at whom and in what they were trained to say.',
    ),
    later(
      'bert vs gpt t5 llama roberta modernbert difference models encoder decoder compare rope alibi',
    ),
  ),
  patches: said(
    later('It cuts a picture into squares and reads each square as if it were a word.'),
    later('vit vision transformer image patches pixels clip'),
  ),
  experts: said(
    later('No: a router sends each word to a few of many networks.'),
    later('mixture of experts moe mixtral router sparse gating'),
  ),
  embedding: said(
    later('The row of learned numbers with which a piece begins.'),
    later('lookup table vector one-hot row'),
  ),
  scores: said(
    later('The product of a query and a key says how well they fit.'),
    later('dot product qk similarity query key match'),
  ),
  scale: said(
    later('Scores are divided by √d_k, so that they do not grow with the length of the vectors.'),
    later('why sqrt square root dk d_k divide scaled dot-product variance temperature'),
  ),
  softmax: said(
    later('It turns scores into weights: positive, and 1 together.'),
    later('exponential normalise probability distribution sum to one'),
  ),
  sum: said(
    later('The values of all words, each as much as its weight says.'),
    later('weighted sum average values mix context vector'),
  ),
  concat: said(
    later('What the heads found, side by side in one vector.'),
    later('concatenate concatenation heads join'),
  ),
  output: said(
    later('One matrix mixes what the heads found into the word’s own numbers.'),
    later('wo output projection matrix combine heads'),
  ),
  'attention-norm': said(
    later('What attention found is added to the word, and the sum brought back to one scale.'),
    later('add and norm residual layernorm after attention'),
  ),
  expand: said(
    later('A matrix makes the hidden units of each word: more numbers than the word has.'),
    later('first linear layer w1 hidden expand four times'),
  ),
  activate: said(
    later('A function holds back what is below zero, so that units answer to some words alone.'),
    later('relu gelu nonlinearity activation function swish'),
  ),
  compress: said(
    later('A second matrix brings the hidden units back to the word’s own size.'),
    later('second linear layer w2 project down'),
  ),
  'feed-forward-norm': said(
    later('What the network found is added to the word, and the sum brought back to one scale.'),
    later('add and norm residual layernorm after feed-forward output'),
  ),
};
