import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Learner, RunListener } from '../../../../web/src/learn/client';
import type { LearnSettings } from '../../../../web/src/learn/protocol';
import type { Encoding, Parameter } from '../../../../web/src/model/protocol';
import { EncoderError } from '../../../../web/src/model/worker-line';
import { type Host, Paced, runnerOf } from '../../../../web/src/views/training';
import { Runner } from '../../../../web/src/views/training/runner';
import { firstSettings } from '../../../../web/src/views/training/settings';
import { makeTrace } from '../../fixtures';
import { info, keptAt, report, vocabulary } from './fixtures';

function encoded(text: string): Encoding {
  const n = text.split(' ').length;
  const axes = [
    ['head', 2],
    ['query', n],
    ['key', n],
  ] as const;
  const values = new Array(2 * n * n).fill(1 / n);
  return makeTrace(
    text,
    [0, 1].map((layer) => ({ name: `layers.${layer}.attention.weights`, axes, values })),
  ).encoding;
}

const table = (): Parameter => ({
  name: 'table',
  shape: [vocabulary.length, 4],
  data: Float32Array.from({ length: vocabulary.length * 4 }, (_, i) => Math.sin(i)),
});

/** A learner that does as it is told at once, and what it was told. */
class StandIn {
  readonly calls: string[] = [];
  refuses: EncoderError | null = null;
  workers = 1;
  readonly listener: RunListener;

  constructor(listener: RunListener) {
    this.listener = listener;
  }

  async start({ seed }: LearnSettings) {
    this.calls.push(`start ${seed}`);
    if (this.refuses) throw this.refuses;
    queueMicrotask(() => this.listener.kept(keptAt(0)));
    return info();
  }

  async play() {
    this.calls.push('play');
  }

  async pause() {
    this.calls.push('pause');
  }

  async stepOnce() {
    this.calls.push('step');
  }

  async encodeAt(step: number, text: string) {
    this.calls.push(`encode ${step} ${text}`);
    return encoded(text);
  }

  async parameterAt() {
    return table();
  }

  end() {
    this.calls.push('end');
  }
}

let learner: StandIn;
const open = (listener: RunListener) => {
  learner = new StandIn(listener);
  return learner as unknown as Learner;
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a runner', () => {
  it('shows each kept step’s pictures, in both sentences', async () => {
    const runner = new Runner(open, firstSettings);
    runner.read({ sentence: 'a it b', other: 'a it c' });
    await settled();
    learner.listener.kept(keptAt(10));
    await settled();
    expect([...runner.training.seen.keys()]).toEqual([0, 10]);
    const seen = runner.training.seen.get(10);
    expect(seen?.upper.focus).toBe(1);
    expect(seen?.lower?.rows).toHaveLength(4);
    expect(seen?.map?.places).toHaveLength(vocabulary.length - 2);
  });

  it('has no other sentence where that has not as many words', async () => {
    const runner = new Runner(open, firstSettings);
    runner.read({ sentence: 'a it b', other: 'it c' });
    await settled();
    expect(runner.training.seen.get(0)?.lower).toBeNull();
  });

  it('computes all pictures anew for another sentence', async () => {
    const runner = new Runner(open, firstSettings);
    runner.read({ sentence: 'a it b', other: '' });
    await settled();
    runner.read({ sentence: 'it is new', other: '' });
    await settled();
    expect(runner.training.seen.get(0)?.upper.tokens.map(({ piece }) => piece)).toEqual([
      'it',
      'is',
      'new',
    ]);
  });

  it('goes on at once with other settings where it was at play, and keeps the run before', async () => {
    const runner = new Runner(open, firstSettings);
    await settled();
    runner.play();
    learner.listener.reports([report(1), report(2)]);
    runner.begin({ ...firstSettings, seed: 5 });
    await settled();
    expect(learner.calls).toEqual(expect.arrayContaining(['start 1', 'play', 'start 5']));
    expect(learner.calls.filter((call) => call === 'play')).toHaveLength(2);
    expect(runner.training.former?.trail).toHaveLength(2);
    expect(runner.training.run.settings.seed).toBe(5);
    runner.forget();
    expect(runner.training.former).toBeNull();
  });

  it('says why a run cannot be', async () => {
    const runner = new Runner((listener) => {
      const own = open(listener);
      learner.refuses = new EncoderError({ code: 'x', message: 'no such size' });
      return own;
    }, firstSettings);
    await settled();
    expect(runner.training.run).toMatchObject({ phase: 'failed', problem: 'no such size' });
  });

  it('pauses only what plays', async () => {
    const runner = new Runner(open, firstSettings);
    await settled();
    runner.pause();
    expect(learner.calls).not.toContain('pause');
    runner.play();
    runner.pause();
    expect(learner.calls).toContain('pause');
    runner.step();
    expect(learner.calls.at(-1)).toBe('step');
  });
});

describe('a figure’s runner', () => {
  it('is the same until the figure is removed, and then it ends', () => {
    const controllers: { hostDisconnected(): void }[] = [];
    const host = {
      addController: (each: never) => controllers.push(each),
      removeController: vi.fn(),
    } as unknown as Host;
    const make = () => new Runner(open, firstSettings);
    const runner = runnerOf(host, make);
    expect(runnerOf(host, make)).toBe(runner);
    const own = learner;
    for (const each of controllers) each.hostDisconnected();
    expect(own.calls).toContain('end');
    expect(runnerOf(host, make)).not.toBe(runner);
  });
});

describe('what is paced', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  it('is called ten times a second at most, and after the last time it was asked for', () => {
    const call = vi.fn();
    const paced = new Paced(call);
    for (let i = 0; i < 1000; i++) {
      paced.ask();
      vi.advanceTimersByTime(1);
    }
    expect(call.mock.calls.length).toBeLessThanOrEqual(11);
    expect(call.mock.calls.length).toBeGreaterThanOrEqual(9);
    paced.ask();
    const before = call.mock.calls.length;
    vi.advanceTimersByTime(200);
    expect(call.mock.calls.length).toBe(before + 1);
    paced.ask();
    paced.stop();
    vi.advanceTimersByTime(200);
    expect(call.mock.calls.length).toBe(before + 1);
  });
});
