// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it, vi } from 'vitest';
import type { Acts } from '../../../../web/src/views/training/acts';
import { settingsArea } from '../../../../web/src/views/training/controls';
import { firstSettings } from '../../../../web/src/views/training/settings';
import { newTraining } from '../../../../web/src/views/training/training';

function seedField() {
  const begin = vi.fn();
  const root = document.createElement('div');
  render(settingsArea(newTraining(firstSettings), { begin } as unknown as Acts), root);
  const field = root.querySelector<HTMLInputElement>('input[max="2147483647"]');
  const type = (text: string) => {
    if (!field) throw new Error('no field');
    field.value = text;
    field.dispatchEvent(new Event('change'));
    return field.value;
  };
  return { begin, type };
}

it('a seed that is typed begins a run', () => {
  const { begin, type } = seedField();
  expect(type('12')).toBe('12');
  expect(begin).toHaveBeenCalledExactlyOnceWith({ ...firstSettings, seed: 12 });
  expect(type('0')).toBe('0');
  expect(begin).toHaveBeenLastCalledWith({ ...firstSettings, seed: 0 });
});

it.each(['-1', '', ' ', 'x', '2147483648', '1e300'])(
  'what is no seed, as "%s", begins none and gives way to the seed of the run',
  (text) => {
    const { begin, type } = seedField();
    expect(type(text)).toBe('1');
    expect(begin).not.toHaveBeenCalled();
  },
);
