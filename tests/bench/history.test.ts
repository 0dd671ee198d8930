import { expect, it } from 'vitest';
import { history, ratiosOf } from './history.mjs';

const table = (ratio: string, suite = 'native') => `<!-- figures: ${suite} -->
| model | n | onnxruntime-node, ms | ratio: fovea | eigen |
|---|---|---|---|---|
| demo | 11 | 0.30 | **${ratio}** | 0.81 |
| base | 64 | 0.30 |  | 0.62 |
<!-- end -->`;

it('reads the ratios that a table has, and none from other suites', () => {
  expect(ratiosOf(table('1.41'), 'native')).toEqual({ 'demo, n = 11': 1.41 });
  expect(ratiosOf(table('1.41'), 'chromium')).toEqual({});
  const start = `<!-- figures: start -->\n|  | ms | ratio |\n|---|---|---|\n| fovea | 163 | 5.41 |\n<!-- end -->`;
  expect(ratiosOf(start, 'start')).toEqual({ fovea: 5.41 });
});

it('has a run for each commit that measured anew', () => {
  const all = ['', table('1.4'), table('1.4'), table('1.5')].map((text, i) => ({
    commit: `c${i}`,
    text,
  }));
  expect(history(all, 'native')).toEqual([
    { commit: 'c1', ratios: { 'demo, n = 11': 1.4 } },
    { commit: 'c3', ratios: { 'demo, n = 11': 1.5 } },
  ]);
});
