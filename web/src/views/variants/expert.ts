import { mainExpert } from '../../relatives/variant-tensors';
import { quoted } from '../../state/dataflow/naming';
import { weight } from '../../state/format';
import { msg } from '../../words/msg';
import type { StepContext } from '../kit/step-context';

/** An expert that a word takes, and its share of it. */
export interface Taken {
  readonly expert: number;
  readonly share: number;
}

/** The experts that a word takes in a layer, the one with most of it first. */
export function takenBy(
  { trace, layer }: Pick<StepContext, 'trace' | 'layer'>,
  token: number,
): readonly Taken[] {
  const row = trace.row(`layers.${layer}.feedForward.choice`, token);
  const all = Array.from(row, (share, expert) => ({ expert, share }));
  return all.filter(({ share }) => share !== 0).sort((a, b) => b.share - a.share);
}

/** Of the word in focus, the expert whose numbers a step draws. */
export const drawnExpert = (m: StepContext): number =>
  mainExpert(m.trace.row(`layers.${m.layer}.feedForward.choice`, m.focus));

/** "“it” goes to expert 2, .62, and expert 4, .38; drawn is expert 2." */
export function sharesOf(m: StepContext): string {
  const taken = takenBy(m, m.focus);
  const word = quoted(m.word);
  const [first, second] = taken;
  const named = ({ expert, share }: Taken): string => msg`expert ${expert + 1}, ${weight(share)}`;
  if (!first) return msg`${word} goes to no expert.`;
  if (!second) return msg`The router gives ${word} to expert ${first.expert + 1} alone.`;
  const all = taken.map(named).join('; ');
  return msg`The router gives ${word} to ${taken.length} experts: ${all}.`;
}
