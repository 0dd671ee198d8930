import type { ModelConfig } from '../../model/protocol';
import { explanation } from '../../state/dataflow/explanation';
import { dataflow, type Graph } from '../../state/dataflow/graph';
import { ids, lookup, wave, waveAt } from '../../state/dataflow/kinds/embedding';
import { dot } from '../../state/dataflow/kinds/products';
import { label, type Other } from '../../state/dataflow/node';
import { type Entry, entry, wordTable } from '../../state/dataflow/parts';
import { later, msg } from '../../words/msg';

/** What the picture itself has: the way back ends there. */
const pixels: Other = {
  kind: 'other',
  inputs: [],
  explain: ({ values }, index, name) =>
    explanation({
      operands: [],
      value: values.at({ name, index }),
      about: msg`The brightness of one colour of a pixel, from 0 to 1. The trail ends here.`,
    }),
};

/** Row 0 is the question's, looked up; the others are the patches', each a linear layer of its pixels. */
function embedded(question: string, patches: string): Other {
  const parameter = 'embeddings.patch_embeddings.projection';
  const [weight, bias] = [`${parameter}.weight`, `${parameter}.bias`];
  const asked = lookup(question, wordTable, 1);
  return {
    kind: 'other',
    inputs: [question, patches, wordTable, weight, bias],
    explain(reader, [i = 0, j = 0], name) {
      if (i === 0) return asked.explain(reader, [0, j], name);
      const pairs = reader
        .row(patches, i - 1)
        .map((each, k) => [each, reader.operand(weight, j, k)] as const);
      return dot(pairs, reader.operand(bias, j));
    },
  };
}

/** The first half of a patch's position is its row's, the second its column's; the question has none. */
const positions = (side: number): Other => ({
  kind: 'other',
  inputs: [],
  explain(reader, [i = 0, j = 0], name) {
    if (i === 0)
      return explanation({ operands: [], value: 0, about: msg`The question has no position.` });
    const half = reader.width(name) / 2;
    const isRow = j < half;
    const at = isRow ? Math.floor((i - 1) / side) : (i - 1) % side;
    return explanation({
      operands: [],
      value: waveAt(at, j % half, half),
      about: isRow ? msg`A wave for the patch’s row.` : msg`A wave for the patch’s column.`,
      written: wave(at, j % half, half),
    });
  },
});

/** A logit for each answer, from the question's last vector. */
const answers: Other = {
  kind: 'other',
  inputs: ['output', 'classifier.weight', 'classifier.bias'],
  explain: (reader, [answer = 0]) =>
    dot(
      reader
        .row('output', 0)
        .map((each, j) => [each, reader.operand('classifier.weight', answer, j)]),
      reader.operand('classifier.bias', answer),
    ),
};

/** The data flow of a model that reads pictures: an encoder's, but for where it begins and ends. */
export function pictureGraph(config: ModelConfig): Graph {
  const graph = dataflow(config);
  const side = (config.image_size ?? 0) / (config.patch_size ?? 1);
  const [id, patches] = ['question.id', 'patches.pixels'];
  const first: readonly Entry[] = [
    entry(id, ids(), label(later('id of the question'), 'id', 'residual', { axes: 'token' })),
    entry(patches, pixels, label(later('pixels'), 'p')),
  ];
  const encoder = [...graph.tensors].flatMap(([name, node]): readonly Entry[] => {
    if (name === 'tokens.ids') return [];
    if (name === 'embedding.positions') return [entry(name, positions(side), node.label)];
    if (name === 'embedding.tokens') return [entry(name, embedded(id, patches), node.label)];
    return [[name, node]];
  });
  const logits = entry(
    'logits',
    answers,
    label(later('score'), 'z', 'residual', { axes: 'piece' }),
  );
  return { ...graph, tensors: new Map([...first, ...encoder, logits]) };
}
