import { percent } from '../../state/format';
import { msg, msgParts } from '../../words/msg';
import { type AskedNumber, type Told, tell } from '../kit/derivation';
import type { WayPlot, Ways } from './way-plot';
import {
  cosineText,
  type Near,
  type PlaneOf,
  type SpaceWord,
  shareOf,
  type WordSpace,
} from './word-space';

export interface MapSaid {
  readonly space: WordSpace;
  readonly plane: PlaneOf;
  readonly chosen: SpaceWord;
  readonly near: readonly Near[];
  readonly other: Near;
}

export const askWord = ({ word, cosine }: Near): AskedNumber => ({
  text: cosineText(cosine),
  key: `word ${word.id}`,
});

export function mapText({ space, plane, chosen, near, other }: MapSaid): Told {
  const names = near
    .slice(0, 3)
    .map((each) => tell(msgParts`“${each.word.word}” (${askWord(each)})`));
  const against =
    other.word.id === chosen.id
      ? []
      : tell(msgParts` Its cosine with “${other.word.word}” is ${askWord(other)}.`);
  const keeps = (key: string, word?: number) => ({
    text: percent(shareOf(space.spread(plane, word))),
    key,
  });
  const first = names.slice(0, -1).flatMap((name, i): Told => (i > 0 ? [', ', ...name] : name));
  return tell(
    msgParts`Nearest to “${chosen.word}” in all ${space.size} numbers: ${first} and ${names.at(-1) ?? []}.${against} The plane keeps only ${keeps('plane')} of the variance of the marked words, and ${keeps('own plane', chosen.id)} of “${chosen.word}”: it shows the groups, not the nearest words.`,
  );
}

/** What a screen reader hears of a word. */
export const wordSpeech = ({ chosen, near }: MapSaid): string =>
  msg`${chosen.word}. Nearest: ${near
    .slice(0, 3)
    .map(({ word, cosine }) => `${word.word} ${cosineText(cosine)}`)
    .join(', ')}.`;

export const cosineAt = ({ way }: WayPlot, layer: number, token: number): number =>
  way.cosines[layer]?.[token] ?? Number.NaN;

export const askWay = (plot: WayPlot, layer: number, token: number): AskedNumber => ({
  text: cosineText(cosineAt(plot, layer, token)),
  key: `way ${plot.end} ${layer} ${token}`,
});

/** The cosines of one sentence at a layer, the words in their order. */
export const readingOf = (plot: WayPlot, { rivals }: Ways, layer: number): Told =>
  rivals.flatMap(({ token, piece }, i) => [
    `${i > 0 ? ', ' : ''}${piece} `,
    askWay(plot, layer, token),
  ]);

/** The word that is nearest at the end, and its cosine. */
function endOf(plot: WayPlot, { rivals, layers }: Ways): Told {
  const at = (token: number) => cosineAt(plot, layers, token);
  const [nearest] = [...rivals].sort((a, b) => at(b.token) - at(a.token));
  if (!nearest) return [];
  return tell(
    msgParts`ends up nearest “${nearest.piece}” (${askWay(plot, layers, nearest.token)})`,
  );
}

/** What became of the word on its way. */
export function waysText(ways: Ways): Told {
  const [first, second] = ways.plots;
  if (!first || ways.rivals.length === 0) return [msg`There is no other word to compare it with.`];
  if (!second) return tell(msgParts`“${ways.word}” ${endOf(first, ways)}.`);
  return tell(
    msgParts`With “${first.end}”, “${ways.word}” ${endOf(first, ways)}; with “${second.end}”, it ${endOf(second, ways)}.`,
  );
}
