import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { cosineText } from './cosine-text';
import type { WayPlot, Ways } from './way-plot';
import { type Near, type PlaneOf, type SpaceWord, shareOf, type WordSpace } from './word-space';

export interface MapSaid {
  readonly space: WordSpace;
  readonly plane: PlaneOf;
  readonly chosen: SpaceWord;
  readonly near: readonly Near[];
  readonly other: Near;
}

export function mapText({ space, plane, chosen, near, other }: MapSaid): string {
  const names = near
    .slice(0, 3)
    .map(({ word, cosine }) => msg`“${word.word}” (${cosineText(cosine)})`);
  const against =
    other.word.id === chosen.id
      ? ''
      : msg` Its cosine to “${other.word.word}” is ${cosineText(other.cosine)}.`;
  return msg`Nearest to “${chosen.word}” over all ${space.size} numbers: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.${against} The plane keeps ${percent(shareOf(space.spread(plane)))} of the spread of the words with a sign, and ${percent(shareOf(space.spread(plane, chosen.id)))} of “${chosen.word}”: it shows the groups, but not who is nearest.`;
}

/** What a screen reader hears of a word. */
export const wordSpeech = ({ chosen, near }: MapSaid): string =>
  msg`${chosen.word}. Nearest: ${near
    .slice(0, 3)
    .map(({ word, cosine }) => `${word.word} ${cosineText(cosine)}`)
    .join(', ')}.`;

export const cosineAt = ({ way }: WayPlot, layer: number, token: number): number =>
  way.cosines[layer]?.[token] ?? Number.NaN;

/** The cosines of one sentence at a layer, the words in their order. */
export const readingOf = (plot: WayPlot, { rivals }: Ways, layer: number): string =>
  rivals
    .map(({ token, piece }) => `${piece} ${cosineText(cosineAt(plot, layer, token))}`)
    .join(', ');

/** The first layer after which one word is nearest and stays so; null where it is from the start. */
export function turnOf(
  plot: WayPlot,
  { rivals, layers }: Ways,
): { winner: string; layer: number | null } {
  const best = (layer: number) =>
    [...rivals].sort((a, b) => cosineAt(plot, layer, b.token) - cosineAt(plot, layer, a.token))[0];
  const winner = best(layers);
  let layer: number | null = null;
  for (let each = layers - 1; each >= 0 && layer === null; each--)
    if (best(each)?.token !== winner?.token) layer = each + 1;
  return { winner: winner?.piece ?? '', layer };
}

function endOf(plot: WayPlot, ways: Ways): string {
  const { winner, layer } = turnOf(plot, ways);
  const token = ways.rivals.find(({ piece }) => piece === winner)?.token ?? 0;
  const [from, to] = [cosineAt(plot, 0, token), cosineAt(plot, ways.layers, token)];
  const since =
    layer === null ? msg`nearest to it from the start` : msg`nearest to it from layer ${layer} on`;
  const moved =
    to > from
      ? msg`comes from ${cosineText(from)} to ${cosineText(to)} of “${winner}”`
      : msg`goes from ${cosineText(from)} to ${cosineText(to)} of “${winner}”`;
  return `${moved}, ${since}`;
}

/** What became of the word on its way. */
export function waysText(ways: Ways): string {
  const [first, second] = ways.plots;
  if (!first || ways.rivals.length === 0) return msg`There is no other word to hold it against.`;
  if (!second) return msg`“${ways.word}” ${endOf(first, ways)}.`;
  const ends = [turnOf(first, ways).winner, turnOf(second, ways).winner];
  const same =
    ends[0] === ends[1]
      ? msg` Both sentences end at the same word.`
      : msg` The same word with the same vector at the start ends in two places.`;
  return msg`With “${first.end}”, “${ways.word}” ${endOf(first, ways)}; with “${second.end}” it ${endOf(second, ways)}.${same}`;
}
