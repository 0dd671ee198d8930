import { describe, expect, it } from 'vitest';
import { embedding, lastNorm, prediction } from '../../../../web/src/views/gradients/model';
import {
  type Chart,
  charts,
  type GradientsScene,
  gradientsScene,
} from '../../../../web/src/views/gradients/scene';
import { styleOf } from '../../../../web/src/views/kit/depth/lines';
import { readDepth } from '../../../../web/src/views/kit/depth/study';
import { textWidth } from '../../../../web/src/views/kit/frame';
import type { SvgMark, TextMark } from '../../../../web/src/views/kit/scene';
import { measured, runs, usual } from './fixtures';

const found = measured(
  Object.fromEntries([6, 12, 24, 48].map((depth) => [depth, runs(depth, usual)])),
);
const model = { gradient: [0.018, 0.015, 0.009] };

const weights = {
  parts: [embedding, 1, 2, lastNorm, prediction].map((part, i) => ({
    part,
    length: [0.4, 3, 0.02, 0.001, 1.5][i] ?? 0,
  })),
  most: { name: 'encoder.layer.0.attention.self.value.weight', length: 2.4 },
};

const loss = 'predicting “animal” at it';

const sceneAt = (
  width: number,
  study = '',
  chart: Chart = 'difference',
  hover: number | null = null,
): GradientsScene => {
  const settings = readDepth(study);
  const shown = { chart, measured: found, settings, drawn: settings.depth, width, hover };
  return gradientsScene({ ...shown, model, weights, loss });
};

const textsOf = (marks: readonly SvgMark[]): readonly TextMark[] =>
  marks.flatMap((mark) =>
    mark.kind === 'text' ? [mark] : mark.kind === 'group' ? textsOf(mark.marks) : [],
  );

const pathsOf = (marks: readonly SvgMark[]): readonly Extract<SvgMark, { kind: 'path' }>[] =>
  marks.flatMap((mark) =>
    mark.kind === 'path' ? [mark] : mark.kind === 'group' ? pathsOf(mark.marks) : [],
  );

/** Where a text begins and ends. */
function span({ x, text, size, anchor, bold }: TextMark): readonly [number, number] {
  const width = textWidth(text, size) * (bold ? 1.05 : 1);
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return [left, left + width];
}

describe('the picture of the study', () => {
  const studies = ['', 'depth=48', 'depth=1', 'depth=6,norm=pre'];
  const widths = [288, 328, 480, 612, 900, 1160, 1232];

  it.each(widths.flatMap((width) => studies.map((study) => [width, study] as const)))(
    'holds its texts within a width of %i: %s',
    (width, study) => {
      const { model: own, weights: by } = sceneAt(width, study);
      for (const drawing of [...charts.map((each) => sceneAt(width, study, each).drawing), own, by])
        for (const mark of textsOf(drawing?.marks ?? [])) {
          const [left, right] = span(mark);
          expect(left, mark.text).toBeGreaterThanOrEqual(-1);
          expect(right, mark.text).toBeLessThanOrEqual((drawing?.width ?? 0) + 1);
        }
    },
  );

  it('says which weights would change most, part by part', () => {
    const { weights: drawn, weightsCaption } = sceneAt(900);
    expect(textsOf(drawn?.marks ?? []).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['embedding', 'layer 1', 'last norm', 'prediction']),
    );
    expect(weightsCaption).toContain('would move layer 1 furthest');
    expect(weightsCaption).toContain('encoder.layer.0.attention.self.value.weight');
    const bars = drawn?.marks.filter((mark) => mark.kind === 'rect') ?? [];
    expect(bars).toHaveLength(5);
    expect(Math.max(...bars.map(({ width }) => width))).toBe(bars[1]?.width);
  });

  it('names each line once, with its number, where there is room', () => {
    const names = (width: number, chart: Chart) =>
      textsOf(sceneAt(width, '', chart).drawing?.marks ?? []).map(({ text }) => text);
    expect(names(900, 'gradient')).toContain('no norm, path 7\u202f·\u202f10⁶');
    expect(names(900, 'difference')).toContain('pre-norm, path .13');
    expect(names(900, 'difference')).toContain('without <10⁻⁸');
    expect(names(400, 'gradient').some((text) => text.includes('path'))).toBe(false);
  });

  it('leaves out what is switched off', () => {
    const names = (chart: Chart) =>
      textsOf(sceneAt(900, 'norm=pre,residual=on', chart).drawing?.marks ?? [])
        .map(({ text }) => text)
        .filter((name) => name.includes('path'));
    expect(names('gradient')).toEqual(['pre-norm, path .6']);
    expect(names('difference')).toEqual(['pre-norm, path .13']);
  });

  it('tells wirings apart by more than their colour', () => {
    const [path, none] = [true, false].map((each) => styleOf({ norm: 'pre', path: each }));
    expect(path).not.toHaveProperty('dash');
    expect(none).toHaveProperty('dash');
    expect(styleOf({ norm: 'post', path: true }).width).not.toBe(path?.width);
  });

  it('draws other depths faintly', () => {
    const faint = pathsOf(sceneAt(900).drawing?.marks ?? []).filter(
      ({ opacity }) => opacity === 0.22,
    );
    expect(faint.length).toBe(3 * 6);
  });

  it('reads a layer under the pointer, not beyond the encoder’s end', () => {
    expect(sceneAt(900).readout).toContain('Drag the line');
    expect(sceneAt(900, 'norm=pre,residual=on', 'difference', 12).readout).toMatch(
      /^After layer 12: pre-norm, path: gradient \.77, difference \.3\.$/,
    );
    expect(sceneAt(900, 'depth=6', 'gradient', 30).readout).toContain('After layer 6:');
  });

  it('says how far it is while it measures', () => {
    const begun = {
      ...found,
      depths: new Map([[24, [...runs(24, usual).slice(0, 2), ...Array(4).fill(null)]]]),
    };
    const scene = gradientsScene({
      chart: 'gradient',
      measured: begun,
      settings: readDepth(''),
      drawn: 24,
      width: 900,
      hover: null,
      model: null,
      weights: null,
      loss: '',
    });
    expect(scene.ready).toBe(2);
    expect(scene.caption).toBe('');
    expect(scene.model).toBeNull();
  });

  it('draws an encoder that overflows without its numbers', () => {
    const over = measured({
      24: runs(24, (wiring) => ({
        ...usual(wiring),
        ...(wiring.norm === 'none' && wiring.path && { gradient: Number.NaN }),
      })),
    });
    const scene = gradientsScene({
      chart: 'gradient',
      measured: over,
      settings: readDepth(''),
      drawn: 24,
      width: 900,
      hover: null,
      model: null,
      weights: null,
      loss: '',
    });
    expect(textsOf(scene.drawing?.marks ?? []).map(({ text }) => text)).toContain(
      'no norm, path overflow',
    );
    expect(pathsOf(scene.drawing?.marks ?? []).some(({ d }) => d.includes('NaN'))).toBe(false);
  });
});

describe('the open model', () => {
  it('is told of with its loss', () => {
    expect(sceneAt(900).modelCaption).toBe(
      'For predicting “animal” at it, the gradient is .009 after layer 2 and .018 at the words: 2 times as large.',
    );
  });
});

describe('the softmax', () => {
  it('is told of where heads are widest', () => {
    expect(sceneAt(900, '', 'softmax').caption).toBe(
      'With queries and keys of 1,024 random numbers, .1 of a gradient gets through the softmax if scores are divided by √1,024, and .0059 if they are not.',
    );
  });
});
