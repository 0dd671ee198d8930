import { expect, it } from 'vitest';
import { teams } from '../../../web/src/learn/client';
import type { Change } from '../../../web/src/learn/protocol';
import { type PartedTrainer, partsOf, SharedSteps } from '../../../web/src/learn/shared-steps';

const shards = 4;

/** A model of one number, whose gradient in a shard depends on the number, the step and the shard. */
class TinyTrainer implements PartedTrainer<number> {
  weight = 0.5;
  readonly ran: string[] = [];
  ahead = 0;
  private step = 0;
  private own = new Map<number, number>();

  beginStep(): number {
    this.step += 1;
    this.own.clear();
    return shards;
  }

  runShard(shard: number): void {
    this.ran.push(`${this.step} ${shard}`);
    this.own.set(shard, Math.fround(Math.sin(this.weight * (shard + 1) + this.step)));
  }

  gradientOf(shard: number, withPartner: boolean): Float32Array<ArrayBuffer> {
    const all = withPartner ? [shard, shard + 1] : [shard];
    for (const each of all) if (!this.own.has(each)) this.runShard(each);
    return new Float32Array([all.reduce((sum, each) => sum + this.at(each), 0)]);
  }

  drawAhead(): void {
    this.ahead += 1;
  }

  change(change: Change): void {
    this.weight = change.kind === 'undo' ? 0.5 : this.weight - change.lesson.rate;
  }

  finishStep(gradients: (Float32Array | null)[]): number {
    for (let shard = 0; shard < shards; shard += 2) {
      const [first, second] = [gradients[shard], gradients[shard + 1]];
      const isSum = first && !second && !this.own.has(shard + 1);
      const one = first?.[0] ?? this.at(shard);
      this.weight -= 0.1 * Math.fround(isSum ? one : one + (second?.[0] ?? this.at(shard + 1)));
    }
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
  for (const { ahead } of trainers) expect(ahead).toBe(5);
  expect(one.trainers[0]?.ahead).toBe(0);
});

it('who has both shards of a pair hands on their sum alone', () => {
  const owned = (shards: number, workers: number) =>
    partsOf(shards, workers).map(({ first, pair, owner }) => [first, pair, owner]);
  expect(owned(4, 2)).toEqual([
    [0, true, 0],
    [2, true, 1],
  ]);
  expect(owned(4, 3)).toEqual([
    [0, true, 0],
    [2, false, 1],
    [3, false, 2],
  ]);
  expect(owned(3, 2)).toEqual([
    [0, true, 0],
    [2, false, 1],
  ]);
  expect(owned(4, 4).every(([, pair]) => !pair)).toBe(true);
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
