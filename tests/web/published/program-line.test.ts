import { beforeEach, expect, it, vi } from 'vitest';
import { Line } from '../../../web/src/published/program-line';
import type { All } from '../../../web/src/published/worker-jobs';
import { SilentWorker } from '../model/fake-worker';

/// The line of `fovea/published`: what it adds to the page's (worker-line.ts).

type Asked = { readonly kind: keyof All; readonly id: number };

const workers = vi.hoisted((): unknown[] => []);
const worker = (place = -1) => workers.at(place) as SilentWorker<Asked>;

vi.mock('../../../web/src/published/worker?worker&inline', () => ({
  script: '',
  default: function start() {
    const next = new SilentWorker<Asked>();
    workers.push(next);
    return next;
  },
}));

beforeEach(() => {
  workers.length = 0;
  vi.stubGlobal('Worker', SilentWorker);
});

it('asks the one model, hears what is done of it, and its refusals', async () => {
  const line = await Line.start();
  const progress = vi.fn();
  const answer = line.ask('embed', { texts: ['a'] }, progress);
  expect(worker().requests).toEqual([{ kind: 'embed', texts: ['a'], model: 1, id: 1 }]);
  worker().answer({ id: 1, kind: 'progress', share: 0.5 });
  expect(progress).toHaveBeenCalledExactlyOnceWith(0.5);
  worker().answer({ id: 1, kind: 'answered', value: 7 });
  expect(await answer).toBe(7);
  const refused = line.ask('embed', { texts: [] });
  const error = { code: 'invalid-input', message: 'no texts' };
  worker().answer({ id: 2, kind: 'failed', error });
  await expect(refused).rejects.toMatchObject(error);
  expect(workers).toHaveLength(1);
});

it('has no model any more where its worker has ended, and says why', async () => {
  const line = await Line.start();
  const open = line.ask('embed', { texts: ['a'] });
  worker().crash('out of memory');
  await expect(open).rejects.toMatchObject({ code: 'worker', message: 'out of memory' });
  await expect(line.ask('embed', { texts: ['a'] })).rejects.toMatchObject({
    ...{ code: 'worker', message: 'out of memory' },
  });
  expect(workers).toHaveLength(1);
  expect(worker().terminated).toBe(true);
});

it('is closed once: what is open is rejected, and nothing is asked', async () => {
  const line = await Line.start();
  const open = line.ask('embed', { texts: ['a'] });
  line.end();
  await expect(open).rejects.toMatchObject({ code: 'released' });
  await expect(line.ask('embed', { texts: ['a'] })).rejects.toThrow('It is closed.');
  expect(worker().requests).toHaveLength(1);
  expect(worker().terminated).toBe(true);
});
