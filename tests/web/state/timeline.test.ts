import { describe, expect, it } from 'vitest';
import {
  advance,
  clampTime,
  haltDuration,
  localTime,
  neighbour,
  readingPace,
  type Span,
  spanOf,
  stepAt,
  stepDuration,
  stepProgress,
  timeline,
  viewAt,
  whole,
} from '../../../web/src/state/timeline';

const attention = spanOf('attention') as Span;
const endTime = attention.end;

describe('the timeline', () => {
  it('gives each view one unbroken stretch', () => {
    for (const { view } of timeline) {
      const span = spanOf(view) as Span;
      const inside = timeline.slice(span.begin, span.end);
      expect(inside.every((step) => step.view === view)).toBe(true);
    }
    expect(spanOf('no such view')).toBeNull();
  });

  it('keeps a time inside a span', () => {
    expect(clampTime(-3, whole)).toBe(0);
    expect(clampTime(99, attention)).toBe(endTime);
    expect(clampTime(Number.NaN, attention)).toBe(endTime);
    expect(clampTime(attention.begin + 1.25, attention)).toBe(attention.begin + 1.25);
  });

  it('gives each step of a figure its own progress', () => {
    expect(stepProgress(0, 'scores')).toBe(0);
    expect(stepProgress(1.5, 'scores')).toBe(1);
    expect(stepProgress(1.5, 'scale')).toBe(0.5);
    expect(stepProgress(1.5, 'sum')).toBe(0);
  });

  it('names the step that runs or has just ended', () => {
    const nameAt = (time: number) => stepAt(attention.begin + time, attention)?.name;
    expect([0, 0.1, 1, 1.1, 3, 4].map(nameAt)).toEqual([
      'scores',
      'scores',
      'scores',
      'scale',
      'softmax',
      'sum',
    ]);
  });

  it('counts a view from its first step', () => {
    const at = (time: number) => localTime({ view: 'attention', time: attention.begin + time });
    expect([0, 1.5, 4, 9].map(at)).toEqual([0, 1.5, 4, 4]);
  });

  it('steps to whole places, both ways, inside a span', () => {
    const from = (time: number, by: 1 | -1) =>
      neighbour(attention.begin + time, by, attention) - attention.begin;
    expect(from(1.4, 1)).toBe(2);
    expect(from(2, 1)).toBe(3);
    expect(from(1.4, -1)).toBe(1);
    expect(from(0, -1)).toBe(0);
    expect(from(4, 1)).toBe(4);
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

  it('plays the last step anew in a loop, after the halt at its end', () => {
    const end = advance({ time: 2.5, halt: 0 }, stepDuration / 2, 1, 3, true);
    expect(end).toEqual({ time: 3, halt: haltDuration });
    expect(advance(end, haltDuration, 1, 3, true).time).toBe(3);
    expect(advance(end, haltDuration + stepDuration / 4, 1, 3, true).time).toBeCloseTo(2.25, 12);
  });

  it('halts as long as the caption takes to read, and plays a step with more to see longer', () => {
    const [short, long] = [readingPace(4)(5), readingPace(40)(5)];
    expect(short).toEqual({ begin: 5, end: 6, motion: stepDuration, halt: haltDuration });
    expect(long.motion + long.halt).toBe(40 * 250);
    expect(readingPace()(3.4)).toMatchObject({ begin: 3, end: 4, motion: 2.5 * stepDuration });
    const arrived = advance(
      { time: 5.9, halt: 0 },
      stepDuration / 5,
      1,
      whole.end,
      false,
      () => long,
    );
    expect(arrived).toEqual({ time: 6, halt: expect.closeTo(long.halt - stepDuration / 10, 6) });
  });

  it('passes the same way in many small frames as in one large', () => {
    let small = { time: 0, halt: 0 };
    for (let i = 0; i < 200; i++) small = advance(small, 10, 1, endTime);
    const large = advance({ time: 0, halt: 0 }, 2000, 1, endTime);
    expect(small.time).toBeCloseTo(large.time, 9);
  });
});

describe('a view of one step of attention', () => {
  it('plays that step, and counts its time as the whole figure does', () => {
    expect(spanOf('scores')).toEqual({ begin: 4, end: 5 });
    expect(spanOf('sum')).toEqual({ begin: 7, end: 8 });
    expect(localTime({ view: 'softmax', time: 6.5 })).toBe(2.5);
    expect(localTime({ view: 'softmax', time: 17 })).toBe(3);
    expect(localTime({ view: 'attention', time: 6.5 })).toBe(2.5);
  });

  it('stays while the time is inside, and gives way to the step that comes', () => {
    expect(viewAt('scale', 5.5, whole)).toBe('scale');
    expect(viewAt('scale', 6, whole)).toBe('scale');
    expect(viewAt('scale', 6.5, whole)).toBe('attention');
    expect(viewAt('scale', 9, whole)).toBe('concat');
    expect(viewAt('block', 9, whole)).toBe('block');
  });
});
