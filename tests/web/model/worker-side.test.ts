import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Handlers, reportProgress, serve } from '../../../web/src/model/worker-side';

interface Requests {
  trained: { readonly step: number };
  twice: { readonly x: number };
  read: { readonly bytes: number };
}

interface Answers {
  trained: { readonly encoding: { readonly data: Float32Array } };
  twice: number;
  read: Uint8Array<ArrayBuffer>;
}

let said: unknown[];
let moved: unknown[];

beforeEach(() => {
  said = [];
  moved = [];
  const postMessage = (message: unknown, { transfer = [] }: { transfer?: unknown[] } = {}) => {
    said.push(message);
    moved.push(...transfer);
  };
  vi.stubGlobal('self', { postMessage, onmessage: null });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const send = (data: object) => self.onmessage?.({ data } as MessageEvent);

const handlers: Handlers<Requests, Answers> = {
  trained: ({ step }) => ({ encoding: { data: new Float32Array(step) } }),
  twice({ x }) {
    if (x < 0) throw Object.assign(new Error('too small'), { code: 'invalid-input' });
    if (Number.isNaN(x)) throw new Error('unreachable');
    return 2 * x;
  },
  async read({ id, bytes }) {
    reportProgress(id, 0.5);
    return new Uint8Array(bytes);
  },
};

it('answers each request by its number, once the handlers are there', async () => {
  let ready = (_: typeof handlers) => {};
  serve(new Promise<typeof handlers>((resolve) => (ready = resolve)));
  send({ id: 7, kind: 'twice', x: 4 });
  await Promise.resolve();
  expect(said).toEqual([]);
  ready(handlers);
  await vi.waitFor(() => expect(said).toEqual([{ id: 7, kind: 'answered', value: 8 }]));
});

it('tells what is done, and moves the memory of an answer', async () => {
  serve(Promise.resolve(handlers));
  send({ id: 1, kind: 'read', bytes: 3 });
  await vi.waitFor(() => expect(said).toHaveLength(2));
  const value = new Uint8Array(3);
  expect(said).toEqual([
    { id: 1, kind: 'progress', share: 0.5 },
    { id: 1, kind: 'answered', value },
  ]);
  expect(moved).toEqual([value.buffer]);
});

it('moves the memory of a trace that an answer holds', async () => {
  serve(Promise.resolve(handlers));
  send({ id: 1, kind: 'trained', step: 2 });
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(moved).toEqual([new Float32Array(2).buffer]);
});

it('says of a refusal its code, of a module that is lost that it is', async () => {
  serve(Promise.resolve(handlers));
  send({ id: 1, kind: 'twice', x: -1 });
  send({ id: 2, kind: 'twice', x: Number.NaN });
  await vi.waitFor(() => expect(said).toHaveLength(2));
  const errors = said.map((each) => (each as { error: unknown }).error);
  expect(errors).toEqual([
    { code: 'invalid-input', message: 'too small' },
    { code: 'worker', message: 'unreachable' },
  ]);
});

it('holds the lock that it is told to, and hands on what is no request', () => {
  const request = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { locks: { request } });
  const heard: unknown[] = [];
  serve(Promise.resolve(handlers), (message: object) => heard.push(message));
  send({ kind: 'watch', name: 'fovea-1' });
  send({ kind: 'start', model: 'bytes' });
  expect(request).toHaveBeenCalledWith('fovea-1', expect.any(Function));
  expect(heard).toEqual([{ kind: 'start', model: 'bytes' }]);
});
