import { percent, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg, msgParts } from '../../words/msg';
import { type Told, tell } from '../kit/derivation';
import { keyOf, shares, takenIn, workOf } from './numbers';
import { expertsOf, layersOf, type Reading, takenOf } from './reading';

const quoted = (word: string): string => msg`“${word}”`;

/** "layer 1: 3 (.62) and 1 (.38)" */
function inLayer(reading: Reading, layer: number, word: number): Told {
  const row = shares(reading, layer, word);
  const taken = [...takenIn(reading, layer, word)].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
  const named = taken.flatMap((expert, i): Told => {
    const share = { text: weight(row[expert] ?? 0), key: keyOf('choice', { layer, word, expert }) };
    return [`${i > 0 ? ' + ' : ''}${expert + 1} (`, share, ')'];
  });
  return tell(msgParts`layer ${layer + 1}: ${named}`);
}

const layers = (reading: Reading): readonly number[] =>
  Array.from({ length: layersOf(reading) }, (_, layer) => layer);

/** Which experts the word takes, layer by layer. */
export function wordText(reading: Reading, word: number): Told {
  const all = layers(reading).flatMap((layer): Told => {
    const each = inLayer(reading, layer, word);
    return layer > 0 ? ['; ', ...each] : each;
  });
  return tell(
    msgParts`Each layer has ${expertsOf(reading)} feed-forward networks, its experts. A router sends each word to ${takenOf(reading)} of them: ${quoted(reading.words[word] ?? '')} goes to ${all}.`,
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
    ? msg`The ${reading.words.length} words are spread evenly: each expert gets ${even} of them, within 1%.`
    : msg`Spread evenly, each expert would get ${even} of the words. Least even is layer ${layer + 1}: expert ${most + 1} gets ${percent(work[most] ?? 0)}, expert ${least + 1} gets ${percent(work[least] ?? 0)}.`;
}
