import { describe, expect, it } from 'vitest';
import {
  advance,
  clampTime,
  endTime,
  haltDuration,
  neighbour,
  stepDuration,
  stepName,
  stepProgress,
} from '../../../web/src/state/timeline';

describe('the timeline', () => {
  it('keeps a time between nothing yet and all done', () => {
    expect(clampTime(-3)).toBe(0);
    expect(clampTime(99)).toBe(endTime);
    expect(clampTime(Number.NaN)).toBe(endTime);
    expect(clampTime(1.25)).toBe(1.25);
  });

  it('gives each step its own progress', () => {
    expect(stepProgress(0, 'scores')).toBe(0);
    expect(stepProgress(1.5, 'scores')).toBe(1);
    expect(stepProgress(1.5, 'scale')).toBe(0.5);
    expect(stepProgress(1.5, 'sum')).toBe(0);
  });

  it('names the step that runs or has just ended', () => {
    expect(stepName(0)).toBe('words');
    expect(stepName(0.1)).toBe('scores');
    expect(stepName(3)).toBe('softmax');
    expect(stepName(endTime)).toBe('weighted sum');
  });

  it('steps to whole places, both ways', () => {
    expect(neighbour(1.4, 1)).toBe(2);
    expect(neighbour(2, 1)).toBe(3);
    expect(neighbour(1.4, -1)).toBe(1);
    expect(neighbour(1, -1)).toBe(0);
    expect(neighbour(0, -1)).toBe(0);
    expect(neighbour(endTime, 1)).toBe(endTime);
  });
});

describe('playing', () => {
  it('moves by the time that passed', () => {
    const frame = advance({ time: 0, halt: 0 }, stepDuration / 4, 1, endTime);
    expect(frame.time).toBeCloseTo(0.25, 12);
  });

  it('is twice as fast at speed 2', () => {
    expect(advance({ time: 0, halt: 0 }, stepDuration / 4, 2, endTime).time).toBeCloseTo(0.5, 12);
  });

  it('halts at a whole step before it goes on', () => {
    const atStep = advance({ time: 0, halt: 0 }, stepDuration, 1, endTime);
    expect(atStep).toEqual({ time: 1, halt: haltDuration });
    const waiting = advance(atStep, haltDuration - 1, 1, endTime);
    expect(waiting).toEqual({ time: 1, halt: 1 });
    expect(advance(waiting, 1 + stepDuration / 2, 1, endTime).time).toBeCloseTo(1.5, 12);
  });

  it('never goes beyond where it is to stop, however long the frame', () => {
    expect(advance({ time: 0.5, halt: 0 }, 1e6, 2, 1).time).toBe(1);
    expect(advance({ time: 0.5, halt: 0 }, 1e6, 2, endTime).time).toBe(endTime);
  });

  it('passes the same way in many small frames as in one large', () => {
    let small = { time: 0, halt: 0 };
    for (let i = 0; i < 200; i++) small = advance(small, 10, 1, endTime);
    const large = advance({ time: 0, halt: 0 }, 2000, 1, endTime);
    expect(small.time).toBeCloseTo(large.time, 9);
  });
});
