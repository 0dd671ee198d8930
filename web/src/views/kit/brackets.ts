import type { Token } from '../../model/protocol';
import type { WordWindow } from '../../render/visible-words';
import { spelledRuns } from '../../state/typed-words';
import { path } from './marks';
import type { PathMark } from './scene';

/** A bracket for each word that is spelled by several tokens, over those of them that are drawn. */
export function brackets(
  tokens: readonly Token[],
  { first: from, end: to }: WordWindow,
  over: (first: number, last: number) => string,
): readonly PathMark[] {
  return spelledRuns(tokens).flatMap(({ first, end }) => {
    const [left, right] = [Math.max(first, from), Math.min(end, to) - 1];
    return right > left ? [path(over(left, right), { stroke: 'ink-2' })] : [];
  });
}
