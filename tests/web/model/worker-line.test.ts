import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../scripts/lib/languages.mjs';
import type { Answers, Requests } from '../../../web/src/model/protocol';
import { EncoderError, reasonOf, WorkerLine } from '../../../web/src/model/worker-line';
import { FakeWorker } from './fake-worker';

const refused = new EncoderError({ code: 'file-truncated', message: 'the file ends early' });

describe('why a model was refused', () => {
  afterEach(() => {
    globalThis.foveaLanguage = undefined;
  });

  it('is what the core says', () => {
    expect(reasonOf(refused)).toBe('the file ends early');
    expect(reasonOf(new Error('it is gone'))).toBe('it is gone');
  });

  it('has its kind first in another language', () => {
    globalThis.foveaWords = { de: wordsOf('de') };
    globalThis.foveaLanguage = 'de';
    expect(reasonOf(refused)).toBe(
      'Die Modelldatei endet zu früh. Im Einzelnen, auf Englisch: the file ends early',
    );
    expect(reasonOf(new Error('it is gone'))).toBe('it is gone');
  });
});

describe('a line', () => {
  const workers: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const open = () => {
    workers.length = 0;
    const words = { lost: () => 'lost', stopped: (reason: string) => reason };
    return new WorkerLine<Requests, Answers>(start, words);
  };

  it('starts no worker for what is cancelled before it is asked', async () => {
    const line = open();
    const asked = line.send('unload', { model: 1 }, { signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(workers).toEqual([]);
  });

  it('hears nothing of a worker that another has taken the place of', async () => {
    const line = open();
    const first = line.send('unload', { model: 1 });
    line.end({ code: 'released', message: 'It is over.' });
    await expect(first).rejects.toMatchObject({ code: 'released' });
    const second = line.send('unload', { model: 2 });
    workers[0]?.answer({ id: 1, kind: 'failed', error: { code: 'worker', message: 'trapped' } });
    expect(workers[1]?.terminated).toBe(false);
    workers[1]?.settle('unload');
    await expect(second).resolves.toBeNull();
  });

  it('says why a worker failed: in its own words, in the page’s where it has none, else that it did not start', async () => {
    const reasonOf = async (message: string, forbidden?: string) => {
      workers.length = 0;
      const line = new WorkerLine<Requests, Answers>(start, {
        ...{ lost: () => 'lost', stopped: (reason) => `stopped: ${reason}` },
        forbidden: () => forbidden,
      });
      const asked = line.send('unload', { model: 1 });
      let prevented = false;
      workers[0]?.onerror?.({ message, preventDefault: () => (prevented = true) });
      const error = await asked.catch((reason: EncoderError) => reason);
      expect(prevented).toBe(true);
      return (error as EncoderError).message;
    };
    expect(await reasonOf('out of memory', 'its policy')).toBe('stopped: out of memory');
    expect(await reasonOf('', 'its policy')).toBe('stopped: its policy');
    expect(await reasonOf('')).toBe('stopped: it could not be started');
  });
});
