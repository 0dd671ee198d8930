import { count, fine, weight } from '../format';
import { likelihood } from '../prediction';
import { argmax } from '../vector';
import { tickNumber } from './numbers';
import { type Asked, type Beat, isWhole, type Walk } from './walk';

const quoted = (word: string | undefined): string => `“${word ?? ''}”`;

const nats = (probability: number): string => (-Math.log(probability)).toFixed(2);

/** "“animal” at word 3" or "what “it” means, “animal”". */
const question = ({ words }: Walk, { token, right, reference }: Asked): string =>
  reference
    ? `that ${quoted(words[token])} means ${quoted(right)}`
    : `${quoted(right)} at word ${token + 1}`;

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function forwardCaption(walk: Walk): string {
  const { asked, look } = walk;
  const hidden = asked.filter(({ reference }) => !reference).length;
  const meant = asked.length - hidden;
  const all = [
    hidden > 0 ? `${count(hidden)} hidden ${hidden === 1 ? 'word' : 'words'}` : '',
    meant > 0 ? `what ${count(meant)} ${meant === 1 ? 'pronoun means' : 'pronouns mean'}` : '',
  ].filter(Boolean);
  const answers = asked.map((each) => `${question(walk, each)}, ${weight(each.before)}`);
  const losses = asked.map(({ before }) => nats(before));
  return `Forward. One sentence of step ${tickNumber(look.step)}’s batch, which asks for ${listed(all)}. The right answers’ probability p before the step: ${answers.join('; ')}; a loss, −ln p, of ${listed(losses)} nats.`;
}

/** The word that a level's gradient is largest at. */
function peak(walk: Walk, level: number): string {
  const { gradients } = walk.levels[level] ?? { gradients: [] };
  const at = argmax(gradients);
  return `${fine(gradients[at] ?? 0)} at ${quoted(walk.words[at])}`;
}

function backwardCaption(walk: Walk): string {
  const last = walk.levels.length - 1;
  const end = walk.levels[last]?.gradients ?? [];
  const silent = end.filter((g) => g === 0).length;
  const only =
    silent > 0
      ? `It begins at the words that are asked about: at the other ${count(silent)} of ${walk.words.length} the end’s gradient is 0.`
      : 'It begins at all words.';
  return `Backward. How much the loss would change with each vector. ${only} At the end it is largest, ${peak(walk, last)}; attention hands it on, and at the words that went in it is largest with ${peak(walk, 0)}.`;
}

function updateCaption({ asked, look }: Walk): string {
  const better = asked.filter(({ before, after }) => after > before).length;
  const same = asked.filter(({ before, after }) => after === before).length;
  const told = asked.map(
    ({ right, before, after }) =>
      `${quoted(right)} from ${likelihood(before)} to ${likelihood(after)}`,
  );
  const all =
    same === asked.length
      ? 'Nothing changed here'
      : `${better} of ${asked.length} got more probable`;
  return `Update. Step ${tickNumber(look.step)} moved all weights a little, for its whole batch. In this sentence ${told.join('; ')}. ${all}.`;
}

/** What a beat of a step shows. */
export function walkCaption(walk: Walk, beat: Beat): string {
  if (!isWhole(walk))
    return 'This step’s numbers left the range of a float: there is nothing to draw.';
  if (beat === 'forward') return forwardCaption(walk);
  return beat === 'backward' ? backwardCaption(walk) : updateCaption(walk);
}
