import { beforeEach, expect, it, vi } from 'vitest';
import { Learner, Study, workersHere } from '../../../web/src/learn/client';
import type { LearnSettings, Request, TrainerEvent } from '../../../web/src/learn/protocol';
import type { EncoderError, Said } from '../../../web/src/model/worker-line';

type Sent = Request & { readonly transfer: readonly Transferable[] };

/** A worker that answers when the test says so. */
class FakeWorker {
  readonly requests: Sent[] = [];
  terminated = false;
  onmessage: ((event: { data: Said<TrainerEvent> }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;

  postMessage(request: Request, transfer: readonly Transferable[]): void {
    this.requests.push({ ...request, transfer });
  }

  terminate(): void {
    this.terminated = true;
  }

  say(response: Said<TrainerEvent>): void {
    this.onmessage?.({ data: response });
  }

  answer(value: unknown): void {
    const { id } = this.requests.at(-1) as Sent;
    this.say({ id, kind: 'answered', value } as Said<TrainerEvent>);
  }
}

let workers: FakeWorker[];
let heard: unknown[];

const listener = {
  reports: (reports: unknown) => heard.push(reports),
  kept: (kept: unknown) => heard.push(kept),
  finished: () => heard.push('finished'),
  failed: (error: EncoderError) => heard.push(error),
};

const settings: LearnSettings = { size: 'tiny', seed: 1, warmup: true, structure: '' };

function newLearner(count: number): Learner {
  const open = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  return new Learner(open, listener, count);
}

async function begun(count = 1): Promise<Learner> {
  const learner = newLearner(count);
  const starting = learner.start(settings);
  for (const worker of workers) worker.answer({ parameters: 7 });
  await starting;
  return learner;
}

const worker = (): FakeWorker => workers[0] as FakeWorker;

beforeEach(() => {
  workers = [];
  heard = [];
});

it('starts its workers with places in a team and a port to each other one', async () => {
  await begun(3);
  expect(workers).toHaveLength(3);
  workers.forEach(({ requests: [start] }, place) => {
    if (start?.kind !== 'start') throw new Error('no start');
    expect(start.from).toBe(settings);
    expect(start.team.place).toBe(place);
    expect(start.team.ports.map((port) => port === null)).toEqual(
      [0, 1, 2].map((i) => i === place),
    );
    expect(start.transfer).toHaveLength(2);
  });
});

it('asks the first one alone', async () => {
  const learner = await begun(2);
  const playing = learner.play();
  worker().answer(null);
  await playing;
  expect(workers.map(({ requests }) => requests.map(({ kind }) => kind))).toEqual([
    ['start', 'play'],
    ['start'],
  ]);
});

it('passes the news on', async () => {
  await begun();
  const kept = { step: 4, seconds: 1, evaluation: {} } as never;
  worker().say({ kind: 'reports', reports: [] });
  worker().say({ kind: 'kept', kept, dropped: [] });
  worker().say({ kind: 'finished' });
  expect(heard).toEqual([[], kept, 'finished']);
});

it('ends all workers, and what they were asked for', async () => {
  const learner = await begun(2);
  const encoding = learner.encodeAt(3, 'a cat');
  learner.end();
  await expect(encoding).rejects.toMatchObject({ code: 'released' });
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  await expect(learner.play()).rejects.toMatchObject({ code: 'no-run' });
  worker().say({ kind: 'finished' });
  expect(heard).toEqual([]);
});

it('ends the former run when another one is started', async () => {
  const learner = await begun();
  const starting = learner.continueFrom(new Uint8Array(8));
  expect(worker().terminated).toBe(true);
  workers[1]?.answer({ parameters: 9, done: 5 });
  expect(await starting).toMatchObject({ done: 5 });
});

it('is ended by the signal it was started with, but no later run is', async () => {
  const learner = newLearner(1);
  const first = new AbortController();
  const starting = learner.start(settings, first.signal);
  first.abort();
  await expect(starting).rejects.toMatchObject({ code: 'released' });
  expect(worker().terminated).toBe(true);
  const next = learner.start(settings);
  first.abort();
  workers[1]?.answer({ parameters: 7 });
  await next;
  expect(workers[1]?.terminated).toBe(false);
});

it('ends the run where one of the workers breaks down, and says so once', async () => {
  const learner = await begun(2);
  const saving = learner.save();
  workers[1]?.onerror?.({ message: 'out of memory', preventDefault() {} });
  worker().onerror?.({ message: 'also', preventDefault() {} });
  await expect(saving).rejects.toMatchObject({ code: 'worker' });
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  expect(heard).toEqual([expect.objectContaining({ code: 'worker', message: 'out of memory' })]);
});

it('notices a worker that ends without a word, and ends the run', async () => {
  const locks: (() => void)[] = [];
  const request = (_: string, granted: () => void) => void locks.push(granted);
  vi.stubGlobal('navigator', { locks: { request } });
  const learner = await begun(2);
  for (const each of workers) each.say({ kind: 'alive' });
  const encoding = learner.encodeAt(3, 'a cat');
  locks[1]?.();
  await expect(encoding).rejects.toMatchObject({ code: 'lost' });
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  expect(heard).toEqual([expect.objectContaining({ code: 'lost' })]);
  locks[0]?.();
  expect(heard).toHaveLength(1);
  vi.unstubAllGlobals();
});

it('a study says so where its worker is gone, and asks no other', async () => {
  const study = new Study(() => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  });
  const ask = { config: '{}', tokens: 8, milliseconds: 1 };
  const open = study.passTime(ask);
  worker().onerror?.({ message: 'out of memory', preventDefault() {} });
  await expect(open).rejects.toMatchObject({ code: 'worker', message: 'out of memory' });
  await expect(study.passTime(ask)).rejects.toMatchObject({ message: 'out of memory' });
  expect(workers).toHaveLength(1);
});

it('a refused start leaves no worker behind', async () => {
  const learner = newLearner(2);
  const starting = learner.start(settings);
  const { id } = worker().requests[0] as Sent;
  const error = { code: 'invalid-config', message: 'no such structure' };
  worker().say({ id, kind: 'failed', error });
  await expect(starting).rejects.toMatchObject(error);
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
});

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [16, 4],
])('takes of %i cores %i workers: one core is left to the page', (cores, count) => {
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  expect(workersHere()).toBe(count);
  vi.unstubAllGlobals();
});
