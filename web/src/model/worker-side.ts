import type { Asked, Parameter, ProtocolError, Watch } from './protocol';

/// What every worker does with what the page's line (worker-line.ts) sends.

/** An error without one of the core's codes means that the module is no longer usable. */
export function describe(error: unknown): ProtocolError {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? { code, message } : { code: 'worker', message };
}

/** Browsers have locks in secure contexts alone; elsewhere nobody watches. */
function holdLock({ name }: Watch): void {
  navigator.locks
    ?.request(name, () => {
      self.postMessage({ kind: 'alive' });
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
}

export const reportProgress = (id: number, share: number): void =>
  self.postMessage({ id, kind: 'progress', share });

/** The memory of an answer that need not be copied. */
function memoryOf(answer: unknown): Transferable[] {
  if (answer instanceof Uint8Array) return [answer.buffer as ArrayBuffer];
  const { data, encoding } = (answer ?? {}) as Partial<Pick<Parameter, 'data'>> & {
    readonly encoding?: Pick<Parameter, 'data'>;
  };
  const array = data ?? encoding?.data;
  return array ? [array.buffer as ArrayBuffer] : [];
}

/** What answers each kind of request. */
export type Handlers<Requests, Answers extends { [Kind in keyof Requests]: unknown }> = {
  readonly [Kind in keyof Requests]: (
    request: Requests[Kind] & { readonly id: number },
  ) => Answers[Kind] | Promise<Answers[Kind]>;
};

/** Answers requests as soon as the handlers are there; `hear` gets what is no request. */
export function serve<Requests, Answers extends { [Kind in keyof Requests]: unknown }, Other>(
  handlers: Promise<Handlers<Requests, Answers>>,
  hear?: (message: Other) => void,
): void {
  const answer = async (request: Asked<Requests>): Promise<void> => {
    const { id, kind } = request;
    try {
      const value = await (await handlers)[kind](request);
      self.postMessage({ id, kind: 'answered', value }, { transfer: memoryOf(value) });
    } catch (error) {
      self.postMessage({ id, kind: 'failed', error: describe(error) });
    }
  };
  self.onmessage = ({ data }: MessageEvent<Watch | Asked<Requests>>) => {
    if ('id' in data) void answer(data);
    else if (data.kind === 'watch') holdLock(data as Watch);
    else hear?.(data as Other);
  };
}
