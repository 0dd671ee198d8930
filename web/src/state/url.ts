import type { Choice } from './actions';
import { addressForms, entries } from './codec/fields';
import { initial } from './codec/kinds';
import type { State } from './state';

/** What an address hash chooses. Whatever it holds, the result is safe to put into a state. */
export function parseHash(hash: string): Choice {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
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

/** The address hash of a state, "#" included. */
export function formatHash(state: State): string {
  const fields = new URLSearchParams();
  for (const [name, { format }] of addressForms) {
    const text = format(state);
    if (text !== null) fields.set(name, text);
  }
  return `#${fields}`;
}
