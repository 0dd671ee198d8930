// @vitest-environment happy-dom
import { render } from 'lit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action } from '../../../../web/src/state/actions';
import { signed, weight } from '../../../../web/src/state/format';
import type { State } from '../../../../web/src/state/state';
import { figure as attentionView } from '../../../../web/src/views/attention';
import {
  type AttentionRow,
  attentionRowOf,
} from '../../../../web/src/views/attention/attention-row';
import { asks, attentionState, smallHeads } from './fixture';

// Each takes a fraction of a second, but not on a machine that does much else.
vi.setConfig({ testTimeout: 30_000 });

let host: HTMLElement;
let actions: Action[];

beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
  actions = [];
});

function draw(over: Partial<State> = {}, width = 1072, time = 4): AttentionRow {
  const state = attentionState(undefined, smallHeads, over);
  const scene = attentionView.layout(state, { width });
  render(
    attentionView.render(scene, time, (action) => actions.push(action)),
    host,
  );
  return attentionRowOf(state) as AttentionRow;
}

/** The markup without the comments that Lit keeps its place by. */
const picture = () => host.innerHTML.replace(/(?:<!--.*?-->|\s)+/g, ' ');

const texts = (selector: string) =>
  [...host.querySelectorAll(selector)].map((element) => element.textContent?.trim());
const button = (selector: string) => host.querySelector(selector) as HTMLElement;

describe.each([
  ['columns', 1072],
  ['rows', 340],
])('what stands on the screen, as %s', (_, width) => {
  it('is what the trace says', () => {
    const row = draw({}, width);
    const expected = {
      scores: Array.from(row.scores, (s) => signed(s)),
      scaled: row.scaled.map((s) => signed(s)),
      weights: Array.from(row.weights, (w) => weight(w)),
      heads: Array.from(row.output, (z) => signed(z)),
    };
    for (const [tensor, numbers] of Object.entries(expected)) {
      expect(texts(`[data-tensor="${tensor}"]`)).toEqual(numbers);
    }
  });

  it('is said again in a table', () => {
    const row = draw({}, width);
    const cells = texts('table.hidden tbody tr:nth-child(2) > *');
    const [score, scaled, w] = [row.scores[1], row.scaled[1], row.weights[1]] as number[];
    expect(cells).toEqual(['animal', signed(score ?? 0), signed(scaled ?? 0), weight(w ?? 0)]);
  });

  it('has one tab stop among the words and one among the weights', () => {
    draw({}, width);
    expect(texts('.words [tabindex="0"]')).toEqual(['it']);
    expect(host.querySelectorAll('.shares [tabindex="0"]').length).toBe(1);
    expect(host.querySelectorAll('.words button').length).toBe(11);
  });

  it('shows no number before it is final', () => {
    const shown = (tensor: string) =>
      [...host.querySelectorAll(`[data-tensor="${tensor}"]`)].filter(
        (text) => text.getAttribute('visibility') !== 'hidden',
      ).length;
    draw({}, width, 0);
    expect(['scores', 'scaled', 'weights', 'heads'].map(shown)).toEqual([0, 0, 0, 0]);
    draw({}, width, 1);
    expect(['scores', 'scaled', 'weights', 'heads'].map(shown)).toEqual([11, 0, 0, 0]);
    draw({}, width, 2);
    expect(['scores', 'scaled', 'weights', 'heads'].map(shown)).toEqual([11, 11, 0, 0]);
    draw({}, width, 3);
    expect(['scores', 'scaled', 'weights', 'heads'].map(shown)).toEqual([11, 11, 11, 0]);
  });

  it.each([0.37, 2.25, 3.6])('the frame at %f is drawn alike from anywhere', (time) => {
    draw({}, width, time);
    const direct = picture();
    draw({}, width, 4);
    draw({}, width, time);
    expect(picture()).toBe(direct);
  });
});

describe.each([
  ['columns', 1072],
  ['rows', 340],
])('a frame of the animation, as %s', (_, width) => {
  /** Times between which nothing comes or goes, one pair for each step. */
  const pairs = [
    [0.5, 0.52],
    [1.5, 1.52],
    [2.2, 2.22],
    [3.3, 3.32],
  ] as const;

  it.each(pairs)('moves what is there and makes nothing anew, from %d to %d', (before, after) => {
    const scene = attentionView.layout(attentionState(undefined, smallHeads), { width });
    const drawAt = (time: number) => {
      render(
        attentionView.render(scene, time, () => {}),
        host,
      );
      return [...host.querySelectorAll('*')];
    };
    const elements = drawAt(before);
    expect(drawAt(after).filter((element, i) => element !== elements[i])).toEqual([]);
  });
});

