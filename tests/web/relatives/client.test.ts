import { beforeEach, expect, it, vi } from 'vitest';
import { Relatives } from '../../../web/src/relatives/client';
import type { Request } from '../../../web/src/relatives/protocol';
import { SilentWorker } from '../model/fake-worker';

let workers: SilentWorker<Request>[];
let names: string[];
let relatives: Relatives;

beforeEach(() => {
  workers = [];
  names = [];
  relatives = new Relatives((name) => {
    names.push(name);
    workers.push(new SilentWorker<Request>());
    return workers.at(-1) as unknown as Worker;
  });
});

const ask = { model: 'next-word', taken: [], steps: 0 } as const;
const answer = { steps: [], model: { layers: 2, heads: 4, dModel: 64 } };

it('one worker answers all, in whatever order', async () => {
  const first = relatives.decode(ask);
  const second = relatives.info('rewrite');
  expect(workers).toHaveLength(1);
  const [a, b] = workers[0]?.requests ?? [];
  expect(a).toMatchObject({ kind: 'decode', ...ask });
  workers[0]?.answer({ id: b?.id ?? 0, kind: 'answered', value: { parameters: 7 } as never });
  workers[0]?.answer({ id: a?.id ?? 0, kind: 'answered', value: answer });
  expect(await second).toEqual({ parameters: 7 });
  expect(await first).toBe(answer);
});

it('an error of the core rejects its request alone', async () => {
  const failing = relatives.decode(ask);
  const waiting = relatives.decode(ask);
  const error = { code: 'invalid-input', message: 'no' };
  workers[0]?.answer({ id: 1, kind: 'failed', error });
  await expect(failing).rejects.toMatchObject(error);
  workers[0]?.answer({ id: 2, kind: 'answered', value: answer });
  expect(await waiting).toBe(answer);
});

it('a worker that breaks down rejects all that is open; the next request starts another', async () => {
  const open = [relatives.decode(ask), relatives.decode(ask)];
  workers[0]?.crash('memory');
  for (const each of open)
    await expect(each).rejects.toMatchObject({
      code: 'worker',
      message: 'The decoder stopped: memory. It restarts with the next step.',
    });
  expect(workers[0]?.terminated).toBe(true);
  const again = relatives.decode(ask);
  workers[1]?.answer({ id: 3, kind: 'answered', value: answer });
  expect(await again).toBe(answer);
});

it('a worker that ends without a word is noticed by its lock, and another is asked the same, once', async () => {
  let granted = () => {};
  const request = vi.fn((_: string, grant: () => void) => {
    granted = grant;
  });
  vi.stubGlobal('navigator', { locks: { request } });
  const open = relatives.decode(ask);
  workers[0]?.answer({ kind: 'alive' });
  expect(request.mock.calls[0]?.[0]).toBe(names[0]);
  granted();
  await vi.waitFor(() => expect(workers).toHaveLength(2));
  expect(workers[1]?.requests[0]).toMatchObject({ kind: 'decode', ...ask });
  workers[1]?.answer({ kind: 'alive' });
  granted();
  await expect(open).rejects.toMatchObject({ code: 'lost' });
  expect(workers).toHaveLength(2);
  vi.unstubAllGlobals();
});

it('what is open when it is ended is rejected', async () => {
  const open = relatives.decode(ask);
  relatives.end();
  await expect(open).rejects.toMatchObject({ code: 'released' });
  expect(workers[0]?.terminated).toBe(true);
});
