import { beforeAll, describe, expect, it } from 'vitest';
import { fine } from '../../web/src/state/format';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { lengthOf } from '../../web/src/state/vector';
import { figure as block } from '../../web/src/views/block';
import { figure as headsView } from '../../web/src/views/heads';
import { figure as heatmapView } from '../../web/src/views/heatmap';
import type { PathMark, Scene } from '../../web/src/views/kit/scene';
import { goesBack } from '../../web/src/widgets/loss-bar';
import { edges } from './geometry';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

/** The pictures of a whole layer on the way back from a loss, with the shipped model's gradients. */

const sentence = "The animal didn't cross the street because it was too tired";
const views = [heatmapView, headsView, block];
let state: State;

beforeAll(async () => {
  const { info, trace } = know(await loadShipped(), modelBytes(), sentence, '', {
    token: 7,
    piece: 446,
  });
  const start = initialState({ sentence, layer: 2, head: 1, token: 7, backward: true });
  state = reduce(start, { type: 'model', model: info, trace });
});

const weights = 'layers.2.attention.weights';
const textsOf = ({ marks }: Scene) =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
const pulsesOf = ({ marks }: Scene) =>
  marks.filter((mark): mark is PathMark => mark.kind === 'path' && mark.pulse !== undefined);

describe.each(views)('$id on the way back', (view) => {
  it('can be turned back, and keeps inside', () => {
    expect(goesBack({ ...state, view: view.id })).toBe(true);
    for (const width of [320, 480, 760, 900])
      for (const mark of view.layout(state, { width }).marks) {
        const [left, right] = edges(mark) ?? [0, 0];
        expect(left).toBeGreaterThanOrEqual(-4);
        expect(right, `${width} ${mark.kind}`).toBeLessThanOrEqual(width + 4);
      }
  });

  it('says what comes back', () => {
    const [happens, result] = view.layout(state, { width: 900 }).caption;
    expect(`${happens} ${result}`).toMatch(/gradient/);
  });
});

it('the matrix has its gradients beside it, and each bar its own', () => {
  const scene = heatmapView.layout(state, { width: 900 });
  const panels = scene.marks.filter((mark) => mark.kind === 'panel').filter(({ cells }) => cells);
  expect(panels).toHaveLength(2);
  const [own, beside] = panels;
  expect((beside?.x ?? 0) >= (own?.x ?? 0) + (own?.width ?? 0)).toBe(true);
  expect(beside?.height).toBe(own?.height);
  const gradient = state.trace?.gradient(weights).data.subarray(11 * 11, 2 * 11 * 11);
  expect(Array.from(beside?.data ?? [])).toEqual(Array.from(gradient ?? [1]));
  const row = state.trace?.row(`grad.${weights}`, 1, 7) ?? [];
  const written = textsOf(scene).join('\n');
  for (const g of row) expect(written).toContain(`∂ ${fine(g)}`);
});

it('each head has the length of the gradient of its weights', () => {
  const written = textsOf(headsView.layout(state, { width: 900 }));
  const { data } = state.trace?.gradient(weights) ?? { data: new Float32Array() };
  for (let head = 0; head < 8; head++)
    expect(written).toContain(`∂ ${fine(lengthOf(data.subarray(head * 121, (head + 1) * 121)))}`);
});

it('pulses through the block are as thick as the gradients are long, forward they are alike', () => {
  for (const width of [400, 900]) {
    const back = pulsesOf(block.layout(state, { width })).map((mark) => mark.width);
    const ahead = pulsesOf(block.layout({ ...state, backward: false }, { width })).map(
      (mark) => mark.width,
    );
    expect(back).toHaveLength(ahead.length);
    expect(new Set(ahead).size).toBeLessThanOrEqual(2);
    expect(new Set(back).size).toBeGreaterThan(4);
  }
});
