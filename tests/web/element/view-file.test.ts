// @vitest-environment happy-dom
import { html, type ReactiveControllerHost, render } from 'lit';
import { beforeEach, expect, it, vi } from 'vitest';
import { ViewFile } from '../../../web/src/element/drawn-view';
import { loadFile } from '../../../web/src/element/load-file';

vi.mock('../../../web/src/element/load-file', () => ({ loadFile: vi.fn() }));
const load = vi.mocked(loadFile);
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  load.mockReset().mockRejectedValue(new Error('It could not be loaded.'));
});

/** A page that shows views, and what it says of each. */
function opened() {
  const requestUpdate = vi.fn();
  const file = new ViewFile({ requestUpdate } as unknown as ReactiveControllerHost);
  const said = async (view: string) => {
    file.problem(view);
    await settle();
    render(html`${file.problem(view)}`, document.body);
    return document.body.textContent?.trim() ?? '';
  };
  return { said, requestUpdate };
}

it('asks once for a file that cannot be had, and says why', async () => {
  const { said, requestUpdate } = opened();
  expect(await said('gaze')).toContain('It could not be loaded.');
  expect(await said('gaze')).toContain('It could not be loaded.');
  expect(load).toHaveBeenCalledTimes(1);
  expect(requestUpdate).toHaveBeenCalledTimes(1);
});

it('tries again when the view is opened anew', async () => {
  const { said } = opened();
  await said('gaze');
  expect(await said('attention')).toBe('');
  load.mockResolvedValue(null);
  expect(await said('gaze')).toBe('');
  expect(load).toHaveBeenCalledTimes(2);
});

it('tries again when the reader says so', async () => {
  const { said, requestUpdate } = opened();
  await said('gaze');
  load.mockResolvedValue(null);
  document.querySelector('button')?.click();
  expect(requestUpdate).toHaveBeenCalledTimes(2);
  expect(await said('gaze')).toBe('');
  expect(load).toHaveBeenCalledTimes(2);
});
