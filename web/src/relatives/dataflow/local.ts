import type { Reader } from '../../state/dataflow/cell';
import { softmax } from '../../state/dataflow/kinds/attention';
import type { Formula } from '../../state/dataflow/node';
import { entry } from '../../state/dataflow/parts';
import { msg } from '../../words/msg';
import { reachOf } from '../variant-tensors';
import { headWidth, type Variant } from './entries';
import { hiddenIn, isBiased, layerOf } from './in-attention';

/** A formula of pairs of words that says which of them a local layer masks out. */
function withReach<Of extends Formula>(of: Of, reach: number): Of {
  return {
    ...of,
    explain(reader: Reader, index: readonly number[], name: string) {
      const found = of.explain(reader, index, name);
      const [, i = 0, k = 0] = index;
      const isHidden = Math.abs(i - k) > reach;
      if (!isHidden && of.kind !== 'softmax') return found;
      const about = isHidden
        ? msg`Masked out: the words are more than ${reach} positions apart, and this layer’s attention is local.`
        : msg`Words more than ${reach} positions apart are masked out.`;
      return { ...found, about: [found.about, about].filter(Boolean).join(' ') };
    },
  };
}

/** Layers whose words attend to those near them only. */
export const local: Variant = {
  applies: ({ local_attention: seen = 0 }) => seen > 0,
  rewrite: (config, structure) => (each) => {
    const [name, { formula, label: called }] = each;
    const reach = reachOf(config, layerOf(name));
    if (!Number.isFinite(reach)) return [each];
    if (formula.kind === 'scores') return [entry(name, withReach(formula, reach), called)];
    if (formula.kind !== 'softmax') return [each];
    const { x, divisor, over } = formula;
    // Of a biased softmax the keys are hidden already.
    const seen = isBiased(config, structure)
      ? formula
      : softmax(x, divisor, headWidth(config), hiddenIn(name, config, structure), over);
    return [entry(name, withReach(seen, reach), called)];
  },
};
