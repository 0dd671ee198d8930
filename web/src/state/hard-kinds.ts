import { card } from 'fovea-model-card';
import { msg } from '../words/msg';
import { pronounIn } from './defaults';
import { doubt } from './honesty';
import { presets } from './presets';
import type { State } from './state';

/** By kind, a row of the card, what a text has up to its pronoun, in small letters and with a bar on each side of that. */
const signs: Readonly<Record<string, RegExp>> = {
  passive: /\b(?:is|are|was|were|be\w+|got) (?:\w+ )?(?!\w+ing|close|near)\w+ by .*\|/,
  they: /\|they/,
  'what-fits-and-what-blocks': /\bfits? .*\||(?:not|n.t) (?:reach|hold|carry|pass|go) .*\|it/,
  containers: /^(?!.*\bfits? ).*\b(?:in|into|inside|out of) (?:the|an?) .*\|it/,
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
  return msg`The model misreads many sentences like this: in a test it got ${worst.right} of ${worst.of} right.`;
}
