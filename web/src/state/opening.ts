import type { ModelInfo } from '../model/protocol';
import type { Trace } from '../model/trace';
import { grouped } from '../words/language';
import { msg } from '../words/msg';
import type { Choice } from './actions';
import { firstHead, firstToken, isTrained, metadataOf, pronounIn } from './defaults';
import { percent } from './format';
import { doubt, isTaughtPronouns, pronounNote, wordsIn } from './honesty';
import { bestIds, likelihood, topGuesses } from './prediction';
import { firstSentence } from './presets';
import { initialSelection, type State } from './state';
import { firstTime, firstView } from './timeline';
import { wordName, wordNameFirst } from './word-names';

/** What the opening shows of a sentence, whatever the reader has chosen since: its pronoun, in the head to look at first. */
export function openingChoice({ model, trace }: State, sentence = firstSentence): Choice {
  const there = trace?.encoding.text === sentence;
  return {
    sentence,
    other: '',
    masked: [],
    view: firstView,
    time: firstTime,
    token: there ? firstToken(trace.encoding.tokens) : initialSelection.token,
    trail: [],
    why: null,
    tour: null,
    loop: false,
    playing: false,
    ...(model ? firstHead(model) : {}),
  };
}

/** A run of training that learns to read the first sentence and its twin. */
export const learning: Choice = {
  sentence: firstSentence,
  other: '',
  view: 'training',
  tour: null,
  learns: true,
};

/** The questions that are due. */
export const practising: Choice = { view: 'practice', settings: '', tour: null };

/** What the browser calls the page: the reader's own sentence at the opening, else what the page is. */
export function titleOf({ sentence }: State, opening: boolean): string {
  return opening && sentence !== firstSentence && sentence.trim() !== ''
    ? msg`“${sentence}”: how a Transformer reads it`
    : msg`Fovea: watch a Transformer read, number by number`;
}

/** Whether the word in focus is a pronoun, and the model says what it means. */
export function resolvesPronoun(state: State): boolean {
  const { model, trace, token } = state;
  if (!model || !trace) return true;
  const isPronoun = pronounIn(trace.encoding.tokens) === token || pronounNote(state) !== null;
  return isPronoun && trace.has('logits') && isTrained(model);
}

/** Where the word in focus looks in the head at hand, with the two largest weights. */
function looksSaid({ trace, layer, head, token }: State & { trace: Trace }): string {
  const { tokens } = trace.encoding;
  const row = trace.row(`layers.${layer}.attention.weights`, head, token);
  const [first = token, second] = bestIds(row, 2);
  const name = (at: number) => wordName(tokens, at);
  const share = (at: number) => percent(row[at] ?? 0);
  const word = wordNameFirst(tokens, token);
  if (second === undefined)
    return tokens.length === 1 ? msg`${word} stands alone: it can look only at itself.` : '';
  if (first === token)
    return msg`${word} looks most at itself (${share(first)}), then at ${name(second)} (${share(second)}).`;
  return second === token
    ? msg`${word} looks most at ${name(first)} (${share(first)}), then at itself (${share(second)}).`
    : msg`${word} looks most at ${name(first)} (${share(first)}), then at ${name(second)} (${share(second)}).`;
}

/** What the model's guess is worth for a word whose meaning it was not trained to say. */
function worthOf({ model, token }: State, trace: Trace): string {
  if (!model || !trace.has('logits') || !isTaughtPronouns(model)) return '';
  const word = trace.encoding.tokens[token]?.piece ?? '';
  const [guess] = topGuesses(trace, model.vocabulary, token, 1);
  return guess?.piece === word
    ? msg`Trained to say what pronouns stand for, the model can only repeat “${word}”.`
    : msg`Trained to say what pronouns stand for, the model knows no answer for “${word}”.`;
}

/** What the model makes of a word of the sentence; null at the first sentence's pronoun, where the reader is to find it. */
export function answerAt(state: State, brief: boolean): string | null {
  const { model, trace, token } = state;
  const word = trace?.encoding.tokens[token]?.piece;
  if (!model || !trace || word === undefined) return null;
  const looks = looksSaid({ ...state, trace });
  if (!resolvesPronoun(state)) return brief ? looks : `${looks} ${worthOf(state, trace)}`.trim();
  if (trace.encoding.text === firstSentence) return null;
  const [guess] = doubt(state) === null ? topGuesses(trace, model.vocabulary, token, 1) : [];
  if (!guess) return looks;
  const reads = msg`The model takes “${word}” to mean “${guess.piece}”, ${likelihood(guess.probability)}.`;
  return brief ? reads : `${reads} ${looks}`;
}

/** The pronoun to ask about, where another word is in focus. */
export function askable(state: State): number | null {
  const { model, trace } = state;
  if (!model || !trace || !isTaughtPronouns(model) || resolvesPronoun(state)) return null;
  return pronounIn(trace.encoding.tokens) ?? null;
}

/**
 * How many of the sentences written by hand it read right, of those that no list or training saw
 * where its file has them; null where it does not say.
 */
function handWritten(model: ModelInfo): { readonly right: number; readonly cases: number } | null {
  const evaluation = metadataOf(model, 'evaluation') as Readonly<Record<string, unknown>> | null;
  const counted =
    evaluation?.handWrittenThird ?? evaluation?.handWrittenNew ?? evaluation?.handWritten ?? {};
  const { cases, byOutput } = counted as Readonly<Record<string, number>>;
  if (!cases || !Number.isInteger(cases) || !(byOutput && byOutput <= 1)) return null;
  return { cases, right: Math.round(cases * byOutput) };
}

/** What a model is and what it can do, as far as its file says it; `brief` leaves out its size. */
export function promiseOf(model: ModelInfo, brief: boolean): readonly string[] {
  const size = msg`${grouped(model.parameters)} numbers, ${wordsIn(model)}`;
  if (model.metadata.training === undefined) return [msg`This model has ${size}.`];
  const tested = handWritten(model);
  return [
    brief
      ? msg`A small model, trained on made-up sentences.`
      : msg`This model is small: ${size}, trained on made-up sentences to name what a pronoun stands for.`,
    ...(tested
      ? [msg`It got ${tested.right} of ${tested.cases} hand-written sentences right.`]
      : []),
    msg`It cannot chat.`,
  ];
}
