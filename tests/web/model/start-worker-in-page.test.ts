// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { packed } from '../../../scripts/lib/packing.mjs';
import {
  newWorker,
  sendModel,
  sendPacked,
  startWorker,
} from '../../../web/src/model/start-worker-in-page';

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
const model = packed(Buffer.from([0, 1, 2]));
const core = { kind: 'core', plain: 'the core', relaxed: 'its patch' };

beforeEach(() => {
  document.body.innerHTML = `<script type="text/plain" id="fovea-worker">the worker</script>
    <template id="fovea-core">the core</template>
    <template id="fovea-core-relaxed">its patch</template>
    <template id="fovea-model">${model}</template>`;
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
  sendPacked(early);
  expect(startWorker('first')).toBe(early);
  // The page's parser may come to the model only now.
  expect(globalThis.foveaWorker).toBe(early);
  expect(messagesOf(early)).toEqual([
    core,
    { kind: 'start', model },
    { kind: 'watch', name: 'first' },
  ]);
  const second = startWorker('second');
  expect(second).not.toBe(early);
  expect(messagesOf(second)).toEqual([
    core,
    { kind: 'start', model },
    { kind: 'watch', name: 'second' },
  ]);
  expect(await scripts.at(-1)?.text()).toBe('the worker');
});

it('gives a worker of another file the model as bytes in base64, and then what it was sent meanwhile', async () => {
  const other = new Worker('');
  sendModel(other);
  other.postMessage({ kind: 'load' });
  expect(messagesOf(other)).toEqual([]);
  await vi.waitFor(() =>
    expect(messagesOf(other)).toEqual([{ kind: 'start', model: 'AAEC' }, { kind: 'load' }]),
  );
  other.postMessage({ kind: 'encode' });
  expect(messagesOf(other)).toHaveLength(3);
});
