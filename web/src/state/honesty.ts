import { card } from 'fovea-model-card';
import type { ModelInfo } from '../model/protocol';
import { grouped } from '../words/language';
import { msg } from '../words/msg';
import { isTooLong, longestSentence } from './codec/texts';
import { quoted } from './dataflow/naming';
import { isTrained, metadataOf, pronounIn } from './defaults';
import { presets } from './presets';
import type { HeadPlace, State } from './state';
import { type TypedWord, typedWords } from './word-names';

/** What the page says of what a model can be trusted with; all of it from its file and the trace. */

/** How the model's trainer was set, where the file says that it was this project's. */
const trainingOf = (model: ModelInfo): Readonly<Record<string, unknown>> | null =>
  metadataOf(model, 'training') as Readonly<Record<string, unknown>> | null;

/** A whole word of a vocabulary, neither a piece of one nor a sign. */
export const isWholeWord = (piece: string): boolean => /^\p{L}[\p{L}'’]+$/u.test(piece);

/** Whole words of each vocabulary, counted once: they are told with every rendering. */
const counts = new WeakMap<readonly string[], number>();

function countWords(vocabulary: readonly string[]): number {
  const count = counts.get(vocabulary) ?? vocabulary.filter(isWholeWord).length;
  counts.set(vocabulary, count);
  return count;
}

/** Whole words of the vocabulary, neither pieces nor signs; from a hundred on to hundreds: "about 1,100 words". */
export function wordsIn({ vocabulary }: ModelInfo): string {
  const count = countWords(vocabulary);
  if (count < 100) return msg`${count} {0:word|words}`;
  return msg`about ${grouped(Math.round(count / 100) * 100)} words`;
}

/** What a trained model was trained on, in one line: "Trained on invented sentences, about 3,000 words". */
export function originOf(model: ModelInfo): string {
  return trainingOf(model)
    ? msg`Trained on made-up sentences; knows ${wordsIn(model)}`
    : msg`Its file does not say what it was trained on; it knows ${wordsIn(model)}`;
}

const pronouns =
  /^(it|he|she|they|him|her|them|its|his|hers|their|theirs|itself|himself|herself|themselves)$/;

/** Whether a model was trained to name, at a pronoun, what the pronoun stands for. */
export function isTaughtPronouns(model: ModelInfo): boolean {
  const weight = trainingOf(model)?.referenceWeight;
  return typeof weight === 'number' && weight > 0;
}

/** Said of a pronoun's prediction by a model that was trained to name what a pronoun stands for. */
export function pronounNote({ model, trace, token }: State): string | null {
  const piece = trace?.encoding.tokens[token]?.piece ?? '';
  if (!pronouns.test(piece) || !model || !isTaughtPronouns(model)) return null;
  return msg`Trained to name what a pronoun stands for.`;
}

const isWord = ({ text }: TypedWord): boolean => /[\p{L}\p{N}]/u.test(text);

const quotedList = (words: readonly string[], shown = 3): string => {
  const names = [...new Set(words)].map(quoted);
  if (names.length > shown + 1)
    return msg`${names.slice(0, shown).join(', ')} and ${names.length - shown} more`;
  const last = names.pop();
  return names.length > 0 ? msg`${names.join(', ')} and ${last}` : (last ?? '');
};

/** Names the words that the model has to spell; a published model has learned to read them so. */
export function spelledNote({ model, trace }: State): string | null {
  if (!trace || model?.head) return null;
  const words = typedWords(trace.encoding).filter((word) => word.end - word.first > 1);
  const [first] = words;
  if (!first) return null;
  return words.every(({ text }) => text === first.text)
    ? msg`This model does not know “${first.text}”: it spells it out, and may misread it.`
    : msg`This model does not know ${quotedList(words.map(({ text }) => text))}: it spells them out, and may misread them.`;
}

/** From this share of unknown words, or of letters of other scripts, on a text counts as not read. */
const tolerated = 0.25;

const lettersOf = (words: readonly TypedWord[]): readonly string[] =>
  words.flatMap(({ text }) => text.match(/\p{L}/gu) ?? []);

/**
 * Why what the model predicts for this text is not to be relied on; null where it may be. More than
 * a quarter of the words are not among its own, or more than a quarter of the letters belong to such
 * words and are not Latin. Published models are trained to read words by their pieces.
 */
export function doubt({ model, trace }: State): string | null {
  if (!model || !trace || !isTrained(model) || model.head) return null;
  const words = typedWords(trace.encoding).filter(isWord);
  const unknown = words.filter((word) => word.unknown);
  const letters = lettersOf(words).length;
  const foreign = lettersOf(unknown).filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  const isForeign = foreign > tolerated * letters;
  if (unknown.length <= tolerated * words.length && !isForeign) return null;
  const [strange, all] = [unknown.length, words.length];
  return isForeign
    ? msg`Do not trust the prediction here: the model does not know ${strange} of ${all} words, and ${foreign} of ${letters} letters are not Latin.`
    : msg`Do not trust the prediction here: the model does not know ${strange} of ${all} words.`;
}

const isSaid = (note: string | null): note is string => note !== null;

const limit = (): string => grouped(longestSentence);

/** Of a text that a link cannot hold: that one will cut it, or that one has. */
function lengthNotes({ sentence, cut }: State): string[] {
  if (isTooLong(sentence)) {
    return [msg`The text is too long for a link: reloading keeps its first ${limit()} characters.`];
  }
  return cut ? [msg`A link holds ${limit()} characters: the rest of the text was cut off.`] : [];
}

function headNote({ missing, layer, head }: State): string | null {
  const name = (of: HeadPlace) => msg`layer ${of.layer + 1}, head ${of.head + 1}`;
  if (!missing) return null;
  return msg`This model has no ${name(missing)}: ${name({ layer, head })} is shown instead.`;
}

/** What there is to say about how the model read the sentence. */
export function sentenceNotes(state: State): readonly string[] {
  const encoding = state.trace?.encoding;
  if (!encoding || encoding.text !== state.sentence) return [];
  const { tokens, dropped, masked } = encoding;
  const unknown = tokens.filter((token) => token.piece === '[UNK]').length;
  const notes = [doubt(state), headNote(state), ...lengthNotes(state), spelledNote(state)].filter(
    isSaid,
  );
  if (dropped > 0) {
    const [most, all] = [tokens.length, tokens.length + dropped];
    notes.push(
      msg`The model takes at most ${most} {0:token|tokens}: the last ${dropped} of ${all} are left out.`,
    );
  }
  if (unknown > 0) {
    notes.push(
      msg`${unknown} {0:token|tokens} not in the vocabulary: the model sees [UNK] instead.`,
    );
  }
  if (masked.length > 0) notes.push(msg`${masked.length} {0:word|words} masked.`);
  return notes;
}

/** By kind, a row of the card, what a text has up to its pronoun, in small letters and with a bar on each side of that. */
const signs: Readonly<Record<string, RegExp>> = {
  passive: /\b(?:is|are|was|were|be\w+|got) (?:\w+ )?(?!\w+ing|close|near)\w+ by .*\|/,
  they: /\|they/,
  'he-and-she': /\|s?he\|/,
  'the-animal-and-the-street':
    /(?:not|n.t) (?:cross|climb|enter|jump|swim|walk|run|drive) .*\b(?:because|since|as) \|it/,
  'what-fits-and-what-blocks': /\bfits? .*\||(?:not|n.t) (?:reach|hold|carry|pass|go) .*\|it/,
  containers: /^(?!.*\bfits? ).*\b(?:in|into|inside|out of) (?:the|an?) .*\|it/,
  'what-the-world-knows': /\b(?:until|once|so(?: that)?) \|/,
  'two-clauses': /\b(?:and|then|but|when|while|after|before) \|/,
};

/**
 * Said before an answer to a typed sentence with a pronoun: that nothing stands before it that it could mean (a pronoun that
 * begins a sentence means nothing further on in it), or that the shipped model reads such sentences less well, by its card.
 * Null where there is nothing to warn of, and for the page's own sentences.
 */
export function hardKindNote(state: State): string | null {
  const encoding = state.trace?.encoding;
  if (encoding?.text !== state.sentence || doubt(state) !== null) return null;
  const at = encoding?.tokens[pronounIn(encoding.tokens) ?? -1];
  if (!at || state.model?.metadata.name !== card.name) return null;
  if (presets.some(({ text }) => text === encoding.text)) return null;
  const text = encoding.text.toLowerCase();
  const before = text.slice(0, at.begin);
  if (!before.trim()) return msg`There is nothing before the pronoun that it could mean.`;
  const read = `${before}|${text.slice(at.begin, at.end)}|`;
  const worst = card.hard.find(({ kind }) => signs[kind]?.test(read));
  if (!worst) return null;
  return msg`The model may misread this: in a test it got ${worst.right} of ${worst.of} such sentences right.`;
}
