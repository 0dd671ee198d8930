// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { Reader, valuesOf } from '../../../web/src/state/dataflow/cell';
import { dataflow } from '../../../web/src/state/dataflow/graph';
import { structureOfRun } from '../../../web/src/state/dataflow/structure';
import { withGradients } from '../../../web/src/state/why';
import { list } from '../../../web/src/widgets/why-arithmetic';
import { scopeOf } from '../../../web/src/widgets/why-list';
import { makeModel, makeTrace } from '../fixtures';

const model = makeModel();

/** The words beside the powers of e that a cell's answer lists. */
function words(name: string, index: number[]): (string | undefined)[] {
  const trace = makeTrace('it b', [
    {
      name: 'logits',
      axes: [
        ['token', 2],
        ['piece', 8],
      ],
      values: Array.from({ length: 16 }, (_, i) => i / 8),
    },
    {
      name: 'layers.0.attention.scores',
      axes: [
        ['head', 1],
        ['query', 2],
        ['key', 2],
      ],
      values: [1, 2, 3, 4],
    },
  ]);
  const graph = withGradients(
    dataflow(model.config, structureOfRun(model.config, '')),
    { token: 1, piece: 3 },
    'b',
  );
  const { tokens } = trace.encoding;
  const context = { graph, tokens, vocabulary: model.vocabulary, heads: 4, dModel: 16 };
  const reader = new Reader(valuesOf(trace, new Map()));
  const found = graph.tensors.get(name)?.formula.explain(reader, index, name);
  render(
    list(
      found?.list ?? null,
      scopeOf({ cell: { name, index }, context }, () => {}),
    ),
    document.body,
  );
  return [...document.querySelectorAll('.powers .word')].map(({ textContent }) => textContent);
}

it('the powers of a logit’s gradient are those of the pieces, all of which it reads', () => {
  expect(words('grad.logits', [1, 3])).toEqual(model.vocabulary);
});

it('the powers of a weight are those of the sentence’s words', () => {
  expect(words('layers.0.attention.weights', [0, 1, 0])).toEqual(['it', 'b']);
});
