import type { ModelInfo, Request } from '../../../web/src/model/protocol';
import type { Said } from '../../../web/src/model/worker-line';

/** A worker that answers when the test says so. */
export class SilentWorker<Asked extends { readonly kind: string }> {
  readonly requests: Asked[] = [];
  terminated = false;
  onmessage: ((event: { data: Said }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;

  postMessage(request: Asked): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.terminated = true;
  }

  kinds(): string[] {
    return this.requests.map(({ kind }) => kind);
  }

  answer(response: Said): void {
    this.onmessage?.({ data: response });
  }

  crash(message: string): void {
    this.onerror?.({ message, preventDefault() {} });
  }
}

/** One that can answer as the encoder's worker would. */
export class FakeWorker extends SilentWorker<Request> {
  /** Answers the last request of a kind as the worker would. */
  settle(kind: Request['kind']): void {
    const request = this.requests.findLast((each) => each.kind === kind);
    if (!request) throw new Error(`no request "${kind}"`);
    this.answer(answerTo(request));
  }
}

const info = { parameters: 7 } as ModelInfo;

function answerTo(request: Request): Said {
  const { id } = request;
  switch (request.kind) {
    case 'load':
      return { id, kind: 'answered', value: info };
    case 'encode': {
      const { text, masked } = request;
      const encoding = { text, masked, tokens: [], tensors: [], dropped: 0, milliseconds: 1 };
      return { id, kind: 'answered', value: { ...encoding, data: new Float32Array() } };
    }
    case 'parameter': {
      const parameter = { name: request.name, shape: [0], data: new Float32Array() };
      return { id, kind: 'answered', value: parameter };
    }
    case 'outcomes': {
      const outcome = { best: 0, probability: 1, asked: [] };
      return { id, kind: 'answered', value: request.variants.map(() => outcome) };
    }
    case 'unload':
      return { id, kind: 'answered', value: null };
  }
}
