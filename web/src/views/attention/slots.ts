import { type Arches, type ArchOptions, layoutArches } from '../../render/arches';
import {
  nearest,
  placeOfWord,
  sumOver,
  type WordPlace,
  type WordWindow,
} from '../../render/visible-words';
import type { AttentionRow } from './attention-row';

/** A place along the words with the middle of its column or row. */
export interface Slot extends WordPlace {
  readonly centre: number;
}

/** The middle of each word's place, word by word: the words beyond the window share theirs. */
export function centresOf(slots: readonly Slot[]): readonly number[] {
  return slots.flatMap(({ first, end, centre }) => new Array<number>(end - first).fill(centre));
}

/** One strand to each word that is drawn, and one to the words beyond either end, summed. */
export function slotArches(
  row: AttentionRow,
  shown: WordWindow,
  slots: readonly Slot[],
  options: ArchOptions,
): Arches {
  const weights = slots.map((slot) => Math.abs(sumOver(slot, row.weights)));
  const centres = slots.map(({ centre }) => centre);
  const arches = layoutArches(weights, placeOfWord(shown, row.focus), centres, options);
  const tokenOf = (place: number) => {
    const slot = slots[place];
    return slot ? nearest(slot) : place;
  };
  return { ...arches, strands: arches.strands.map((s) => ({ ...s, key: tokenOf(s.key) })) };
}

/** Σ weight · value over a place's words, divided by their weight: its strip, narrowed, is that sum. */
export function meanValue(row: AttentionRow, slot: WordPlace): Float32Array {
  const total = sumOver(slot, row.weights);
  const mean = new Float32Array(row.dK);
  if (total === 0) return mean;
  for (let token = slot.first; token < slot.end; token++) {
    const share = (row.weights[token] ?? 0) / total;
    const value = row.values[token] ?? [];
    for (let i = 0; i < row.dK; i++) mean[i] = (mean[i] ?? 0) + share * (value[i] ?? 0);
  }
  return mean;
}
