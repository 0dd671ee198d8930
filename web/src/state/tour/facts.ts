import { biasesOf } from '../../model/trace';
import { msg } from '../../words/msg';
import { normAfter, statisticsOf } from '../dataflow/graph';
import { ofLayer } from '../dataflow/structure';
import { type Guess, probabilityOf, topGuesses } from '../prediction';
import type { State } from '../state';
import type { FigureQuestion } from '../what-if/ask';
import { graphOf } from '../why';
import { wordName } from '../word-names';

/** What the chapters of the tour read off a trace. */
export class Facts {
  readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  private get trace() {
    const { trace } = this.state;
    if (!trace) throw new Error('The tour needs a trace');
    return trace;
  }

  get model() {
    const { model } = this.state;
    if (!model) throw new Error('The tour needs a model');
    return model;
  }

  get config() {
    return this.model.config;
  }

  private get graph() {
    return graphOf(this.model, this.trace);
  }

  get structure() {
    return ofLayer(this.graph.structure, this.state.layer);
  }

  get heads(): number {
    return this.config.num_attention_heads;
  }

  get dK(): number {
    return this.config.hidden_size / this.heads;
  }

  get tokens() {
    return this.trace.encoding.tokens;
  }

  get focus(): number {
    return this.state.token;
  }

  /** The focus word, or that of another token, in quotation marks; of equal words, which one. */
  word(token = this.focus): string {
    return wordName(this.tokens, token);
  }

  /** The same as an option or as part of an answer: the focus word is "itself". */
  choice(token: number): string {
    return token === this.focus ? msg`${this.word()} itself` : this.word(token);
  }

  /** Tokens that read the same as an earlier one. */
  get twins(): readonly [number, number] | null {
    const pieces = this.tokens.map((token) => token.piece);
    const second = pieces.findIndex((piece, i) => pieces.indexOf(piece) < i);
    return second < 0 ? null : [pieces.indexOf(pieces[second] ?? ''), second];
  }

  /** What twins read, in quotation marks. */
  get twinWord(): string {
    return msg`“${this.tokens[this.twins?.[0] ?? 0]?.piece}”`;
  }

  row(name: string, ...leading: number[]): Float32Array {
    return this.trace.row(name.replace('{l}', String(this.state.layer)), ...leading);
  }

  /** The focus word's row of an attention tensor in a head. */
  attention(tensor: 'scores' | 'weights', head = this.state.head): Float32Array {
    return this.row(`layers.{l}.attention.${tensor}`, head, this.focus);
  }

  /** The focus word's vector in the chosen head, dK numbers. */
  ofHead(tensor: 'query' | 'key'): Float32Array {
    const { layer, head } = this.state;
    return this.trace.headRow(`layers.${layer}.attention.${tensor}`, this.focus, head, this.heads);
  }

  /** The weights as they would be without the division by √dK. A word that takes no part has 0. */
  unscaled(): readonly number[] {
    const { layer, head } = this.state;
    const biases = biasesOf(this.trace, `layers.${layer}.attention.`, head, this.focus);
    const scores = this.attention('scores').map((s, j) => s + (biases?.[j] ?? 0));
    const weights = this.attention('weights');
    const most = Math.max(...scores.filter((_, j) => (weights[j] ?? 0) > 0));
    const powers = Array.from(scores, (s, j) => ((weights[j] ?? 0) > 0 ? Math.exp(s - most) : 0));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  }

  /**
   * The mean of the focus word's numbers, and 1 over their deviation, in the norm that reads the sum
   * after attention; an RMSNorm takes off no mean.
   */
  statistics(): readonly (number | undefined)[] {
    const norm = normAfter(this.graph, `layers.${this.state.layer}.attention.residual`);
    const both = norm ? statisticsOf(this.graph, this.trace, norm) : [];
    return both.map((each) => each?.[this.focus]);
  }

  /** The first token that is a word of the text, or its first piece; −1 where the text lacks it. */
  tokenOf(word: string): number {
    const from = this.trace.encoding.text.indexOf(word);
    return this.tokens.findIndex(({ begin, end }) => from >= 0 && begin === from && end > begin);
  }

  /** What the figure on the stage asks itself, once it knows the answer. */
  get asked(): FigureQuestion | undefined {
    const { wanted, view } = this.state;
    return wanted.view === view ? wanted.question : undefined;
  }

  private get reads(): boolean {
    return this.trace.has('logits');
  }

  /** The model's guess for the focus word, where it has a head for that. */
  guess(): Guess | null {
    if (!this.reads) return null;
    return topGuesses(this.trace, this.model.vocabulary, this.focus, 1)[0] ?? null;
  }

  /** The probability that the model gives a piece at the focus word; 0 for what is no piece. */
  probability(piece: string): number {
    if (!this.reads) return 0;
    const id = this.model.vocabulary.indexOf(piece);
    return probabilityOf(this.trace.row('logits', this.focus), id);
  }

  /** What a layer passes on for the focus word; layer −1 is the embedding. */
  after(layer: number): Float32Array {
    return this.row(this.graph.layerInputs[layer + 1] ?? '', this.focus);
  }
}
