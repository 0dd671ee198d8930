import type { Change, Team, TeamMessage } from './protocol';

/** Lets messages in. */
export const yieldToMessages = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

type Gradient = Float32Array<ArrayBuffer>;

/** What a step in parts needs of the trainer. */
export interface PartedTrainer<Report> {
  /** Draws the step's batch. @returns into how many shards it is cut. */
  beginStep(): number;
  runShard(shard: number): void;
  /**
   * Runs it, where it was not in this step, and returns what came of it; with its partner, the shard
   * of an odd number after it, the sum of the two.
   */
  gradientOf(shard: number, withPartner: boolean): Gradient;
  /** Draws the next step's batch. */
  drawAhead(): void;
  /** Null stands for a shard that was run here, or whose sum with the one before it is there. */
  finishStep(gradients: (Gradient | null)[]): Report;
  /** Changes the weights otherwise. */
  change(change: Change): void;
}

/** Shards that one worker runs and passes on as one gradient: both of a pair, or a single one. */
interface Part {
  readonly first: number;
  readonly pair: boolean;
  readonly owner: number;
}

/** The parts of so many shards for so many workers, who each take a stretch of them. */
export function partsOf(shards: number, workers: number): readonly Part[] {
  const ownerOf = (shard: number) => Math.floor((shard * workers) / shards);
  const parts: Part[] = [];
  for (let first = 0; first < shards; first++) {
    const owner = ownerOf(first);
    const pair = first % 2 === 0 && first + 1 < shards && ownerOf(first + 1) === owner;
    parts.push({ first, pair, owner });
    if (pair) first++;
  }
  return parts;
}

/**
 * Steps of a trainer that several workers share. Each has a trainer of its own with all of the model,
 * which draws the same batch; it runs some of the shards, is sent the gradients of the others, and
 * makes the same update. While it waits for them it draws the next batch. Gradients are transferred,
 * not shared, so that it works in any page. The update is made by all: to share it would take two more
 * exchanges a step, which last longer than what they save.
 */
export class SharedSteps<Report> {
  private readonly trainer: PartedTrainer<Report>;
  private readonly team: Team;
  private readonly others: readonly MessagePort[];
  /** Gradients that others have sent, by step and shard: they may be a step ahead. */
  private readonly arrived = new Map<string, Gradient>();
  private wake: () => void = () => undefined;
  private following: Promise<unknown> = Promise.resolve();

  /** `fail` is called where a step that another worker asked for cannot be made. */
  constructor(trainer: PartedTrainer<Report>, team: Team, fail: (error: unknown) => void) {
    this.trainer = trainer;
    this.team = team;
    this.others = team.ports.filter((port) => port !== null);
    for (const port of this.others)
      port.onmessage = ({ data }: MessageEvent<TeamMessage>) => this.receive(data, fail);
  }

  /** Makes a step together with the others. */
  lead(step: number): Promise<Report> {
    for (const port of this.others) port.postMessage({ kind: 'step', step } satisfies TeamMessage);
    return this.make(step);
  }

  /** Has the others make the change that this one makes. */
  tell(change: Change): void {
    for (const port of this.others) port.postMessage(change satisfies TeamMessage);
  }

  private receive(message: TeamMessage, fail: (error: unknown) => void): void {
    if (message.kind === 'gradient') {
      this.arrived.set(`${message.step} ${message.shard}`, message.gradient);
      this.wake();
    } else {
      this.following = this.following.then(() => this.follow(message)).catch(fail);
    }
  }

  private async follow(message: Exclude<TeamMessage, { kind: 'gradient' }>): Promise<void> {
    if (message.kind === 'step') await this.make(message.step);
    else this.trainer.change(message);
  }

  private async make(step: number): Promise<Report> {
    const shards = this.trainer.beginStep();
    const parts = partsOf(shards, this.team.size);
    for (const part of parts) if (part.owner === this.team.place) await this.run(step, part);
    if (this.others.length > 0) this.trainer.drawAhead();
    const gradients = Array<Gradient | null>(shards).fill(null);
    for (const { first, owner } of parts)
      if (owner !== this.team.place) gradients[first] = await this.gradient(step, first);
    return this.trainer.finishStep(gradients);
  }

  private async run(step: number, { first, pair }: Part): Promise<void> {
    const alone = this.others.length === 0;
    if (pair || alone) this.trainer.runShard(first);
    if (pair) await yieldToMessages();
    if (!alone) this.send(step, first, pair);
    else if (pair) this.trainer.runShard(first + 1);
    await yieldToMessages();
  }

  /** What came of a part for all; each of the others takes memory of its own. */
  private send(step: number, shard: number, pair: boolean): void {
    const own = this.trainer.gradientOf(shard, pair);
    this.others.forEach((port, i) => {
      const gradient = i < this.others.length - 1 ? own.slice() : own;
      const message = { kind: 'gradient', step, shard, gradient } satisfies TeamMessage;
      port.postMessage(message, [gradient.buffer]);
    });
  }

  private async gradient(step: number, shard: number): Promise<Gradient> {
    const key = `${step} ${shard}`;
    for (;;) {
      const gradient = this.arrived.get(key);
      this.arrived.delete(key);
      if (gradient) return gradient;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
