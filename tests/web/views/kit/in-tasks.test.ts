import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atOnce, inTasks } from '../../../../web/src/views/kit/in-tasks';

/** Work of so many steps, each of which takes some milliseconds. */
function* work(steps: number, ms: number, done: number[]): Generator<void, string> {
  for (let i = 0; i < steps; i++) {
    now += ms;
    done.push(i);
    yield;
  }
  return 'result';
}

let now = 0;

beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('work in tasks', () => {
  it('is there at once where it is short, and is not told again', () => {
    const later = vi.fn();
    expect(inTasks(work(3, 5, []), later)).toBe('result');
    vi.runAllTimers();
    expect(later).not.toHaveBeenCalled();
  });

  it('takes several tasks where it is long, none much longer than 30 ms', () => {
    const [done, later] = [[] as number[], vi.fn()];
    expect(inTasks(work(20, 10, done), later)).toBeNull();
    expect(done).toHaveLength(3);
    vi.advanceTimersToNextTimer();
    expect(done).toHaveLength(6);
    expect(later).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(done).toHaveLength(20);
    expect(later.mock.calls).toEqual([['result']]);
  });

  it('can be done at once', () => {
    expect(atOnce(work(20, 10, []))).toBe('result');
  });
});
