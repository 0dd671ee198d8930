import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EncoderClient, ModelPool, WorkerHost } from '../../../web/src/model/client';
import type { ModelInfo } from '../../../web/src/model/protocol';
import { FakeWorker } from './fake-worker';

let workers: FakeWorker[];
let names: string[];
let pool: ModelPool;

/** Locks that somebody else holds until the test frees the last one asked for. */
class FakeLocks {
  private granted: () => void = () => undefined;

  request(_: string, granted: () => void): Promise<void> {
    this.granted = granted;
    return Promise.resolve();
  }

  free(): void {
    this.granted();
  }
}

const worker = (): FakeWorker => {
  const last = workers.at(-1);
  if (!last) throw new Error('no worker was started');
  return last;
};

/** Lets promises run on. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function loaded(bytes: ArrayBuffer): Promise<EncoderClient> {
  const client = new EncoderClient(pool);
  const loading = client.load(bytes);
  if (worker().kinds().at(-1) === 'load') worker().settle('load');
  await loading;
  return client;
}

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  workers = [];
  names = [];
  const start = (name: string) => {
    names.push(name);
    workers.push(new FakeWorker());
    return worker() as unknown as Worker;
  };
  pool = new ModelPool(new WorkerHost(start), () => Promise.reject(new Error('not asked for')));
});

describe('one worker for all elements of a page', () => {
  it('starts with the first request, not before', () => {
    new EncoderClient(pool);
    expect(workers).toHaveLength(0);
  });

  it('loads the same bytes once, other bytes again', async () => {
    const bytes = new ArrayBuffer(8);
    await loaded(bytes);
    await loaded(bytes);
    await loaded(new ArrayBuffer(8));
    expect(workers).toHaveLength(1);
    expect(worker().kinds()).toEqual(['load', 'load']);
  });

  it('ends with the last of them', async () => {
    const bytes = new ArrayBuffer(8);
    const first = await loaded(bytes);
    const second = await loaded(bytes);
    first.release();
    expect(worker().terminated).toBe(false);
    second.release();
    expect(worker().terminated).toBe(true);
  });

  it('a file that was chosen later is not replaced by one that takes longer', async () => {
    const client = new EncoderClient(pool);
    const slow = client.load(new ArrayBuffer(8));
    const quick = client.load(new ArrayBuffer(8));
    worker().settle('load');
    await quick;
    const [first] = worker().requests;
    worker().answer({
      id: first?.id ?? 0,
      kind: 'answered',
      value: { parameters: 1 } as ModelInfo,
    });
    await expect(slow).rejects.toMatchObject({ code: 'superseded' });
    expect(worker().requests.at(-1)).toMatchObject({ kind: 'unload', model: 1 });
  });

  it('a file that was refused leaves the place to the one before it', async () => {
    const client = new EncoderClient(pool);
    const first = client.load(new ArrayBuffer(8));
    const refused = client.load(new ArrayBuffer(8));
    const { id } = worker().requests.at(-1) ?? { id: 0 };
    worker().answer({ id, kind: 'failed', error: { code: 'bad-file', message: 'not a model' } });
    await expect(refused).rejects.toMatchObject({ code: 'bad-file' });
    worker().settle('load');
    const [request] = worker().requests;
    worker().answer({
      id: request?.id ?? 0,
      kind: 'answered',
      value: { parameters: 7 } as ModelInfo,
    });
    expect((await first).parameters).toBe(7);
  });

  it('frees the model that another takes the place of', async () => {
    const client = await loaded(new ArrayBuffer(8));
    const loading = client.load(new ArrayBuffer(4));
    worker().settle('load');
    await loading;
    expect(worker().kinds()).toEqual(['load', 'load', 'unload']);
    expect(worker().requests.at(-1)).toMatchObject({ model: 1 });
  });

  it('frees a model that nobody uses any more', async () => {
    const bytes = new ArrayBuffer(8);
    const first = await loaded(bytes);
    await loaded(new ArrayBuffer(8));
    first.release();
    expect(worker().kinds().at(-1)).toBe('unload');
    await loaded(bytes);
    expect(worker().kinds()).toEqual(['load', 'load', 'unload', 'load']);
  });
});

describe('encoding', () => {
  it('needs a model', async () => {
    const client = new EncoderClient(pool);
    await expect(client.encode('a')).rejects.toMatchObject({ code: 'no-model' });
  });

  it('passes on what the core refuses, and goes on', async () => {
    const client = await loaded(new ArrayBuffer(8));
    const refused = client.encode('');
    await settled();
    const { id } = worker().requests.at(-1) ?? { id: 0 };
    worker().answer({ id, kind: 'failed', error: { code: 'invalid-input', message: 'no tokens' } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input', message: 'no tokens' });
    expect(worker().terminated).toBe(false);
  });
});

describe('when the worker fails', () => {
  it('says so, and the next request starts another one with the model loaded again', async () => {
    const client = await loaded(new ArrayBuffer(8));
    const lost = client.encode('a');
    await settled();
    worker().crash('out of memory');
    await expect(lost).rejects.toMatchObject({ code: 'worker' });
    await expect(lost).rejects.toThrow('out of memory');
    expect(worker().terminated).toBe(true);

    const next = client.encode('b');
    expect(workers).toHaveLength(2);
    worker().settle('load');
    await settled();
    worker().settle('encode');
    expect((await next).text).toBe('b');
  });

  it('counts an error without a code of the core as one', async () => {
    const client = await loaded(new ArrayBuffer(8));
    const lost = client.encode('a');
    await settled();
    const { id } = worker().requests.at(-1) ?? { id: 0 };
    worker().answer({ id, kind: 'failed', error: { code: 'worker', message: 'unreachable' } });
    await expect(lost).rejects.toMatchObject({ code: 'worker' });
    expect(worker().terminated).toBe(true);
  });

  it('notices one that ends without a word, and asks another one the same', async () => {
    const locks = new FakeLocks();
    vi.stubGlobal('navigator', { locks });
    const client = await loaded(new ArrayBuffer(8));
    worker().answer({ kind: 'alive' });
    const answer = client.encode('a');
    await settled();
    locks.free();
    await settled();
    expect(workers).toHaveLength(2);
    expect(names[0]).not.toBe(names[1]);
    worker().settle('load');
    await settled();
    expect(worker().kinds()).toEqual(['load', 'encode']);
    worker().settle('encode');
    expect((await answer).text).toBe('a');
  });

  it('gives up where the second one ends so too', async () => {
    const locks = new FakeLocks();
    vi.stubGlobal('navigator', { locks });
    const client = await loaded(new ArrayBuffer(8));
    const answer = client.encode('a');
    const outcome = expect(answer).rejects.toMatchObject({ code: 'lost' });
    for (let i = 0; i < 2; i++) {
      await settled();
      worker().answer({ kind: 'alive' });
      locks.free();
    }
    await outcome;
    expect(workers).toHaveLength(2);
  });

  it('takes the end of a worker that it has ended itself for no loss', async () => {
    const locks = new FakeLocks();
    vi.stubGlobal('navigator', { locks });
    const client = await loaded(new ArrayBuffer(8));
    worker().answer({ kind: 'alive' });
    worker().crash('gone');
    const answer = client.encode('a');
    await settled();
    locks.free();
    worker().settle('load');
    await settled();
    worker().settle('encode');
    expect((await answer).text).toBe('a');
    expect(workers).toHaveLength(2);
  });

  it('starts none to free a model that went with it', async () => {
    const client = await loaded(new ArrayBuffer(8));
    worker().crash('gone');
    client.release();
    expect(workers).toHaveLength(1);
  });
});

it('a model that cannot be read leaves the former one in place', async () => {
  const client = await loaded(new ArrayBuffer(8));
  const failing = client.load(new ArrayBuffer(4));
  const { id } = worker().requests.at(-1) ?? { id: 0 };
  worker().answer({ id, kind: 'failed', error: { code: 'file-truncated', message: 'short' } });
  await expect(failing).rejects.toMatchObject({ code: 'file-truncated' });
  const next = client.encode('a');
  await settled();
  worker().settle('encode');
  expect((await next).text).toBe('a');
});

it('tells how much of a file has been read', async () => {
  const client = new EncoderClient(pool);
  const shares: number[] = [];
  const loading = client.load(new Blob([]), (share) => shares.push(share));
  const { id } = worker().requests.at(-1) ?? { id: 0 };
  worker().answer({ id, kind: 'progress', share: 0.5 });
  worker().answer({ id, kind: 'progress', share: 1 });
  worker().settle('load');
  await loading;
  expect(shares).toEqual([0.5, 1]);
});

it('a load that ends after the release keeps no model', async () => {
  await loaded(new ArrayBuffer(8));
  const client = new EncoderClient(pool);
  const loading = client.load(new ArrayBuffer(4));
  client.release();
  worker().settle('load');
  await expect(loading).rejects.toMatchObject({ code: 'released' });
  expect(worker().kinds().at(-1)).toBe('unload');
});

describe('cancelling', () => {
  it('ends the worker that reads the file, and the former model answers from a new one', async () => {
    const former = new ArrayBuffer(1);
    const client = await loaded(former);
    const cancelling = new AbortController();
    const loading = client.load(new Blob(['large']), undefined, cancelling.signal);
    cancelling.abort();
    await expect(loading).rejects.toMatchObject({ code: 'cancelled' });
    expect(workers[0]?.terminated).toBe(true);

    const encoding = client.encode('again');
    await settled();
    expect(workers).toHaveLength(2);
    expect(worker().requests.at(-1)).toMatchObject({ kind: 'load', file: former });
    worker().settle('load');
    await settled();
    worker().settle('encode');
    await expect(encoding).resolves.toMatchObject({ text: 'again' });
  });

  it('sends what others had asked of that worker again', async () => {
    const other = await loaded(new ArrayBuffer(1));
    const client = new EncoderClient(pool);
    const cancelling = new AbortController();
    const loading = client.load(new Blob(['large']), undefined, cancelling.signal);
    const encoding = other.encode('meanwhile');
    await settled();
    cancelling.abort();
    await expect(loading).rejects.toMatchObject({ code: 'cancelled' });
    await settled();
    worker().settle('load');
    await settled();
    worker().settle('encode');
    await expect(encoding).resolves.toMatchObject({ text: 'meanwhile' });
  });

  it('does nothing once the file is loaded', async () => {
    const client = new EncoderClient(pool);
    const cancelling = new AbortController();
    const loading = client.load(new Blob(['small']), undefined, cancelling.signal);
    worker().settle('load');
    await loading;
    cancelling.abort();
    expect(worker().terminated).toBe(false);
  });

  it('opens nothing for a figure that no longer waits for a file that another reads', async () => {
    const former = new ArrayBuffer(1);
    const other = new EncoderClient(pool);
    const client = await loaded(former);
    const file = new Blob(['large']);
    const reading = other.load(file);
    const cancelling = new AbortController();
    const loading = client.load(file, undefined, cancelling.signal);
    cancelling.abort();
    await expect(loading).rejects.toMatchObject({ code: 'cancelled' });
    worker().settle('load');
    await reading;
    void client.encode('still the former');
    await settled();
    expect(worker().terminated).toBe(false);
    const [first] = worker().requests;
    expect(worker().requests.at(-1)).toMatchObject({ kind: 'encode', model: 1 });
    expect(first).toMatchObject({ kind: 'load', model: 1, file: former });
  });

  it('has the file read again for a figure that still waits for it', async () => {
    const [one, two] = [new EncoderClient(pool), new EncoderClient(pool)];
    const file = new Blob(['large']);
    const cancelling = new AbortController();
    const cancelled = one.load(file, undefined, cancelling.signal);
    const loading = two.load(file, undefined, new AbortController().signal);
    cancelling.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    await settled();
    expect(workers).toHaveLength(2);
    worker().settle('load');
    await expect(loading).resolves.toMatchObject({ parameters: 7 });
  });

  it('asks nothing for what is cancelled already', async () => {
    const client = new EncoderClient(pool);
    const loading = client.load(new Blob(['large']), undefined, AbortSignal.abort());
    await expect(loading).rejects.toMatchObject({ code: 'cancelled' });
    expect(workers).toHaveLength(0);
  });

  it('hears nothing more of a worker that was ended', async () => {
    const client = new EncoderClient(pool);
    const cancelling = new AbortController();
    const loading = client.load(new Blob(['large']), undefined, cancelling.signal);
    const [first] = workers;
    cancelling.abort();
    await expect(loading).rejects.toMatchObject({ code: 'cancelled' });
    void client.load(new ArrayBuffer(2)).catch(() => undefined);
    first?.crash('late');
    first?.settle('load');
    expect(worker().terminated).toBe(false);
  });
});
