import { describe, expect, it } from 'vitest';
import { readDepth } from '../../../../web/src/views/kit/depth/study';
import { textWidth } from '../../../../web/src/views/kit/frame';
import type { SvgMark, TextMark } from '../../../../web/src/views/kit/scene';
import { changeOf, orderScene } from '../../../../web/src/views/order/scene';
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
  it('are in one plot a measure, each said to do what its line does', () => {
    const { marks, plot } = sceneAt(1232);
    const tones = plot.curves.filter(({ band }) => band).map(({ tone }) => tone);
    expect(tones).toEqual(['residual', 'norm']);
    const said = textsOf(marks).filter(({ text }) => /^(post|pre)-norm /.test(text));
    expect(said.map(({ text, tone }) => [text, tone])).toEqual([
      ['post-norm stays at 6', 'residual'],
      ['pre-norm grows from 6.4 to 29', 'norm'],
      ['post-norm falls from 1 to .6', 'residual'],
      ['pre-norm falls from 1 to .6', 'norm'],
      ['post-norm stays at 8', 'residual'],
      ['pre-norm falls from 7.5 to 1.5', 'norm'],
    ]);
  });

  it('have their norm before or after the addition', () => {
    const order = (i: number) => {
      const groups = sceneAt(900).marks.filter((mark) => mark.kind === 'group');
      const texts = textsOf(groups[i]?.marks ?? []);
      const x = (name: string) => texts.find(({ text }) => text === name)?.x ?? Number.NaN;
      return Math.sign(x('norm') - x('+'));
    };
    expect([order(0), order(1)]).toEqual([1, -1]);
  });

  it.each([288, 328, 620, 1232])('keep their texts within a width of %i', (width) => {
    const scene = sceneAt(width);
    for (const { text, x, size, anchor } of textsOf(scene.marks)) {
      const half = textWidth(text, size);
      const left = x - { start: 0, middle: half / 2, end: half }[anchor];
      expect(left, text).toBeGreaterThanOrEqual(-1);
      expect(left + half, text).toBeLessThanOrEqual(scene.width + 1);
    }
  });

  it('are told of from what was measured', () => {
    expect(sceneAt(900).caption).toBe(
      'From layer to layer, the length of a word’s vector stays at 6 in post-norm, which normalises every sum; in pre-norm, which never does, it grows from 6.4 to 29.',
    );
    expect(sceneAt(900, 'depth=1').caption).toContain('hardly differ');
    expect(sceneAt(900, 'depth=7').caption).toBe('');
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
    expect(changeOf(measured({ 24: bent }), 24, 'post', 'weights')).toBe('goes from 8 to 8');
  });

  it('have no scale before anything is measured', () => {
    const settings = readDepth('');
    const none = measured({});
    const { marks } = orderScene({ measured: none, settings, drawn: 24, width: 900, hover: null });
    const written = textsOf(marks).map(({ text }) => text);
    expect(written).toContain('Pre-norm');
    expect(written.join(' ')).not.toContain('10⁻');
  });

  it('are read at a layer', () => {
    expect(sceneAt(900).readout).toContain('Drag a line');
    expect(sceneAt(900, '', 30).readout).toBe(
      'After layer 24: post-norm: length 6, gradient 1, of the weights 8; pre-norm: length 29, gradient 1, of the weights 1.5.',
    );
  });
});
