import { describe, expect, it } from 'vitest';
import { readDepth } from '../../../../web/src/views/kit/depth/settings';
import { textWidth } from '../../../../web/src/views/kit/frame';
import type { SvgMark, TextMark } from '../../../../web/src/views/kit/scene';
import { orderScene } from '../../../../web/src/views/order/scene';
import { measured, runs, usual } from '../gradients/fixtures';

const found = measured({ 1: runs(1, usual), 24: runs(24, usual) });

const sceneAt = (width: number, study = '', hover: number | null = null) => {
  const settings = readDepth(study);
  return orderScene({ measured: found, settings, drawn: settings.depth, width, hover });
};

const textsOf = (marks: readonly SvgMark[]): readonly TextMark[] =>
  marks.flatMap((mark) =>
    mark.kind === 'text' ? [mark] : mark.kind === 'group' ? textsOf(mark.marks) : [],
  );

describe('the two orders of norm and addition', () => {
  it('stand side by side where there is room, on the same axes', () => {
    const wide = sceneAt(1232);
    expect(wide.stacked).toBe(false);
    const [post, pre] = wide.columns;
    expect(post?.order).toBe('post');
    expect(pre?.order).toBe('pre');
    expect(post?.plot.y).toEqual(pre?.plot.y);
    expect(2 * (post?.width ?? 0)).toBeLessThanOrEqual(1232);
    expect(sceneAt(328).stacked).toBe(true);
  });

  it('have their norm before or after the addition', () => {
    const order = (i: number) => {
      const texts = textsOf(sceneAt(900).columns[i]?.marks ?? []);
      const x = (name: string) => texts.find(({ text }) => text.startsWith(name))?.x ?? Number.NaN;
      return Math.sign(x('norm') - x('+'));
    };
    expect([order(0), order(1)]).toEqual([1, -1]);
  });

  it.each([288, 328, 620, 1232])('keep their texts within a width of %i', (width) => {
    for (const { marks, width: own } of sceneAt(width).columns)
      for (const { text, x, size, anchor } of textsOf(marks)) {
        const half = textWidth(text, size);
        const left = x - { start: 0, middle: half / 2, end: half }[anchor];
        expect(left, text).toBeGreaterThanOrEqual(-1);
        expect(left + half, text).toBeLessThanOrEqual(own + 1);
      }
  });

  it('are told of from what was measured', () => {
    expect(sceneAt(900).caption).toEqual([
      'A word’s vector stays at 6 from layer 1 to 24 in post-norm, which normalises every sum; in pre-norm, which never does, it grows from 6.4 to 29.',
      'A gradient of 1 arrives at the words as .6 in post-norm and as .6 in pre-norm.',
      'From the first layer to the last, the gradient of its weights stays at 8 in post-norm and falls from 7.5 to 1.5 in pre-norm.',
    ]);
    expect(sceneAt(900, 'depth=1').caption).toHaveLength(1);
    expect(sceneAt(900, 'depth=7').caption).toEqual([]);
  });

  it('are not said to stay where a layer between changed something', () => {
    const bent = runs(24, usual).map((each) =>
      each === null
        ? null
        : each.map((run) => ({
            ...run,
            weights: run.weights.map((x, l) => (l === 12 ? x / 2 : x)),
          })),
    );
    const shown = { measured: measured({ 24: bent }), settings: readDepth(''), drawn: 24 };
    expect(orderScene({ ...shown, width: 900, hover: null }).caption[2]).toContain(
      'goes from 8 to 8 in post-norm',
    );
  });

  it('are read at a layer', () => {
    expect(sceneAt(900).readout).toContain('Drag a line');
    expect(sceneAt(900, '', 30).readout).toBe(
      'After layer 24: post-norm: length 6, gradient 1, of the weights 8; pre-norm: length 29, gradient 1, of the weights 1.5.',
    );
  });
});
