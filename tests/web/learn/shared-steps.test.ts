import { expect, it } from 'vitest';
import { teams } from '../../../web/src/learn/client';
import type { Change } from '../../../web/src/learn/protocol';
import { type PartedTrainer, SharedSteps } from '../../../web/src/learn/shared-steps';

const shards = 4;

/** A model of one number, whose gradient in a shard depends on the number, the step and the shard. */
class TinyTrainer implements PartedTrainer<number> {
  weight = 0.5;
  readonly ran: string[] = [];
  private step = 0;
  private own = new Map<number, number>();

  beginStep(): number {
    this.step += 1;
    this.own.clear();
    return shards;
  }

  runShard(shard: number): void {
    this.ran.push(`${this.step} ${shard}`);
    this.own.set(shard, Math.sin(this.weight * (shard + 1) + this.step));
  }

  gradientOf(shard: number): Float32Array<ArrayBuffer> {
    this.runShard(shard);
    return new Float32Array([this.own.get(shard) ?? Number.NaN]);
  }

  change(change: Change): void {
    this.weight = change.kind === 'undo' ? 0.5 : this.weight - change.lesson.rate;
  }

  finishStep(gradients: (Float32Array | null)[]): number {
    for (const [shard, gradient] of gradients.entries())
      this.weight -= 0.1 * Math.fround(gradient ? (gradient[0] ?? Number.NaN) : this.at(shard));
    return this.weight;
  }

  private at(shard: number): number {
    return this.own.get(shard) ?? Number.NaN;
  }
}

const fail = (error: unknown) => {
  throw error;
};

function trainTogether(size: number) {
  const trainers = Array.from({ length: size }, () => new TinyTrainer());
  const steps = teams(size).map(
    (team, place) => new SharedSteps(trainers[place] as TinyTrainer, team, fail),
  );
  return { trainers, lead: steps[0] as SharedSteps<number> };
}

it.each([2, 3, 4])('%i workers make the steps of one, each some of the shards', async (size) => {
  const one = trainTogether(1);
  const { trainers, lead } = trainTogether(size);
  for (let step = 1; step <= 5; step++)
    expect(await lead.lead(step)).toBe(await one.lead.lead(step));
  await expect
    .poll(() => trainers.map(({ weight }) => weight))
    .toEqual(trainers.map(() => one.trainers[0]?.weight));
  const ran = trainers.flatMap((trainer) => trainer.ran);
  expect(ran.toSorted()).toEqual(one.trainers[0]?.ran.toSorted());
  expect(Math.max(...trainers.map((trainer) => trainer.ran.length))).toBe(5 * Math.ceil(4 / size));
});

it('all make the changes that the first one makes, between the same steps', async () => {
  const { trainers, lead } = trainTogether(3);
  const teach: Change = {
    kind: 'teach',
    lesson: { text: '', token: 0, piece: 0, steps: 1, rate: 0.25 },
  };
  for (const change of [teach, { kind: 'undo' } as const, teach]) {
    await lead.lead(1);
    trainers[0]?.change(change);
    lead.tell(change);
  }
  const last = await lead.lead(2);
  await expect.poll(() => trainers.map(({ weight }) => weight)).toEqual([last, last, last]);
});
