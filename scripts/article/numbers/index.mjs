// All numbers of the article's text by name, measured on the model and the core that the page has.
import * as attention from './attention.mjs';
import * as circuits from './circuits.mjs';
import * as context from './context.mjs';
import * as cost from './cost.mjs';
import * as depth from './depth.mjs';
import * as outcome from './outcome.mjs';
import * as parts from './parts.mjs';
import * as pieces from './pieces.mjs';
import * as questions from './questions.mjs';
import * as recurrent from './recurrent.mjs';
import * as trained from './trained.mjs';
import * as words from './words.mjs';

const kinds = [
  ...[words, pieces, attention, parts, context, outcome, cost, depth],
  ...[questions, recurrent, trained, circuits],
];

/** Name → text. `studies` is the module that measures untrained encoders. */
export function measure(model, studies) {
  const all = kinds.flatMap(({ numbers }) => Object.entries(numbers(model, studies)));
  const twice = all.find(([name], i) => all.findIndex(([other]) => other === name) !== i);
  if (twice) throw new Error(`two numbers of the article are called "${twice[0]}"`);
  return Object.fromEntries(all);
}
