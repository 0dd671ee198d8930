// @vitest-environment happy-dom
import { render } from 'lit';
import { beforeAll, expect, it, vi } from 'vitest';
import { palettes } from '../../web/src/render/color';
import { encoderMap } from '../../web/src/widgets/encoder-map';
import { stateOf } from './scene-checks';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

beforeAll(() => {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data = new Uint8ClampedArray(100_000);
    },
  );
});

it('each part of the map is described by its card', async () => {
  const state = stateOf(know(await loadShipped(), modelBytes(), 'the cat saw it'));
  const map = { state, dispatch: () => {}, palette: palettes.light, form: 'column' } as never;
  render(encoderMap(map), document.body);
  const parts = [...document.querySelectorAll('.part button[data-step]')];
  expect(parts.length).toBeGreaterThan(8);
  const cards = parts.map((part) => part.getAttribute('aria-describedby') ?? '');
  expect(new Set(cards).size).toBe(parts.length);
  for (const id of cards) {
    const card = document.getElementById(id);
    expect(card?.getAttribute('role')).toBe('tooltip');
    expect(card?.querySelector('.purpose')?.textContent).toMatch(/\S/);
  }
});
