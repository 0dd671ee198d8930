import { count, percent, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg, msgParts } from '../../words/msg';
import { type Told, tell } from '../kit/derivation';
import { keyOf, shares, takenIn, workOf } from './numbers';
import { expertsOf, layersOf, type Reading, takenOf } from './reading';

const quoted = (word: string): string => msg`“${word}”`;

/** The experts that a word takes, the one with the largest share first. */
const byShare = (reading: Reading, layer: number, word: number): readonly number[] => {
  const row = shares(reading, layer, word);
  return [...takenIn(reading, layer, word)].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
};

const layers = (reading: Reading): readonly number[] =>
  Array.from({ length: layersOf(reading) }, (_, layer) => layer);

/** Which expert the word takes most of, in the first layer. */
export function wordText(reading: Reading, word: number): Told {
  const [first = 0] = byShare(reading, 0, word);
  const share = shares(reading, 0, word)[first] ?? 0;
  const most = { text: weight(share), key: keyOf('choice', { layer: 0, word, expert: first }) };
  return tell(
    msgParts`A router sends each word to ${count(takenOf(reading))} of ${count(expertsOf(reading))} feed-forward networks, called experts: in layer 1, ${quoted(reading.words[word] ?? '')} goes mostly to expert ${first + 1} (${most}).`,
  );
}

/** How far from even the work is: the busiest and the idlest expert of the layer where they differ most. */
export function evennessText(reading: Reading): string {
  const spread = (layer: number) => {
    const work = workOf(reading, layer);
    return Math.max(...work) - Math.min(...work);
  };
  const layer = argmax(layers(reading).map(spread));
  const work = workOf(reading, layer);
  const [most, least] = [argmax(work), argmax(work.map((share) => -share))];
  const even = percent(1 / expertsOf(reading));
  return spread(layer) < 0.01
    ? msg`The ${reading.words.length} words are spread evenly: each expert gets ${even} of them, within 1 %.`
    : msg`Spread evenly, each expert would get ${even} of the words. Layer ${layer + 1} is the least even: expert ${most + 1} gets ${percent(work[most] ?? 0)}, expert ${least + 1} gets ${percent(work[least] ?? 0)}.`;
}
