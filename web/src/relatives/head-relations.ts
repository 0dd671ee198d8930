import { msg } from '../words/msg';
import { ModelLine } from './model-line';

/// What a key can be to its query, as core/include/fovea/head_study.h counts it.

/** Keys at most so far from their query are told apart by their distance, key − query. */
export const nearest = 8;

/** From this distance on a key is far away. */
export const farAway = 5;

const distances = 2 * nearest + 1;

export const ofDistance = (distance: number): number => distance + nearest;

/** The first token; a mark; the same piece elsewhere; what a pronoun is answered with; far away. */
export const relation = {
  first: distances,
  mark: distances + 1,
  same: distances + 2,
  noun: distances + 3,
  far: distances + 4,
} as const;

export const relations = distances + 5;

/** Numbers of a head in a study: its weights by relation, its entropy, its effect. */
export const numbersOfHead = relations + 2;

const words = {
  lost: () => msg`The heads’ worker stopped without saying why.`,
  stopped: (reason: string) => msg`The heads’ worker stopped: ${reason}.`,
};

let shared: ModelLine | null = null;

/** Studies what the heads of the model that is open do in many texts: headStudy, headArches, headPlaces. */
export function headStudies(): ModelLine {
  shared ??= new ModelLine(words);
  return shared;
}
