import { counted, fine, signed, weight } from '../../state/format';
import { likelihood } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';

import { type Asked, type Beat, isWhole, type Walk } from './walk';

const quoted = (word: string | undefined): string => msg`“${word}”`;

const nats = (probability: number): string => signed(-Math.log(probability));

/** "“animal” at word 3" or "what “it” means, “animal”". */
const question = ({ words }: Walk, { token, right, reference }: Asked): string =>
  reference
    ? msg`that ${quoted(words[token])} means ${quoted(right)}`
    : msg`${quoted(right)} at word ${token + 1}`;

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : msg`${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function forwardCaption(walk: Walk): string {
  const { asked, look } = walk;
  const hidden = asked.filter(({ reference }) => !reference).length;
  const meant = asked.length - hidden;
  const all = [
    ...(hidden > 0 ? [msg`${counted(hidden)} hidden {0:word|words}`] : []),
    ...(meant > 0 ? [msg`what ${counted(meant)} {0:pronoun means|pronouns mean}`] : []),
  ];
  const answers = asked.map((each) => `${question(walk, each)}, ${weight(each.before)}`);
  const losses = asked.map(({ before }) => nats(before));
  return msg`Forward. One sentence of step ${grouped(look.step)}’s batch, which asks for ${listed(all)}. The right answers’ probability p before the step: ${answers.join('; ')}; a loss, −ln p, of ${listed(losses)} nats.`;
}

/** The word that a level's gradient is largest at. */
function peak(walk: Walk, level: number): string {
  const { gradients } = walk.levels[level] ?? { gradients: [] };
  const at = argmax(gradients);
  return msg`${fine(gradients[at] ?? 0)} at ${quoted(walk.words[at])}`;
}

function backwardCaption(walk: Walk): string {
  const last = walk.levels.length - 1;
  const end = walk.levels[last]?.gradients ?? [];
  const silent = end.filter((g) => g === 0).length;
  const only =
    silent > 0
      ? msg`It begins at the words that are asked about: at the other ${silent} of ${walk.words.length} the end’s gradient is 0.`
      : msg`It begins at all words.`;
  return msg`Backward. How much the loss would change with each vector. ${only} At the end it is largest, ${peak(walk, last)}; attention hands it on, and at the words that went in it is largest with ${peak(walk, 0)}.`;
}

function updateCaption({ asked, look }: Walk): string {
  const better = asked.filter(({ before, after }) => after > before).length;
  const same = asked.filter(({ before, after }) => after === before).length;
  const told = asked.map(
    ({ right, before, after }) =>
      msg`${quoted(right)} from ${likelihood(before)} to ${likelihood(after)}`,
  );
  const all =
    same === asked.length
      ? msg`Nothing changed here.`
      : msg`${better} of ${asked.length} got more probable.`;
  return msg`Update. Step ${grouped(look.step)} moved all weights a little, for its whole batch. In this sentence ${told.join('; ')}. ${all}`;
}

/** What a beat of a step shows. */
export function walkCaption(walk: Walk, beat: Beat): string {
  if (!isWhole(walk))
    return msg`This step’s numbers left the range of a float: there is nothing to draw.`;
  if (beat === 'forward') return forwardCaption(walk);
  return beat === 'backward' ? backwardCaption(walk) : updateCaption(walk);
}
