import { activations } from '../state/dataflow/kinds/activation';
import { quoted } from '../state/dataflow/naming';
import { ofLayer } from '../state/dataflow/structure';
import type { SceneId } from '../state/film';
import { capital, count, counted, percent, signed } from '../state/format';
import { likelihood, topGuesses } from '../state/prediction';
import { swapBetween } from '../state/presets';
import type { State } from '../state/state';
import { argmax, notAboveZero } from '../state/vector';
import { otherText, twinsOf } from '../state/what-if/twins';
import { graphOf } from '../state/why';
import { wordName } from '../state/word-names';
import { msg } from '../words/msg';
import { nearnessOf, partner, signedShare } from './nearness';

/** What the scenes say: numbers of the trace, words of the sentence. */
interface Facts {
  readonly state: State;
  readonly trace: NonNullable<State['trace']>;
  readonly model: NonNullable<State['model']>;
  readonly word: string;
  /** The word with the largest share of the head on the stage, and that share. */
  readonly best: string;
  readonly share: string;
}

function factsOf(state: State): Facts | null {
  const { trace, model, token, layer, head } = state;
  if (!trace || !model || Math.min(token, layer, head) < 0) return null;
  const weights = trace.row(`layers.${layer}.attention.weights`, head, token);
  const best = argmax(weights);
  return {
    ...{ state, trace, model },
    word: wordName(trace.encoding.tokens, token),
    best: best === token ? 'itself' : wordName(trace.encoding.tokens, best),
    share: percent(weights[best] ?? 0),
  };
}

/** A count that begins a sentence. */
const capitals = (n: number) => counted(n, () => capital(count(n)));

function position({ state, model, trace, word }: Facts): string {
  if (graphOf(model, trace).structure.positions === 'off')
    return msg`Nothing says where ${word} stands: this model reads a bag of words.`;
  return msg`Numbers for its position are added: ${word} is at position ${state.token}, counting from 0.`;
}

function layers({ state, word }: Facts): string {
  const { layer } = state;
  if (layer === 0) return msg`Now ${word} enters layer 1, the first to mix in other words.`;
  return msg`{0:Layer 1 mixes|Layers 1 to ${layer} mix} other words into these numbers; watch ${word} pass through.`;
}

function scores({ state, trace, word }: Facts): string {
  const row = trace.row(`layers.${state.layer}.attention.scores`, state.head, state.token);
  const best = argmax(row);
  const score = signed(row[best] ?? 0);
  return best === state.token
    ? msg`The query of ${word} meets every key; its own fits best, with a score of ${score}.`
    : msg`The query of ${word} meets every key; that of ${wordName(trace.encoding.tokens, best)} fits best, with a score of ${score}.`;
}

function feedForward({ state, trace, model, word }: Facts): string {
  const row = trace.row(`layers.${state.layer}.feedForward.hidden`, state.token);
  const above = row.length - notAboveZero(row);
  return activations[ofLayer(graphOf(model, trace).structure, state.layer).activation].cutsOff
    ? msg`Then each word is processed on its own: for ${word}, ${above} of ${row.length} hidden units {1:fires|fire}.`
    : msg`Then each word is processed on its own: for ${word}, ${above} of ${row.length} hidden units {1:is|are} above zero.`;
}

function prediction({ state, trace, model, word }: Facts): string {
  const { token } = state;
  if (!trace.has('logits'))
    return msg`Out come ${trace.row('output', token).length} numbers for ${word}, informed by the whole sentence.`;
  const [guess] = topGuesses(trace, model.vocabulary, token, 1);
  if (!guess) return msg`Every score comes out as NaN, not a number: there is no guess.`;
  const [piece, probability] = [quoted(guess.piece), likelihood(guess.probability)];
  return trace.encoding.masked.includes(token)
    ? msg`From the final numbers the model guesses the masked word: ${piece}, ${probability}.`
    : msg`From the final numbers the model guesses the word at this place: ${piece}, ${probability}.`;
}

function stack({ state, trace, model, word }: Facts): string {
  const { num_hidden_layers: layers } = model.config;
  const many = capitals(layers);
  if (layers === 1 || trace.encoding.tokens.length < 2)
    return msg`{0:This encoder has one layer.|${many} such layers follow one another.}`;
  const near = nearnessOf(state);
  const [first = 0, last = 0] = [near[0], near.at(-1)];
  const other = wordName(trace.encoding.tokens, partner(state));
  const [from, to] = [signedShare(first), signedShare(last)];
  return msg`${capital(count(layers))} such layers in a row: the cosine of ${word} and ${other} goes from ${from} to ${to}.`;
}

/** With the other word, and what that makes of the answer; without one, the answer. */
function turn(facts: Facts): string {
  const { state, trace, model, word } = facts;
  const twins = twinsOf(state);
  const swap = swapBetween(state.sentence, otherText(state));
  if (!twins || !swap || !trace.has('logits')) return prediction(facts);
  const [before, after] = [twins.upper, twins.lower].map(
    (each) => topGuesses(each, model.vocabulary, state.token, 1)[0],
  );
  if (!before || !after) return prediction(facts);
  const [label, piece, odds] = [
    quoted(swap.label),
    quoted(after.piece),
    likelihood(after.probability),
  ];
  return before.piece === after.piece
    ? msg`With ${label} instead, the answer stays ${piece}, ${odds}.`
    : msg`Change one word to ${label}, and ${word} looks elsewhere: now the answer is ${piece}, ${odds}.`;
}

const sentences: Readonly<Record<SceneId, (facts: Facts) => string>> = {
  tokens({ state, trace, word }) {
    const { tokens } = trace.encoding;
    const { id } = tokens[state.token] ?? {};
    return msg`The text becomes ${counted(tokens.length)} {0:token with|tokens, each with} a number: ${word} is number ${id}.`;
  },
  embedding: ({ model, word }) =>
    msg`That number picks the embedding of ${word}: ${model.config.hidden_size} learned numbers.`,
  position,
  layers,
  projections: ({ state, word }) =>
    msg`In layer ${state.layer + 1}, ${word} makes a query, and every word a key and a value.`,
  scores,
  softmax: ({ best, share }) =>
    best === 'itself'
      ? msg`Softmax turns the scores into weights that add up to 1: the largest, ${share}, goes to the word itself.`
      : msg`Softmax turns the scores into weights that add up to 1: the largest, ${share}, goes to ${best}.`,
  sum: ({ word, best, share }) =>
    best === 'itself'
      ? msg`So ${word} gets ${share} of what this head passes on from itself.`
      : msg`So ${word} gets ${share} of what this head passes on from ${best}.`,
  concat: ({ model }) =>
    msg`{0:This layer has a single head.|${capitals(model.config.num_attention_heads)} heads do this side by side, each with weights of its own.}`,
  'attention-norm': ({ word }) =>
    msg`What they found is mixed into one vector and added to ${word}.`,
  'feed-forward-norm': feedForward,
  stack,
  prediction,
  turn,
};

/** What the film says in a scene, in plain words with the model's numbers; empty without a trace. */
export function filmText(id: SceneId, state: State): string {
  const facts = factsOf(state);
  return facts ? sentences[id](facts) : '';
}
