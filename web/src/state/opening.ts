import type { ModelInfo } from '../model/protocol';
import { grouped } from '../words/language';
import { msg } from '../words/msg';
import type { Choice } from './actions';
import { firstHead, firstToken } from './defaults';
import { isTaughtPronouns, pronounNote, wordsIn } from './honesty';
import { metadataOf } from './metadata';
import { firstSentence } from './presets';
import { initialSelection, type State } from './state';
import { firstTime, firstView } from './timeline';

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

/** What the browser calls the page: the reader's own sentence at the opening, else what the page is. */
export function titleOf({ sentence }: State, opening: boolean): string {
  return opening && sentence !== firstSentence && sentence.trim() !== ''
    ? msg`“${sentence}”: how a Transformer reads it`
    : msg`Fovea: watch a Transformer read, number by number`;
}

/** What the opening says of an attention head's row: at other words than a pronoun, what the guess is worth. */
export function aboutRow(state: State, heads: number, guess: string | undefined): string {
  const { trace, token } = state;
  const tokens = trace?.encoding.tokens ?? [];
  const word = tokens[token]?.piece ?? '';
  const row = msg`How much “${word}” takes from each word, in one of the model’s ${heads} attention heads.`;
  if (guess === undefined || !state.model || !isTaughtPronouns(state.model)) return row;
  if (pronounNote(state) !== null) return row;
  const worth =
    guess === word
      ? msg`The model was trained to say what pronouns stand for: asked about “${word}”, it only repeats the word.`
      : msg`The model was trained to say what pronouns stand for: its guess for “${word}” means little.`;
  return `${row} ${worth}`;
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
      ? msg`A small model, trained on invented sentences.`
      : msg`This model is small: ${size}, trained on invented sentences to name what a pronoun stands for.`,
    ...(tested
      ? [msg`Of ${tested.cases} sentences written by hand it got ${tested.right} right.`]
      : []),
    msg`It cannot chat.`,
  ];
}
