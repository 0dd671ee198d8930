import type { DecodeAnswer, DecodeStep } from '../../../relatives/protocol';
import { argmax } from '../../../state/vector';
import { isMark } from './words';

/** A layer and a head of the decoder, from 0. */
export interface HeadOf {
  readonly layer: number;
  readonly head: number;
}

const part = (all: Float32Array, { heads }: DecodeAnswer['model'], at: HeadOf, width: number) => {
  const first = (at.layer * heads + at.head) * width;
  return all.subarray(first, first + width);
};

/** What a place gives to itself and to those before, in one head. */
export const selfRow = ({ model }: DecodeAnswer, step: DecodeStep, at: HeadOf): Float32Array =>
  part(step.self, model, at, step.position + 1);

/** What a place gives to each word of the source, in one head; empty without a source. */
export const crossRow = (
  { model, source }: DecodeAnswer,
  { cross }: DecodeStep,
  at: HeadOf,
): Float32Array =>
  cross && source ? part(cross, model, at, source.tokens.length) : new Float32Array();

/** All heads, layer by layer. */
export const headsOf = ({ layers, heads }: DecodeAnswer['model']): readonly HeadOf[] =>
  Array.from({ length: layers * heads }, (_, i) => ({
    layer: Math.floor(i / heads),
    head: i % heads,
  }));

/** How much a head looks at the very words that are written next: the mean of its weights on them. */
export function copying(answer: DecodeAnswer, at: HeadOf): number {
  const { source, steps } = answer;
  const shares = steps
    .filter(({ token }) => !isMark(token) && source?.tokens.includes(token))
    .map((step) =>
      crossRow(answer, step, at).reduce(
        (sum, weight, i) => (source?.tokens[i] === step.token ? sum + weight : sum),
        0,
      ),
    );
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** The head that looks most at the words that are written next: the first one to be shown. */
export function copyingHead(answer: DecodeAnswer): HeadOf {
  const heads = headsOf(answer.model);
  const best = argmax(heads.map((at) => copying(answer, at)));
  return heads[best] ?? { layer: 0, head: 0 };
}
