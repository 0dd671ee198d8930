// @vitest-environment happy-dom
import { render } from 'lit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Action } from '../../../../web/src/state/actions';
import { positive, signed } from '../../../../web/src/state/format';
import type { State } from '../../../../web/src/state/state';
import {
  steps as attentionSteps,
  figure as attentionView,
} from '../../../../web/src/views/attention';
import {
  type AttentionRow,
  attentionRowOf,
} from '../../../../web/src/views/attention/attention-row';
import type {
  AttentionScene,
  ColumnsScene,
  RowsScene,
} from '../../../../web/src/views/attention/scene';
import { cellAt } from '../../../../web/src/views/kit/panel';
import type { View } from '../../../../web/src/views/view';
import { attentionState, smallHeads } from './fixture';

let host: HTMLElement;
let actions: Action[];

beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
  actions = [];
});

const views = new Map([attentionView, ...attentionSteps].map((view) => [view.id, view]));

function draw(id: string, width: number, time: number, over: Partial<State> = {}): AttentionRow {
  const state = attentionState(undefined, smallHeads, over);
  const view = views.get(id) as View<AttentionScene>;
  const scene = view.layout(state, { width });
  render(
    view.render(scene, time, (action) => actions.push(action)),
    host,
  );
  return attentionRowOf(state) as AttentionRow;
}

const sceneOf = (id: string, width: number): ColumnsScene | RowsScene =>
  views.get(id)?.layout(attentionState(undefined, smallHeads), { width }) as
    | ColumnsScene
    | RowsScene;

const texts = (tensor: string) =>
  [...host.querySelectorAll(`[data-tensor="${tensor}"]`)].map((each) => each.textContent?.trim());

describe('rows unfold what columns unfold', () => {
  it('keys, and under each its products with the query', () => {
    const row = draw('attention', 340, 0.99);
    const groups = [...host.querySelectorAll('g[data-role="score"][data-tensor="products"]')];
    const bars = groups.map((group) =>
      [...group.querySelectorAll('path')]
        .map((path) => path.getAttribute('d')?.match(/Z/g)?.length ?? 0)
        .reduce((a, b) => a + b),
    );
    expect(bars).toEqual(row.tokens.map(() => row.dK));
  });

  it('every score before and after on one axis', () => {
    const row = draw('attention', 340, 2);
    const axes = [...host.querySelectorAll('g[data-role="score"][data-tensor="axis"]')];
    const { words } = sceneOf('attention', 340);
    axes.forEach((axis, j) => {
      const [before = 0, now = 0] = [...axis.querySelectorAll('circle')].map(
        (dot) => Number(dot.getAttribute('cx')) - (words[j]?.axis.middle ?? 0),
      );
      expect(before / now).toBeCloseTo(Math.sqrt(row.dK), 0);
    });
    expect(axes.length).toBe(row.tokens.length);
  });

  it('the sum of the powers, what the row adds up to, and its entropy', () => {
    const row = draw('attention', 340, 3);
    expect(texts('sum')[0]).toContain(positive(row.sum));
    expect(texts('entropy')[0]).toBe(`sums to 1, ${row.entropy.toFixed(2)} bits`);
  });
});

describe.each([320, 340, 560, 900])('one step alone, %i px wide', (width) => {
  it.each([
    ['scores', 1, ['scores']],
    ['scale', 2, ['scores', 'scaled']],
    ['softmax', 3, ['scaled', 'weights']],
    ['sum', 4, ['weights', 'heads']],
  ] as const)('%s shows its numbers', (id, time, tensors) => {
    draw(id, width, time);
    for (const tensor of tensors) expect(texts(tensor).length, tensor).toBeGreaterThan(0);
    const others = ['weights', 'heads'].filter((tensor) => !tensors.some((own) => own === tensor));
    for (const tensor of others) expect(texts(tensor), tensor).toEqual([]);
  });

  it('takes less room than all', () => {
    const height = (id: string): number => {
      const scene = sceneOf(id, width);
      return scene.kind === 'rows' ? scene.height : scene.y.end;
    };
    for (const id of ['scale', 'sum']) expect(height(id)).toBeLessThan(height('attention') + 1);
  });
});

describe.each([340, 900])('the whole matrix of the scores, %i px wide', (width) => {
  const matrix = () => host.querySelector<HTMLElement>('.matrix canvas');

  it('comes at the end of the step, and goes with the next', () => {
    draw('attention', width, 0.8);
    expect(matrix()).toBeNull();
    draw('attention', width, 1);
    expect(matrix()?.getAttribute('aria-label')).toContain('scores of layer 1, head 3');
    draw('attention', width, 1.5);
    expect(matrix()).toBeNull();
    draw('scores', width, 1);
    expect(matrix()).not.toBeNull();
  });

  it('has the numbers of the trace, each of which can be asked', () => {
    const { panel } = sceneOf('scores', width).matrix;
    const row = draw('scores', width, 1);
    const n = row.tokens.length;
    const own = panel.data.subarray(row.focus * n, (row.focus + 1) * n);
    expect(own).toEqual(row.scores);
    const name = 'layers.0.attention.scores';
    expect(cellAt(panel, 7 * n + 1)).toEqual({ name, index: [2, 7, 1] });
    expect(host.querySelector('.matrix .bounds')?.textContent).toContain(
      `${signed(row.bounds.scores, 1)} score`,
    );
  });

  it('says what the pointer is on', () => {
    const cell = { name: 'layers.0.attention.scores', index: [2, 7, 1] };
    const row = draw('scores', width, 1, { point: cell });
    expect(host.querySelector('.matrix .what')?.textContent?.trim()).toBe(
      `${signed(row.scores[1] ?? 0)}: query of “it”, key of “animal”`,
    );
  });
});
