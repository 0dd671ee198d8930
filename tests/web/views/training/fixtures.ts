import type { KeptStep, LearnInfo, StepReport } from '../../../../web/src/learn/protocol';
import type { Token } from '../../../../web/src/model/protocol';
import { wordKinds } from '../../../../web/src/views/kit/words';
import type { Reading, Seen } from '../../../../web/src/views/training/seen';
import { firstSettings } from '../../../../web/src/views/training/settings';
import {
  keeping,
  newTraining,
  started,
  type Training,
  withReports,
  withSeen,
} from '../../../../web/src/views/training/training';
import { makeModel } from '../../fixtures';

export const vocabulary: readonly string[] = [
  '[UNK]',
  'it',
  ...wordKinds.flatMap(({ words }) => words),
];

export const info = (): LearnInfo => ({
  config: { ...makeModel().config, num_hidden_layers: 2, num_attention_heads: 2, hidden_size: 4 },
  vocabulary,
  parameters: 1234,
  steps: 1000,
  shards: 4,
  keeps: 200e6,
  done: 0,
  structure: '',
});

export const report = (step: number): StepReport => ({
  step,
  tokens: 1000,
  maskedLoss: 7 / Math.sqrt(step),
  referenceLoss: 3 / Math.sqrt(step),
  rate: 0.001,
  shares: [],
  gradientNorm: 1,
  seconds: step * 0.02,
  parts: ['embedding', 'layers.0', 'layers.1', 'prediction'].map((name, i) => ({
    name,
    gradient: 1 / (step + i),
    update: 0.01 / (step + i),
  })),
});

export const keptAt = (step: number): KeptStep => ({
  step,
  seconds: step * 0.02,
  evaluation: {
    maskedLoss: 7 - step / 1000,
    referenceLoss: 3,
    references: step / 1000,
    pairs: step / 2000,
    headReferences: step / 800,
    headPairs: step / 1600,
    pairsHead: 0,
  },
});

export const tokensOf = (text: string): readonly Token[] => {
  let at = 0;
  return text.split(' ').map((piece) => {
    const begin = text.indexOf(piece, at);
    at = begin + piece.length;
    return { id: 0, piece, begin, end: at };
  });
};

/** A reading with one head's row; the other heads look at all words alike. */
export function readingOf(text: string, row: readonly number[], head = 0, heads = 4): Reading {
  const tokens = tokensOf(text);
  const even = new Float32Array(tokens.length).fill(1 / tokens.length);
  const rows = Array.from({ length: heads }, (_, i) =>
    i === head ? Float32Array.from(row) : even,
  );
  return {
    tokens,
    focus: tokens.findIndex(({ piece }) => piece === 'it'),
    rows,
    guess: { piece: 'animal', probability: 0.5 },
  };
}

const upperText = 'animal street it tired';
const lowerText = 'animal street it wide';

/** What a step sees whose head 1 of layer 1 has these weights on "animal" and "street". */
export const seenWith = (
  upper: readonly number[],
  lower: readonly number[] | null,
  head = 0,
): Seen => ({
  upper: readingOf(upperText, upper, head),
  lower: lower && readingOf(lowerText, lower, head),
  map: {
    places: wordKinds.flatMap(({ words }, kind) =>
      words.map((_, i) => [Math.cos(kind + i / 20), Math.sin(kind + i / 20)] as const),
    ),
    share: 0.4,
    own: 0.8,
  },
});

export const even = [0.25, 0.25, 0.25, 0.25];
export const atAnimal = [0.85, 0.05, 0.05, 0.05];
export const atStreet = [0.1, 0.8, 0.05, 0.05];

/** A run that looks at all words alike, then at one of them, then at the right one. */
export function learned(): Training {
  const steps = [
    [0, seenWith(even, even)],
    [100, seenWith(atAnimal, atAnimal)],
    [400, seenWith(atAnimal, atStreet)],
  ] as const;
  const reports = Array.from({ length: 400 }, (_, i) => report(i + 1));
  let training = withReports(started(newTraining(firstSettings), info()), reports);
  for (const [step, seen] of steps)
    training = withSeen(keeping(training, keptAt(step)), step, seen);
  return training;
}
