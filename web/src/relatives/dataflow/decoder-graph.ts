import type { ModelConfig } from '../../model/protocol';
import { dataflow, type Graph } from '../../state/dataflow/graph';
import { dot } from '../../state/dataflow/kinds/products';
import { label, type Other } from '../../state/dataflow/node';
import {
  attention,
  type Entry,
  embedding,
  entry,
  feedForward,
  output,
  sublayer,
  wordTable,
} from '../../state/dataflow/parts';
import { structureOf } from '../../state/dataflow/structure';
import { later } from '../../words/msg';

/** y[i,o] = Σ_j x[i,j] · weight[o,j]: a linear layer without a bias. */
export const product = (x: string, weight: string): Other => ({
  kind: 'other',
  inputs: [x, weight],
  explain: (reader, [i = 0, o = 0]) =>
    dot(reader.row(x, i).map((each, j) => [each, reader.operand(weight, o, j)])),
});

const labels = (normed: string, added: string, symbol: string) => ({
  norm: label(normed, 'x̂', 'norm'),
  residual: label(added, symbol),
});

const ofSelf = labels(later('normalised @, attention'), later('@ plus attention output'), 'x + o');
const ofCross = labels(
  later('normalised @, cross-attention'),
  later('@ plus cross-attention output'),
  'y + o',
);
const ofFeedForward = labels(
  later('normalised @, feed-forward'),
  later('@ plus feed-forward output'),
  'y + z',
);

/** Its rows are words of the source. */
const ofSource = ([name, node]: Entry): Entry => [
  name,
  { ...node, label: { ...node.label, isSource: true } },
];

/**
 * The data flow of a model with a decoder, by the core's names: where it has an encoder that of the source,
 * then masked self-attention, attention to what the encoder made of the source, and the feed-forward network.
 */
export function decoderGraph(config: ModelConfig): Graph {
  const own = structureOf(config);
  const masked = { ...own, mask: 'causal' } as const;
  const isRead = config.num_hidden_layers > 0;
  const encoder = dataflow(config);
  const entries: Entry[] = isRead ? [...encoder.tensors].map(ofSource) : [];
  entries.push(...embedding(config, own, 'decoder.'));
  let x = 'decoder.embedding.output';
  for (let l = 0; l < (config.decoder_layers ?? 0); l++) {
    const [name, parameter] = [`decoder.layers.${l}`, `decoder.layer.${l}`];
    const parts = [
      ['attention', 'attention', ofSelf],
      ...(isRead ? [['crossAttention', 'crossattention', ofCross] as const] : []),
    ] as const;
    for (const [part, learned, called] of parts) {
      const [of, p] = [`${name}.${part}`, `${parameter}.${learned}`];
      const [all, result] = sublayer(
        {
          ...{ name: of, x, parameter: `${p}.output.LayerNorm`, labels: called },
          inside: (read) =>
            part === 'attention'
              ? attention(of, p, read, config, masked)
              : attention(of, p, read, config, own, 'output'),
        },
        own,
        config.layer_norm_eps,
      );
      entries.push(...all);
      x = result;
    }
    const [all, result] = sublayer(
      {
        ...{ name: `${name}.feedForward`, x, parameter: `${parameter}.output.LayerNorm` },
        labels: ofFeedForward,
        inside: (read) => feedForward(`${name}.feedForward`, parameter, read, own),
      },
      own,
      config.layer_norm_eps,
    );
    entries.push(...all);
    x = result;
  }
  entries.push(
    ...output(config, own, x, 'decoder.'),
    entry(
      'logits',
      product('decoder.output', wordTable),
      label(later('score'), 'z', 'residual', { axes: 'piece' }),
    ),
  );
  const named = entries.map((each) =>
    /\.crossAttention\.(key|value)$/.test(each[0]) ? ofSource(each) : each,
  );
  return { ...encoder, tensors: new Map(named) };
}
