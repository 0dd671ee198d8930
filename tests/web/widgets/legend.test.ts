// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { attentionLegend } from '../../../web/src/widgets/legend';
import { makeTrace } from '../fixtures';

it('the legend names each scale with its real bounds', () => {
  const host = document.createElement('div');
  const of = (role: string, ...values: number[]) => ({
    name: `layers.0.attention.${role}`,
    axes: [['token', 2] as const],
    values,
  });
  const tensors = [of('query', 1, -4.26), of('key', 4.61, 0), of('value', -3.8, 2)];
  const state = { ...initialState(), layer: 0, trace: makeTrace('a b', tensors) };
  render(attentionLegend(state), host);
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
  const ends = [...host.querySelectorAll('dl > div')].map((entry) => {
    const colors = [...entry.querySelectorAll('rect')].map((rect) => rect.getAttribute('fill'));
    return [colors.at(0), colors.at(-1)].map((color) => /--[a-z]+\) 100/.exec(color ?? '')?.[0]);
  });
  expect(ends).toEqual([
    [undefined, '--weight) 100'],
    ['--negative) 100', '--query) 100'],
    ['--negative) 100', '--key) 100'],
    ['--negative) 100', '--value) 100'],
  ]);
});
