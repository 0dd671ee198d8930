import type { Choice } from './actions';
import { addressForms, entries } from './codec/fields';
import { initial } from './codec/kinds';
import { firstToken } from './defaults';
import { firstSentence } from './presets';
import type { State } from './state';

/** What an address hash chooses. Whatever it holds, the result is safe to put into a state. */
export function parseHash(hash: string): Choice {
  const fields = fieldsOf(hash);
  const choices = addressForms.map(([name, { parse }]) => {
    const text = fields.get(name);
    return text === null ? undefined : parse(text);
  });
  return Object.assign({}, ...choices);
}

/** What an address means by leaving it out. */
export const leftOut: Choice = Object.assign(
  { playing: false },
  ...entries.filter(([, { resets }]) => resets).map(([, { key }]) => initial(key)),
);

/** Marks an address of the opening. */
const openingMark = 'opening';

/** What an address of the opening says. */
const ofOpening = ['sentence', 'token', 'other', 'lang'];

const fieldsOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, ''));

/** Whether an address asks for the opening, whoever opens it. */
export const opensOpening = (hash: string): boolean => fieldsOf(hash).has(openingMark);

/** Whether an address is of the opening: it asks for it, or says nothing but a language. */
export const isOpening = (hash: string): boolean =>
  opensOpening(hash) || [...fieldsOf(hash).keys()].every((name) => name === 'lang');

/** The address hash of the opening: the sentence and its word where they are not the first, and the language. */
export function formatOpening(state: State): string {
  const { sentence, token, trace, pinned } = state;
  // Until a sentence is read, its word is that of the one before.
  const isPending = trace !== null && trace.encoding.text !== sentence && !pinned;
  const usual = isPending || token === firstToken(trace?.encoding.tokens ?? []);
  const isFirst = sentence === firstSentence && usual;
  const own = ofOpening.filter((name) => name !== 'token' || !isPending);
  const said = isFirst || !trace ? ['lang'] : own;
  const fields = new URLSearchParams(said === own ? openingMark : '');
  for (const [name, { format }] of addressForms) {
    const text = said.includes(name) ? format(state) : null;
    if (text !== null) fields.set(name, text);
  }
  const hash = String(fields).replace(`${openingMark}=&`, `${openingMark}&`);
  return hash === '' ? '' : `#${hash}`;
}

/** The address hash of a state, "#" included. */
export function formatHash(state: State): string {
  const fields = new URLSearchParams();
  for (const [name, { format }] of addressForms) {
    const text = format(state);
    if (text !== null) fields.set(name, text);
  }
  return `#${fields}`;
}
