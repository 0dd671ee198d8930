// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { loadFile } from '../../../web/src/element/load-file-beside';

it('what a bundler could not load is loaded anew with the next call', async () => {
  const figures = vi.fn<() => Promise<unknown>>();
  figures.mockRejectedValueOnce(new Error('offline')).mockResolvedValue('there');
  vi.stubGlobal('foveaFiles', { figures });
  await expect(loadFile('figures')).rejects.toThrow('offline');
  await expect(loadFile('figures')).resolves.toBe('there');
  await loadFile('figures');
  expect(figures).toHaveBeenCalledTimes(2);
});
