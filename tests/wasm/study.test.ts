import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import createFoveaLearn from 'fovea-learn-wasm';
import { describe, expect, it } from 'vitest';
import { buildPath, nativePath } from '../../scripts/lib/paths.mjs';

const wasmBinary = readFileSync(buildPath('wasm/fovea_learn.wasm'));
const fovea = await createFoveaLearn({ wasmBinary });

/** The rows of `fovea gradients --csv`, numbers alone. */
const native = (...args: string[]): number[][] =>
  execFileSync(nativePath('fovea'), ['gradients', '--csv', '--seeds', '2', ...args])
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',').map(Number));

/** Differences between words that all became one are what float32 rounds off. */
const rounding = 1e-12;

function expectNear(actual: number | undefined, wanted: number | undefined, relative: number) {
  const [a, b] = [actual ?? Number.NaN, wanted ?? Number.NaN];
  expect(Math.abs(a - b), `${a} is ${b}`).toBeLessThan(relative * Math.abs(b) + rounding);
}

describe('the study of depth in the page', () => {
  const structures = ['none', 'pre', 'post'].flatMap((norm) =>
    ['on', 'off'].map((path) => `norm=${norm},residual=${path}`),
  );

  it.each(structures)('measures what the native program does: %s', (structure) => {
    const runs = fovea.studyDepth({ depth: 6, structure, seeds: 2 });
    const rows = native('--depth', '6', '--structure', structure);
    expect(rows).toHaveLength(2 * 7);
    for (const [seed, layer, ...wanted] of rows as [number, number, ...number[]][]) {
      const { gradient, difference, stream, weights } = runs[seed - 1] ?? {};
      expectNear(gradient?.[layer], wanted[0], 1e-3);
      expectNear(difference?.[layer], wanted[1], 1e-3);
      expectNear(stream?.[layer], wanted[2], 1e-4);
      expectNear(weights?.[layer], wanted[3], 1e-3);
    }
  });

  it('draws its matrices from a normal distribution of any deviation, at any width', () => {
    const ask = { depth: 6, structure: 'norm=post', seeds: 2, width: 64, deviation: 0.05 };
    const runs = fovea.studyDepth(ask);
    const rows = native(
      ...['--depth', '6', '--structure', 'norm=post', '--d-model', '64', '--deviation', '.05'],
    );
    for (const [seed, layer, gradient, difference] of rows as [number, number, number, number][]) {
      expectNear(runs[seed - 1]?.gradient[layer], gradient, 1e-3);
      expectNear(runs[seed - 1]?.difference[layer], difference, 1e-3);
    }
  });

  it('hands on what overflows as no number', () => {
    const structure = 'norm=none';
    const [run] = fovea.studyDepth({ depth: 96, structure, seeds: 1 });
    expect(run?.gradient[0]).toBeNaN();
    expect(run?.gradient[96]).toBeCloseTo(1, 5);
  });

  it('refuses what cannot be, in words', () => {
    const ask = (depth: number, structure: string) => () =>
      fovea.studyDepth({ depth, structure, seeds: 1 });
    expect(ask(500, '')).toThrow('depth is 500, but must be from 1 to 128');
    expect(ask(2, 'softmax=columns')).toThrow('runs forward only');
  });
});

describe('the study of the softmax in the page', () => {
  it('measures what the native program does', () => {
    for (const [seed = 0, dK = 0, scaled, largest, passed] of native('--softmax')) {
      const ask = { dK, keys: 11, scaled: scaled === 1, seeds: 2 };
      const measures = fovea.studySoftmax(ask)[seed - 1];
      expectNear(measures?.largest, largest, 1e-4);
      expectNear(measures?.passed, passed, 1e-3);
    }
  });
});
