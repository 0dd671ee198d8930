import { beforeAll, describe, expect, it } from 'vitest';
import { signed } from '../../web/src/state/format';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { cosine } from '../../web/src/state/vector';
import { transformAt } from '../../web/src/views/kit/pose';
import type { Panel, Scene } from '../../web/src/views/kit/scene';
import { stepViews } from '../../web/src/views/registry';
import { loadShipped, modelBytes } from './shipped';
import { know, variantBytes } from './variants';

const viewOf = (id: string) => stepViews.find((view) => view.id === id) as (typeof stepViews)[0];
const names = ['shipped', 'pre_relu_learned_padding'];
const states = new Map<string, State>();

beforeAll(async () => {
  const fovea = await loadShipped();
  for (const name of names) {
    const bytes = name === 'shipped' ? modelBytes() : variantBytes(name);
    const { info, trace, parameters } = know(
      fovea,
      bytes,
      name === 'shipped' ? 'the cat saw it' : 'a b c a',
    );
    const start = reduce(initialState(), { type: 'model', model: info, trace });
    states.set(name, { ...start, parameters });
  }
});

const inputs = (layer: number): string[] => [
  'embedding.output',
  ...Array.from({ length: layer }, (_, i) => `layers.${i}.feedForward.`),
];

/** The strips of x in the scene, from before layer 1 on. */
function strips(scene: Scene): readonly Panel[] {
  const isX = /^(embedding\.output|layers\.\d+\.feedForward\.(norm|residual))$/;
  return scene.marks.filter(
    (mark): mark is Panel => mark.kind === 'panel' && isX.test(mark.cells?.origin.name ?? ''),
  );
}

describe.each(names)('between position and Q K V of %s', (name) => {
  it('a word passes through each layer before, with the vector that it has there', () => {
    const state = states.get(name) as State;
    for (let layer = 1; layer < (state.model?.config.num_hidden_layers ?? 0); layer++) {
      const scene = viewOf('projections').layout({ ...state, layer }, { width: 900 });
      const found = strips(scene);
      const want = inputs(layer);
      expect(found).toHaveLength(want.length);
      found.forEach((panel, i) => {
        const tensor = panel.cells?.origin.name ?? '';
        expect(tensor).toContain(want[i]);
        expect(panel.data).toEqual(state.trace?.row(tensor, state.token));
        const [start, end] = [0, 1].map((time) => transformAt(panel.keys, time));
        expect(start?.opacity).toBe(i === 0 ? 1 : 0);
        expect(end).toMatchObject({ opacity: 1, dx: 0, dy: 0 });
        const above = found[i - 1];
        // It leaves from where the vector before it is.
        if (above) expect(panel.y + (start?.dy ?? 0)).toBeCloseTo(above.y, 9);
      });
      const times = found.slice(1).map((panel) => panel.keys?.at(-1)?.at ?? 0);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  it('is told how alike it still is to what it began as, and where each vector is', () => {
    const state = states.get(name) as State;
    const layer = (state.model?.config.num_hidden_layers ?? 1) - 1;
    const scene = viewOf('projections').layout({ ...state, layer }, { width: 900 });
    const texts = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    const rows = strips(scene).map((panel) => Float32Array.from(panel.data));
    for (let i = 1; i < layer; i++) {
      const like = cosine(rows[0] as Float32Array, rows[i] as Float32Array);
      expect(texts).toContain(`after layer ${i}: ${signed(like)}`);
    }
  });
});

it('a sum of the residual connection says after which layer its x is', () => {
  const state = { ...(states.get('shipped') as State), layer: 2 };
  const { marks } = viewOf('attention-norm').layout(state, { width: 900 });
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])).join(' ');
  expect(texts).toContain('x after layer 2');
});
