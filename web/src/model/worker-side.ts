import type { ProtocolError, Watch } from './protocol';

/// What every worker does with what the page's line (worker-line.ts) sends.

/** An error without one of the core's codes means that the module is no longer usable. */
export function describe(error: unknown): ProtocolError {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? { code, message } : { code: 'worker', message };
}

/** Browsers have locks in secure contexts alone; elsewhere nobody watches. */
export function holdLock({ name }: Watch): void {
  navigator.locks
    ?.request(name, () => {
      self.postMessage({ kind: 'alive' });
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
}

export const reportProgress = (id: number, share: number): void =>
  self.postMessage({ id, kind: 'progress', share });

/** Answers the request of that number, or says why not; `moved` is what of the answer need not be copied. */
export async function respond<Answer>(
  id: number,
  answer: () => Answer | Promise<Answer>,
  moved: (answer: Answer) => readonly Transferable[],
): Promise<void> {
  try {
    const value = await answer();
    self.postMessage({ id, kind: 'answered', value }, { transfer: [...moved(value)] });
  } catch (error) {
    self.postMessage({ id, kind: 'failed', error: describe(error) });
  }
}
