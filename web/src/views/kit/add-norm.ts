import { signed } from '../../render/format';
import type { Formula } from '../../state/dataflow/formula';
import { layerInput } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { normed } from './distribution';
import type { Mark } from './scene';
import { chosenCell, type StepContext } from './step-context';
import type { Draw } from './step-view';
import { type SumOf, sums } from './sums';
import { words } from './words';

/** The two halves of a step: what is added, and the layer norm that follows, where there is one. */
interface Halves {
  readonly add: { readonly x: string; readonly sublayer: string; readonly out: string };
  readonly norm: string | null;
  readonly sublayerName: string;
}

/** After attention. In a pre-norm layer the norm that follows is the one before the feed-forward. */
export function afterAttention({ model, layer }: StepContext): Halves {
  const a = `layers.${layer}.attention`;
  const pre = model.config.norm_order === 'pre';
  return {
    add: { x: layerInput(model.config, layer), sublayer: `${a}.output`, out: `${a}.residual` },
    norm: pre ? `layers.${layer}.feedForward.norm` : `${a}.norm`,
    sublayerName: 'Attention',
  };
}

/** After the feed-forward. A pre-norm stack has one more norm at its very end. */
export function afterFeedForward({ model, layer }: StepContext): Halves {
  const f = `layers.${layer}.feedForward`;
  const a = `layers.${layer}.attention`;
  const pre = model.config.norm_order === 'pre';
  const last = layer === model.config.num_hidden_layers - 1;
  return {
    add: { x: pre ? `${a}.residual` : `${a}.norm`, sublayer: `${f}.output`, out: `${f}.residual` },
    norm: pre ? (last ? 'output' : null) : `${f}.norm`,
    sublayerName: 'Feed-forward',
  };
}

function sumOf(m: StepContext, of: Halves['add'], name: string): SumOf {
  const fromNorm = of.x.endsWith('norm');
  return {
    a: { tensor: of.x, name: 'The word', formula: 'x, on the residual path' },
    b: { tensor: of.sublayer, name, formula: 'what it adds' },
    out: { tensor: of.out, name: 'Sum', formula: `${m.dModel} numbers` },
    roles: [
      fromNorm ? 'norm' : 'residual',
      name === 'Attention' ? 'residual' : 'feed-forward',
      'residual',
    ],
    begin: 0,
    end: 0.4,
  };
}

function caption(m: StepContext, { norm }: Halves): string {
  if (!norm)
    return `The feed-forward’s output is added to ${quoted(m.word)}. In this model nothing is normalised on the residual path.`;
  const mean = m.trace.tensor(`${norm}.mean`).data[m.focus] ?? 0;
  const rstd = m.trace.tensor(`${norm}.rstd`).data[m.focus] ?? 1;
  return `The word is kept, and what was found is added to it. The ${m.dModel} numbers of ${quoted(m.word)} have mean ${signed(mean)} and standard deviation ${signed(1 / rstd)}; layer norm brings them to 0 and 1, then γ and β set the scale it learned.`;
}

/** Draws a sum and the norm behind it. */
export function addNorm(halves: (m: StepContext) => Halves): Draw {
  return (m, frame) => {
    const of = halves(m);
    const head = words(m, frame);
    const sum = sums(m, frame, head.bottom + 4, sumOf(m, of.add, of.sublayerName));
    const marks: Mark[] = [...head.marks, ...sum.marks];
    let y = sum.bottom + 8;
    if (of.norm) {
      const { x } = m.graph.get(of.norm) as Extract<Formula, { kind: 'norm' }>;
      const norm = normed(m, frame, y, { x, norm: of.norm, begin: 0.4, end: 1 });
      marks.push(...norm.marks);
      y = norm.bottom;
    }
    const chosen = [of.add.out, of.norm].filter((name) => name !== null);
    return {
      ...{ marks, bottom: y, caption: caption(m, of) },
      chosen: chosen.map((name) => chosenCell(m, name)),
    };
  };
}
