import { describe, expect, it } from 'vitest';
import type { Study } from '../../../../../web/src/learn/client';
import type { DepthAsk, LayerMeasures } from '../../../../../web/src/learn/protocol';
import { EncoderError } from '../../../../../web/src/model/worker-line';
import { headWidths, otherDepths, wirings } from '../../../../../web/src/views/kit/depth/study';
import { Depths, type Shows } from '../../../../../web/src/views/kit/depth/study-element';

const run: LayerMeasures = {
  gradient: new Float64Array([1, 1]),
  difference: new Float64Array([1, 1]),
  stream: new Float64Array([1, 1]),
  weights: new Float64Array([1, 1]),
};

/** A study that answers in the next turn, and notes what it was asked. */
class FakeStudy {
  readonly asked: DepthAsk[] = [];
  softmax = async () => [{ largest: 0.5, passed: 0.5 }];
  ended = false;
  private reject: (error: EncoderError) => void = () => {};

  depth(ask: DepthAsk): Promise<readonly LayerMeasures[]> {
    this.asked.push(ask);
    return new Promise((resolve, reject) => {
      this.reject = reject;
      setTimeout(() => resolve([run]));
    });
  }

  end(): void {
    this.ended = true;
    this.reject(new EncoderError({ code: 'released', message: 'The study was ended.' }));
  }
}

/** The element's part of it: `until` waits for a measurement after which something is so. */
function opened(study = new FakeStudy(), shows: Shows = { wirings, softmax: true }) {
  let hear = () => {};
  const depths = new Depths(
    shows,
    () => study as unknown as Study,
    () => hear(),
  );
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      hear = () => isSo() && resolve();
    });
  return { study, depths, until };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the measuring of depths', () => {
  it('measures the depth on show first, then the softmax, then the depths beside it', async () => {
    const { study, depths, until } = opened();
    depths.want(9);
    await until(() => depths.measured.depths.get(48)?.every(Boolean) === true);
    const order = [...new Set(study.asked.map(({ depth }) => depth))];
    expect(order).toEqual([9, ...otherDepths]);
    expect(study.asked).toHaveLength(wirings.length * order.length);
    expect(depths.measured.softmax).toHaveLength(headWidths.length);
  });

  it('turns to another depth as soon as it is wanted, and measures nothing twice', async () => {
    const { study, depths, until } = opened();
    depths.want(9);
    await until(() => study.asked.length === 3);
    depths.want(30);
    await until(() => depths.measured.depths.get(48)?.every(Boolean) === true);
    expect([...new Set(study.asked.map(({ depth }) => depth))]).toEqual([9, 30, ...otherDepths]);
    expect(study.asked.filter(({ depth }) => depth === 9).length).toBeLessThan(wirings.length);
    const names = study.asked.map(({ depth, structure }) => `${depth} ${structure}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('measures what is shown alone', async () => {
    const shows = { wirings: wirings.slice(0, 2), softmax: false };
    const { study, depths, until } = opened(new FakeStudy(), shows);
    depths.want(9);
    await until(() => study.asked.length === 2 * (1 + otherDepths.length));
    await turn();
    expect(study.asked).toHaveLength(2 * (1 + otherDepths.length));
    expect(depths.measured.softmax).toEqual([]);
  });

  it('stops where nobody looks any more', async () => {
    const { study, depths, until } = opened();
    depths.want(9);
    await until(() => study.asked.length === 3);
    depths.end();
    await turn();
    const count = study.asked.length;
    await turn();
    expect(study.asked).toHaveLength(count);
    expect(study.ended).toBe(true);
    expect(depths.problem).toBe('');
  });

  it('says why nothing can be measured, and tries again with another depth alone', async () => {
    const { study, depths, until } = opened();
    study.softmax = () =>
      Promise.reject(new EncoderError({ code: 'worker', message: 'out of memory' }));
    depths.want(1);
    await until(() => depths.problem !== '');
    expect(depths.problem).toBe('out of memory');
    const count = study.asked.length;
    depths.want(1);
    await turn();
    expect(study.asked).toHaveLength(count);
    study.softmax = async () => [{ largest: 0.5, passed: 0.5 }];
    depths.want(2);
    await until(() => depths.measured.softmax.length === headWidths.length);
    expect(depths.problem).toBe('');
  });
});
