import { beforeEach, expect, it, vi } from 'vitest';
import { EncoderClient, ModelPool, WorkerHost } from '../../../web/src/model/client';
import { EncoderError } from '../../../web/src/model/worker-line';
import { FakeWorker } from './fake-worker';

/** The workers of the page's own module, and those of the module that runs every kind. */
let own: FakeWorker[];
let wide: FakeWorker[];
let pool: ModelPool;
let opened: ReturnType<typeof vi.fn<() => Promise<(name: string) => Worker>>>;

const started = (workers: FakeWorker[]) => () => {
  workers.push(new FakeWorker());
  return workers.at(-1) as unknown as Worker;
};

const last = (workers: FakeWorker[]): FakeWorker => workers.at(-1) as FakeWorker;

/** Lets promises run on. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const lack = { code: 'not-in-this-build', message: 'config: it has rotary positions' };

/** Answers the last request with what the module lacks. */
function refuse(workers: FakeWorker[], error = lack): void {
  const { id } = last(workers).requests.at(-1) ?? { id: 0 };
  last(workers).answer({ id, kind: 'failed', error });
}

beforeEach(() => {
  own = [];
  wide = [];
  opened = vi.fn(async () => started(wide));
  pool = new ModelPool(new WorkerHost(started(own)), opened);
});

async function withModel(): Promise<EncoderClient> {
  const client = new EncoderClient(pool);
  const loading = client.load(new ArrayBuffer(8));
  last(own).settle('load');
  await loading;
  return client;
}

const rotary = { structure: 'positions=rotary', changes: [] };

it('a file that the page’s module lacks is loaded by the one that has all', async () => {
  const client = new EncoderClient(pool);
  const loading = client.load(new ArrayBuffer(8));
  refuse(own);
  await settled();
  expect(opened).toHaveBeenCalledTimes(1);
  expect(last(wide).kinds()).toEqual(['load']);
  last(wide).settle('load');
  await loading;
  const encoding = client.encode('a');
  await settled();
  last(wide).settle('encode');
  await encoding;
  expect(last(own).kinds()).toEqual(['load', 'unload']);
});

it('a run that it lacks moves the model over, once for all that ask', async () => {
  const client = await withModel();
  const asked = [client.encode('a', [], rotary), client.encode('b', [], rotary)];
  await settled();
  for (const { id } of last(own).requests.slice(1))
    last(own).answer({ id, kind: 'failed', error: lack });
  await settled();
  expect(last(own).kinds()).toEqual(['load', 'encode', 'encode', 'unload']);
  expect(last(wide).kinds()).toEqual(['load']);
  last(wide).settle('load');
  await settled();
  expect(last(wide).kinds()).toEqual(['load', 'encode', 'encode']);
  for (const { id } of last(wide).requests.slice(1))
    last(wide).answer({ id, kind: 'answered', value: { tokens: [] } as never });
  await Promise.all(asked);
});

it('another model stays where it is', async () => {
  const first = await withModel();
  const other = await withModel();
  const encoding = first.encode('a', [], rotary);
  await settled();
  refuse(own);
  await settled();
  last(wide).settle('load');
  await settled();
  last(wide).settle('encode');
  await encoding;
  const beside = other.encode('b');
  await settled();
  last(own).settle('encode');
  await beside;
  expect(last(wide).kinds()).toEqual(['load', 'encode']);
});

it('what was asked of a model that another has taken the place of is asked of that one', async () => {
  const client = await withModel();
  const encoding = client.encode('a', [], rotary);
  await settled();
  const loading = client.load(new ArrayBuffer(4));
  last(own).settle('load');
  await loading;
  const [, refused] = last(own).requests;
  last(own).answer({ id: refused?.id ?? 0, kind: 'failed', error: lack });
  await settled();
  expect(last(own).kinds()).toEqual(['load', 'encode', 'load', 'unload', 'encode']);
  expect(last(own).requests.at(-1)).toMatchObject({ model: 2 });
  last(own).settle('encode');
  await encoding;
});

it('what the other refuses too is refused, and the model before stays open', async () => {
  const client = await withModel();
  const loading = client.load(new ArrayBuffer(8));
  refuse(own);
  await settled();
  refuse(wide, { code: 'invalid-config', message: 'config: it has a decoder' });
  await expect(loading).rejects.toMatchObject({ code: 'invalid-config' });
  expect(last(wide).terminated).toBe(true);
  const encoding = client.encode('a');
  await settled();
  last(own).settle('encode');
  await encoding;
});

it('where the file is missing the request says so, and the next one tries again', async () => {
  opened.mockRejectedValueOnce(new EncoderError({ code: 'no-file', message: 'put it beside' }));
  const client = await withModel();
  const failing = client.encode('a', [], rotary);
  await settled();
  refuse(own);
  await expect(failing).rejects.toMatchObject({ message: 'put it beside' });
  const ownWay = client.encode('a');
  await settled();
  last(own).settle('encode');
  await ownWay;
  void client.encode('a', [], rotary);
  await settled();
  refuse(own);
  await settled();
  expect(last(wide).kinds()).toEqual(['load']);
});

it('its worker ends with the last model that it has', async () => {
  const client = await withModel();
  const encoding = client.encode('a', [], rotary);
  await settled();
  refuse(own);
  await settled();
  last(wide).settle('load');
  await settled();
  last(wide).settle('encode');
  await encoding;
  client.release();
  expect(last(wide).terminated).toBe(true);
});
