import type { ModelInfo } from '../model/protocol';
import type { Progress } from '../model/worker-line';
import { msg } from '../words/msg';
import { ModelLine } from './model-line';
import type { CircuitAnswer, CircuitPairAnswer, CircuitQuestion, Requests } from './protocol';

/** A question about the model that is open. */
export type Asked = Omit<CircuitQuestion, 'model'>;

const words = {
  lost: () => msg`The search stopped without saying why.`,
  stopped: (reason: string) => msg`The search stopped: ${reason}.`,
};

/** Searches for circuits. Promises reject with EncoderError. */
class CircuitClient {
  private readonly line = new ModelLine(words);

  /** `progress` hears what part of all boxes is left; `signal` cancels. */
  search(
    model: ModelInfo,
    asked: Asked & { readonly keep: number },
    progress: Progress,
    signal: AbortSignal,
  ): Promise<CircuitAnswer> {
    return this.line.ask('circuit', model, asked, { progress, signal });
  }

  /** What other parts keep. */
  async share(
    model: ModelInfo,
    asked: Asked & { readonly kept: readonly number[] },
  ): Promise<number> {
    return (await this.line.ask('circuitShare', model, asked)).share;
  }

  /** The circuit of one pair of many; `signal` cancels. */
  pair(
    model: ModelInfo,
    asked: Omit<Requests['circuitPair'], 'model'>,
    signal: AbortSignal,
  ): Promise<CircuitPairAnswer | null> {
    return this.line.ask('circuitPair', model, asked, { signal });
  }
}

let shared: CircuitClient | null = null;

/** The one of a page. */
export function circuits(): CircuitClient {
  shared ??= new CircuitClient();
  return shared;
}
