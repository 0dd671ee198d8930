import { beforeAll, describe, expect, it } from 'vitest';
import { isGradient, valuesOf } from '../../web/src/state/dataflow/cell';
import { explain } from '../../web/src/state/dataflow/graph';
import { fine } from '../../web/src/state/format';
import { initialState, reduce } from '../../web/src/state/reduce';
import { graphOf } from '../../web/src/state/why';
import { steps as attentionSteps } from '../../web/src/views/attention';
import { stepViews } from '../../web/src/views/registry';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know, variantBytes } from './variants';

/** The chain rule on the page, number by number, against the gradients of the shipped module. */

// The core sums in f32, this in f64, from operands in f32: relative to the largest gradient of the layer.
const tolerance = 1e-5;
const samples = 40;

/** Of a model and a structure: each kind of arithmetic, each activation, each place of a norm. */
const cases = [
  ['shipped', ''],
  ['shipped', 'norm=pre,mask=causal,activation=silu'],
  ['shipped', 'scale=2.5,residual@1=0.5,layer@2=off,activation@0=gelu,activation@3=gelu_tanh'],
  ['shipped', 'norm=pre,residual=normed,positions=off'],
  ['shipped', 'norm=none,scale@0=off,residual@3=off'],
  ['bert', ''],
  ['bert', 'norm=pre,layer@1=off'],
  ['pre_silu_no_positions', ''],
  ['pre_silu_no_positions', 'mask=padding,norm=post,residual=0.5'],
] as const;

const sentence = "The animal didn't cross the street because it was too tired";
let known: ReadonlyMap<string, Known>;

beforeAll(async () => {
  const fovea = await loadShipped();
  known = new Map(
    cases.map(([name, structure]) => {
      const shipped = name === 'shipped';
      const loss = shipped ? { token: 7, piece: 446 } : { token: 1, piece: 5 };
      const bytes = shipped ? modelBytes() : variantBytes(name);
      const text = shipped ? sentence : 'a b [PAD] a d';
      return [`${name} ${structure}`, know(fovea, bytes, text, structure, loss)] as const;
    }),
  );
});

const largestOf = (data: Float32Array): number =>
  data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

const groupOf = (name: string): string => /^grad\.(layers\.\d+|[a-z]+)/.exec(name)?.[0] ?? name;

/** Places spread over a tensor, as indices. */
function sampled(shape: readonly number[]): readonly (readonly number[])[] {
  const size = shape.reduce((product, n) => product * n, 1);
  const places = Array.from({ length: Math.min(samples, size) }, (_, i) =>
    size <= samples ? i : Math.floor(((i + 0.5) * size) / samples + i * 7) % size,
  );
  const sizeFrom = (axis: number) => shape.slice(axis + 1).reduce((product, n) => product * n, 1);
  return places.map((place) => shape.map((n, axis) => Math.floor(place / sizeFrom(axis)) % n));
}

describe.each(cases)('back through %s with "%s"', (name, structure) => {
  it('each gradient of the trace is recomputed from its operands', () => {
    const { info, trace, parameters } = known.get(`${name} ${structure}`) as Known;
    const graph = graphOf(info, trace);
    const values = valuesOf(trace, parameters);
    const gradients = trace.names.filter(isGradient);
    expect([...graph.tensors.keys()].sort()).toEqual([...trace.names].sort());
    for (const of of gradients) {
      const group = gradients.filter((each) => groupOf(each) === groupOf(of));
      const bound = Math.max(...group.map((each) => largestOf(trace.tensor(each).data)));
      for (const index of sampled(trace.tensor(of).shape)) {
        const found = explain(graph, values, { name: of, index }).value;
        const error = Math.abs(found - values.at({ name: of, index })) / bound;
        expect(error, `${of} [${index}]`).toBeLessThan(tolerance);
      }
    }
  });
});

describe('the captions on the way back say what was measured', () => {
  const focus = 7;
  const layer = 3;
  const head = 5;

  /** Both beats of a step's caption, at “it” in layer 4, head 6. */
  function captionOf(id: string): string {
    const { info, trace } = known.get('shipped ') as Known;
    const start = initialState({ sentence, backward: true, layer, head, token: focus, view: id });
    const state = reduce(start, { type: 'model', model: info, trace });
    const view = [...stepViews, ...attentionSteps].find((each) => each.id === id);
    const scene = view?.layout(state, { width: 900 });
    return (view?.caption(scene as never, state) ?? []).join(' ');
  }

  const row = (name: string): Float32Array =>
    (known.get('shipped ') as Known).trace.row(name.replace('~', `layers.${layer}`), focus);
  const length = (name: string): string => fine(Math.hypot(...row(name)));

  it.each([
    ['prediction', ['grad.output']],
    ['compress', ['grad.~.feedForward.output', 'grad.~.feedForward.activated']],
    ['activate', ['grad.~.feedForward.activated', 'grad.~.feedForward.hidden']],
    ['expand', ['grad.~.feedForward.hidden', 'grad.~.attention.norm']],
    ['output', ['grad.~.attention.output', 'grad.~.attention.heads']],
    ['projections', ['query', 'key', 'value'].map((part) => `grad.~.attention.${part}`)],
    ['position', ['grad.embedding.positions', 'grad.embedding.tokens']],
    ['embedding', ['grad.embedding.tokens']],
    ['stack', [0, 1, 2].map((l) => `grad.layers.${l}.feedForward.norm`)],
  ])('%s', (id, names) => {
    for (const name of names) expect(captionOf(id), name).toContain(length(name));
  });

  it('activate counts the units that fired', () => {
    const fired = row('~.feedForward.hidden').filter((u) => u > 0).length;
    expect(captionOf('activate')).toContain(`${fired} of 512 hidden units fired`);
    const passed = row('grad.~.feedForward.hidden').filter((g) => g !== 0).length;
    expect(passed).toBeLessThanOrEqual(fired);
  });

  it('softmax subtracts the mean', () => {
    const { trace } = known.get('shipped ') as Known;
    const of = (tensor: string) => trace.row(`${tensor}.weights`, head, focus);
    const [w, g] = [of(`layers.${layer}.attention`), of(`grad.layers.${layer}.attention`)];
    const mean = w.reduce((sum, each, j) => sum + each * (g[j] ?? 0), 0);
    expect(captionOf('softmax')).toContain(`which is ${fine(mean)}`);
    const scores = trace.row(`grad.layers.${layer}.attention.scores`, head, focus);
    const said = captionOf('scale').match(/becomes (\S+)\.$/)?.[1];
    expect([...scores].map(fine)).toContain(said);
  });
});
