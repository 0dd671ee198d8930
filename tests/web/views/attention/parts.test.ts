// @vitest-environment happy-dom
import { render } from 'lit';
import { beforeEach, describe, expect, it } from 'vitest';
import { positive, signed } from '../../../../web/src/render/format';
import type { Action } from '../../../../web/src/state/actions';
import type { State } from '../../../../web/src/state/state';
import { attentionSteps, attentionView } from '../../../../web/src/views/attention';
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
import { attentionState } from './fixture';

let host: HTMLElement;
let actions: Action[];

beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
  actions = [];
});

const views = new Map([attentionView, ...attentionSteps].map((view) => [view.id, view]));

function draw(id: string, width: number, time: number, over: Partial<State> = {}): AttentionRow {
  const state = attentionState(undefined, undefined, over);
  const view = views.get(id) as View<AttentionScene>;
  const scene = view.layout(state, { width });
  render(
    view.render(scene, time, (action) => actions.push(action)),
    host,
  );
  return attentionRowOf(state) as AttentionRow;
}

const sceneOf = (id: string, width: number): ColumnsScene | RowsScene =>
  views.get(id)?.layout(attentionState(), { width }) as ColumnsScene | RowsScene;

const texts = (tensor: string) =>
  [...host.querySelectorAll(`[data-tensor="${tensor}"]`)].map((each) => each.textContent?.trim());
const count = (selector: string) => host.querySelectorAll(selector).length;

describe('rows unfold what columns unfold', () => {
  it('keys, and under each its products with the query', () => {
    const facts = draw('attention', 340, 1);
    expect(count('.products')).toBe(facts.tokens.length);
    const bars = [...host.querySelectorAll('.products')].map((group) =>
      [...group.querySelectorAll('.above, .below')]
        .map((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0)
        .reduce((a, b) => a + b),
    );
    expect(bars).toEqual(facts.tokens.map(() => facts.dK));
  });

  it('every score before and after on one axis', () => {
    const facts = draw('attention', 340, 2);
    expect(count('.axis .before')).toBe(facts.tokens.length + 1);
    const place = (name: string) =>
      [...host.querySelectorAll(`.axis[data-token] .${name}`)].map((dot) =>
        Number(dot.getAttribute('cx')),
      );
    const { x } = sceneOf('attention', 340) as RowsScene;
    const middle = x.bench.left + x.bench.width / 2;
    place('before').forEach((at, j) => {
      const after = (place('now')[j] ?? 0) - middle;
      expect((at - middle) / after).toBeCloseTo(Math.sqrt(facts.dK), 0);
    });
  });

  it('the sum of the powers, what the row adds up to, and its entropy', () => {
    const facts = draw('attention', 340, 3);
    expect(texts('sum')[0]).toContain(positive(facts.sum));
    expect(texts('entropy')[0]).toBe(`adds to 1.000, ${facts.entropy.toFixed(2)} bits`);
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
    const facts = draw('scores', width, 1);
    const n = facts.tokens.length;
    const row = panel.data.subarray(facts.focus * n, (facts.focus + 1) * n);
    expect(row).toEqual(facts.scores);
    const name = 'layers.0.attention.scores';
    expect(cellAt(panel, 7 * n + 1)).toEqual({ name, index: [2, 7, 1] });
    expect(host.querySelector('.matrix .bounds')?.textContent).toContain(
      `${signed(facts.bounds.scores, 1)} score`,
    );
  });

  it('says what the pointer is on', () => {
    const cell = { name: 'layers.0.attention.scores', index: [2, 7, 1] };
    const facts = draw('scores', width, 1, { point: cell });
    expect(host.querySelector('.matrix .what')?.textContent?.trim()).toBe(
      `${signed(facts.scores[1] ?? 0)}: “it” asks “animal”`,
    );
  });
});
