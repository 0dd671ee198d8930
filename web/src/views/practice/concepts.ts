import type { ModelInfo } from '../../model/protocol';
import { bestAt } from '../../state/defaults';
import type { Concept, Posed, Question } from './question';
import { concept as cost } from './questions/cost';
import { concept as decoder } from './questions/decoder';
import { concept as embedding } from './questions/embedding';
import { concept as explanation } from './questions/explanation';
import { concept as feedForward } from './questions/feed-forward';
import { concept as heads } from './questions/heads';
import { concept as masks } from './questions/masks';
import { concept as norm } from './questions/norm';
import { concept as order } from './questions/order';
import { concept as positions } from './questions/positions';
import { concept as projections } from './questions/projections';
import { concept as residual } from './questions/residual';
import { concept as scaling } from './questions/scaling';
import { concept as similarity } from './questions/similarity';
import { concept as softmax } from './questions/softmax';
import { concept as stack } from './questions/stack';
import { concept as training } from './questions/training';
import { concept as weightedMean } from './questions/weighted-mean';

/** All concepts by id, in the order in which they are learned. */
export const concepts: Readonly<Record<string, Concept>> = {
  embedding,
  positions,
  projections,
  similarity,
  scaling,
  softmax,
  mean: weightedMean,
  heads,
  residual,
  norm,
  'feed-forward': feedForward,
  stack,
  order,
  masks,
  training,
  cost,
  decoder,
  explanation,
};

export interface Filed {
  /** "concept/question": how addresses and the record know it. */
  readonly id: string;
  readonly concept: Concept;
  readonly question: Question;
}

/** The bank: all questions, in the order of their concepts. */
export const bank: readonly Filed[] = Object.entries(concepts).flatMap(([name, concept]) =>
  concept.questions.map((question) => ({ id: `${name}/${question.id}`, concept, question })),
);

const byId = new Map(bank.map((filed) => [filed.id, filed]));

export const filed = (id: string): Filed | undefined => byId.get(id);

/** Whether the questions can be asked of a model: they are about one that resolves pronouns. */
export const isFor = (model: ModelInfo): boolean => bestAt(model, 'antecedent') !== null;

/** A number for a text that looks like chance, and is the same every time. */
const mixed = (text: string): number => {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/** In an order that depends on the seed alone. */
export const shuffled = (texts: readonly string[], seed: string): readonly string[] =>
  [...texts].sort((a, b) => mixed(seed + a) - mixed(seed + b));

/** The ids of a question’s options as they are shown: numbers and vectors rise, others are shuffled. */
export const shownOptions = (id: string, options: Posed['options'], seed: number) => {
  const ids = Object.keys(options);
  return ids.every((each) => /^x?-?\d/.test(each)) ? ids : shuffled(ids, `${id}${seed}`);
};

/** Names of principles to choose from after a verdict: the one that explains it, its concept's other, a neighbour's. */
export function principlesFor({ id, concept, question }: Filed): readonly string[] {
  const all = Object.values(concepts);
  const next = all[(all.indexOf(concept) + 1) % all.length] as Concept;
  const [foreign = ''] = Object.values(next.principles);
  return shuffled([...Object.values(concept.principles), foreign], `${id}${question.principle}`);
}
