import { cell, cellText } from '../../state/dataflow/cell';
import { expertsOf, layersOf, type Reading } from './reading';

/** An expert for a word in a layer. */
export interface Place {
  readonly layer: number;
  readonly word: number;
  readonly expert: number;
}

/** What a number of the router is asked by: its cell. */
export const keyOf = (part: 'choice' | 'probabilities', { layer, word, expert }: Place): string =>
  cellText(cell(`layers.${layer}.feedForward.${part}`, word, expert));

const row = (reading: Reading, part: string, layer: number, word: number): Float32Array => {
  const { data } = reading.tensor(`layers.${layer}.feedForward.${part}`);
  const experts = expertsOf(reading);
  return data.subarray(word * experts, (word + 1) * experts);
};

/** How probable the router finds each expert for a word. */
export const probabilities = (reading: Reading, layer: number, word: number): Float32Array =>
  row(reading, 'probabilities', layer, word);

/** What part of a word each expert gets; 0 of those that it does not take. */
export const shares = (reading: Reading, layer: number, word: number): Float32Array =>
  row(reading, 'choice', layer, word);

export const scores = (reading: Reading, layer: number, word: number): Float32Array =>
  row(reading, 'router', layer, word);

/** The experts that a word takes, from the first to the last. */
export const takenIn = (reading: Reading, layer: number, word: number): readonly number[] =>
  Array.from(shares(reading, layer, word)).flatMap((share, e) => (share > 0 ? [e] : []));

/** What part of the whole sentence each expert of a layer gets: they add up to 1. */
export function workOf(reading: Reading, layer: number): readonly number[] {
  const n = reading.words.length;
  return Array.from({ length: expertsOf(reading) }, (_, e) => {
    let sum = 0;
    for (let word = 0; word < n; word++) sum += shares(reading, layer, word)[e] ?? 0;
    return sum / n;
  });
}

/** Two places of the first word that stands twice; null where none does. */
export function twinsIn({ words }: Reading): readonly [number, number] | null {
  const second = words.findIndex((word, i) => words.indexOf(word) < i);
  return second < 0 ? null : [words.indexOf(words[second] ?? ''), second];
}

/** In which layers two words take the same experts. */
export const alike = (reading: Reading, a: number, b: number): readonly number[] =>
  Array.from({ length: layersOf(reading) }, (_, layer) => layer).filter(
    (layer) => takenIn(reading, layer, a).join() === takenIn(reading, layer, b).join(),
  );
