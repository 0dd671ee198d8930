// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { attentionLegend } from '../../../web/src/widgets/legend';

it('the legend names each scale with its real bounds', () => {
  const host = document.createElement('div');
  render(attentionLegend({ query: 4.26, key: 4.61, value: 3.8 }), host);
  const entries = [...host.querySelectorAll('dl > div')].map((entry) => [
    entry.querySelector('dt')?.textContent,
    ...[...entry.querySelectorAll('.bounds span')].map((bound) => bound.textContent),
  ]);
  expect(entries).toEqual([
    ['weight', '0', '1'],
    ['query', '\u22124.3', '0', '4.3'],
    ['key', '\u22124.6', '0', '4.6'],
    ['value', '\u22123.8', '0', '3.8'],
  ]);
});
