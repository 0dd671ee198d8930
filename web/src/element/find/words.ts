/**
 * By view, the words that people use for it, in the languages of the page: the field's English ones are
 * used in every other.
 */
export const words: Readonly<Record<string, string>> = {
  gaze: 'focus gaze meaning metaphor look definition Aufmerksamkeit Bedeutung Blick',
  attention:
    'self-attention step by step formula pronoun coreference it Schritt Formel Pronomen Bezug',
  routing:
    'mlp dense layer neural network difference dynamic fixed neuronales Netz Unterschied fest',
  'embedding-map':
    'embedding space similarity cosine distance meaning analogy neighbours word2vec Ähnlichkeit Abstand Nachbarn Einbettung',
  tokens:
    'tokenizer tokenization wordpiece bpe subword vocabulary input id string Wortschatz Eingabe zerlegen',
  prediction:
    'output logits mlm masked word probability answer cls pooling classification guess Ausgabe Wahrscheinlichkeit Antwort',
  block:
    'architecture diagram overview encoder layer whole picture structure data flow Aufbau Überblick Schema',
  projections:
    'qkv query key value matrices wq wk wv linear projection three drei Matrizen Projektion',
  heatmap: 'attention matrix map heatmap pattern weights grid Gewichte Muster',
  matrix:
    'parallel matrix multiplication matmul batch gpu vectorised at once gleichzeitig Matrixmultiplikation',
  position:
    'positional encoding sinusoidal sine cosine order sequence word order Reihenfolge Stelle Sinus Kosinus',
  'feed-forward':
    'ffn mlp feedforward network neurons hidden units relu gelu knowledge Neuronen Netz Wissen',
  stack:
    'deep depth layers how many number of layers logit lens residual stream tief Tiefe Anzahl Schichten',
  heads: 'multi-head multihead multiple heads parallel why eight mehrere Köpfe',
  residual: 'skip connection shortcut resnet residual stream add Abkürzung Summe',
  gradients:
    'vanishing exploding gradient skip connection backpropagation deep verschwindende explodierende',
  norms:
    'layernorm layer norm batchnorm normalization rmsnorm mean variance standard deviation Mittelwert Streuung',
  order: 'pre-norm post-norm pre-ln post-ln prenorm warm-up placement davor danach',
  masks:
    'causal mask padding bidirectional future unidirectional autoregressive triangle Maske Zukunft',
  'what-if':
    'intervention ablation ablate patch experiment change mute remove without ändern abschalten Versuch ohne',
  twins:
    'minimal pair compare counterfactual activation patching causal tracing tired wide Vergleich vergleichen Paar',
  effects:
    'interpretability explainability explanation saliency importance faithful trust Erklärung Vertrauen wichtig',
  bench:
    'debug bug exercise quiz test practice mistake common errors implementation Fehler Übung üben',
  training:
    'learn train weights parameters backpropagation gradient descent adam loss fine-tuning optimizer lernen trainieren Verlust',
  cost: 'expensive quadratic complexity big o flops memory parameters speed slow price kv cache teuer quadratisch Aufwand Speicher langsam',
  tiles:
    'flash attention flashattention memory efficient online softmax blocks long context Speicher sparen',
  recurrence:
    'rnn lstm recurrent network sequential before transformers history nacheinander früher',
  'next-word':
    'sampling temperature top-k top-p greedy beam language model chatgpt llm generate Temperatur Sprachmodell',
  decoder:
    'gpt autoregressive generate generation decoder-only text write causal llm schreiben erzeugen',
  'cross-attention':
    'encoder-decoder translation seq2seq machine translation t5 source target Übersetzung Quelle',
  family:
    'bert vs gpt t5 llama roberta modernbert difference models encoder decoder compare rope alibi Unterschied Vergleich Modelle',
  patches: 'vit vision transformer image patches pixels clip Bild Bilder Bildstücke',
  experts: 'mixture of experts moe mixtral router sparse gating Experten',
  embedding: 'lookup table vector one-hot row Tabelle Zeile',
  scores: 'dot product qk similarity query key match Skalarprodukt',
  scale:
    'why sqrt square root dk d_k divide scaled dot-product variance temperature Wurzel teilen geteilt',
  softmax: 'exponential normalise probability distribution sum to one Verteilung Exponent',
  sum: 'weighted sum average values mix context vector gewichtete Summe Mittel',
  concat: 'concatenate concatenation heads join aneinanderhängen',
  output: 'wo output projection matrix combine heads mischen',
  'attention-norm': 'add and norm residual layernorm after attention Summe',
  expand: 'first linear layer w1 hidden expand four times erste Schicht',
  activate: 'relu gelu nonlinearity activation function swish Aktivierung nichtlinear',
  compress: 'second linear layer w2 project down zweite Schicht',
  'feed-forward-norm': 'add and norm residual layernorm after feed-forward output Summe danach',
};

/** Words that stand in every question, and say nothing of what it is about. */
export const empty = new Set(
  'a an and are as at be by can do does for from has have how i in is it its me my not of on or so that the their them then there they this to was we what when where which who why will with you your'.split(
    ' ',
  ),
);
