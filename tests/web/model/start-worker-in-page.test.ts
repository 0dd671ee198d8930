// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newWorker, sendModel, startWorker } from '../../../web/src/model/start-worker-in-page';

class FakeWorker {
  readonly url: string;
  readonly messages: unknown[] = [];
  constructor(url: string) {
    this.url = url;
  }
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

const scripts: Blob[] = [];

beforeEach(() => {
  document.body.innerHTML = `<script type="text/plain" id="fovea-worker">the worker</script>
    <script type="text/plain" id="fovea-model">AAEC</script>`;
  vi.stubGlobal('Worker', FakeWorker);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(
    (blob) => `blob:${scripts.push(blob as Blob)}`,
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const messagesOf = (worker: Worker) => (worker as unknown as FakeWorker).messages;

it('hands out the worker that the page has started, once; later ones get the model again', async () => {
  const early = newWorker();
  globalThis.foveaWorker = early;
  sendModel(early);
  expect(startWorker('first')).toBe(early);
  expect(messagesOf(early)).toEqual([
    { kind: 'start', model: 'AAEC' },
    { kind: 'watch', name: 'first' },
  ]);
  const second = startWorker('second');
  expect(second).not.toBe(early);
  expect(messagesOf(second)).toEqual([
    { kind: 'start', model: 'AAEC' },
    { kind: 'watch', name: 'second' },
  ]);
  expect(await scripts.at(-1)?.text()).toBe('the worker');
});
