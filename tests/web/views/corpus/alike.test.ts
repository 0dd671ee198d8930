import { expect, it } from 'vitest';
import { numbersOfHead, relations } from '../../../../web/src/relatives/head-relations';
import { alikeHeads } from '../../../../web/src/views/corpus/alike';
import { studyOf } from '../../../../web/src/views/corpus/habits';
import { makeModel } from '../../fixtures';

/** Groups of heads that differ in their entropy alone, given in the unit of the distance, 4 bits. */
function groupsOf(entropies: readonly number[]): readonly (readonly number[])[] {
  const heads = new Float32Array(entropies.length * numbersOfHead);
  for (const [head, entropy] of entropies.entries())
    heads[head * numbersOfHead + relations] = 4 * entropy;
  const counted = { texts: 1, tokens: 1, measured: 0, queries: new Float32Array(relations) };
  const study = studyOf({ model: makeModel() } as never, {
    ...{ ...counted, heads, sure: [], unsure: [] },
  });
  return alikeHeads(study).map(({ heads: of }) => [...of].sort((a, b) => a - b));
}

it('joins heads by the mean distance of all members, up to .42', () => {
  expect(groupsOf([0, 0.04, 0.1, 0.46])).toEqual([[0, 1, 2, 3]]);
  // (.47 + .43 + .37) ÷ 3 is above it, the mean of the means (.45 + .37) ÷ 2 below.
  expect(groupsOf([0, 0.04, 0.1, 0.47])).toEqual([[0, 1, 2], [3]]);
  expect(groupsOf([0.47, 0, 0.1, 0.04])).toEqual([[1, 2, 3], [0]]);
});