describe('what a reader does', () => {
  it('a word takes the focus', () => {
    draw();
    button('.word[data-token="1"]').click();
    expect(actions).toEqual([{ type: 'focus', token: 1 }]);
  });

  it('a weight is asked why, and closed again', () => {
    draw();
    button('.share[data-token="1"]').click();
    draw(asks(1));
    button('.share[data-token="1"]').click();
    button('.why .close').click();
    expect(actions).toEqual([
      { type: 'why', key: 1 },
      { type: 'why', key: null },
      { type: 'cell', cell: null },
    ]);
  });

  it('a score and a number of the output are asked why beneath the stage', () => {
    draw();
    button('[aria-label^="Scores"] .ask:nth-child(2)').click();
    button('[aria-label^="Output"] .ask:nth-child(4)').click();
    expect(actions).toEqual([
      { type: 'cell', cell: { name: 'layers.0.attention.scores', index: [2, 7, 1] } },
      {
        type: 'cell',
        cell: { name: 'layers.0.attention.heads', index: [7, 2 * smallHeads.dK + 3] },
      },
    ]);
  });

  it('the fold leads further back', () => {
    draw(asks(1));
    button('.why .further').click();
    expect(actions).toEqual([
      { type: 'follow', cell: { name: 'layers.0.attention.scores', index: [2, 7, 1] } },
    ]);
  });

  it('the swap brings the twin sentence', () => {
    draw();
    button('.swap').click();
    expect(actions).toMatchObject([{ type: 'sentence', text: expect.stringContaining('wide') }]);
  });

  it('Escape closes the fold and returns to the number', () => {
    draw(asks(1));
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    button('.why .close').dispatchEvent(event);
    expect(actions).toContainEqual({ type: 'why', key: null });
    expect(document.activeElement?.getAttribute('data-token')).toBe('1');
  });

  it('arrows walk along the words and stop at the ends', () => {
    draw();
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    button('.word[data-token="7"]').focus();
    press('ArrowRight');
    expect(document.activeElement?.textContent?.trim()).toBe('was');
    press('End');
    press('ArrowRight');
    expect(document.activeElement?.textContent?.trim()).toBe('tired');
    press('Home');
    expect(document.activeElement?.textContent?.trim()).toBe('the');
  });
});

describe('the fold', () => {
  it.each([
    ['tree', 1072],
    ['list', 340],
  ])('as a %s spells out the chain with the numbers of the cell', (_, width) => {
    const row = draw(asks(1), width);
    const fold = host.querySelector('.why')?.textContent ?? '';
    for (const number of [
      weight(row.weights[1] ?? 0, 4),
      row.powers[1]?.toFixed(3),
      row.sum.toFixed(3),
      signed(row.scaled[1] ?? 0, 3),
      signed(row.scores[1] ?? 0, 3),
    ]) {
      expect(fold).toContain(number);
    }
    expect(host.querySelectorAll('.operands li').length).toBe(smallHeads.dK);
  });

  it('lists every operand and its product', () => {
    const row = draw(asks(1));
    const [q, k] = [row.query[0] ?? 0, row.keys[1]?.[0] ?? 0];
    const line = texts('.operands li')[0]?.replace(/\s+/g, ' ');
    expect(line).toBe(`${signed(q, 3)} × ${signed(k, 3)} = ${signed(q * k, 3)}`);
  });
});

describe('the formula', () => {
  const math = () => texts('.formula .numbers math')[0]?.replace(/\s+/g, '');

  it('has the numbers of the chosen cell', () => {
    const row = draw(asks(1), 1072, 3);
    const exponent = signed(row.scaled[1] ?? 0, 3);
    const [power, sum] = [row.powers[1]?.toFixed(3), row.sum.toFixed(3)];
    expect(math()).toBe(`${weight(row.weights[1] ?? 0)}=e${exponent}${sum}=${power}${sum}`);
  });

  it('follows the hovered word while none is asked', () => {
    const row = draw({ hover: 4 }, 1072, 2);
    expect(math()).toBe(
      `${signed(row.scaled[4] ?? 0, 3)}=${signed(row.scores[4] ?? 0, 3)}${smallHeads.dK}`,
    );
  });

  it('of the sum adds up', () => {
    const row = draw();
    const index = Number(texts('.formula .about')[0]?.match(/\d+/)?.[0]) - 1;
    expect(math()?.startsWith(signed(row.output[index] ?? 0))).toBe(true);
  });
});
