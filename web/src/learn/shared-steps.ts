import { breath } from './breath';
import type { Change, Team, TeamMessage } from './protocol';

type Gradient = Float32Array<ArrayBuffer>;

/** What a step in parts needs of the trainer. */
export interface PartedTrainer<Report> {
  /** Draws the step's batch. @returns into how many shards it is cut. */
  beginStep(): number;
  runShard(shard: number): void;
  /** Runs it, and returns what came of it. */
  gradientOf(shard: number): Gradient;
  /** Null stands for a shard that was run here. */
  finishStep(gradients: (Gradient | null)[]): Report;
  /** Changes the weights otherwise. */
  change(change: Change): void;
}

/**
 * Steps of a trainer that several workers share. Each has a trainer of its own with all of the model,
 * which draws the same batch; it runs some of the shards, is sent the gradients of the others, and
 * makes the same update. Gradients are transferred, not shared, so that it works in any page.
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

  private isOwn(shard: number): boolean {
    return shard % this.team.size === this.team.place;
  }

  private async make(step: number): Promise<Report> {
    const shards = this.trainer.beginStep();
    for (let shard = 0; shard < shards; shard++) {
      if (!this.isOwn(shard)) continue;
      this.run(step, shard);
      await breath();
    }
    const gradients: (Gradient | null)[] = [];
    for (let shard = 0; shard < shards; shard++)
      gradients.push(this.isOwn(shard) ? null : await this.gradient(step, shard));
    return this.trainer.finishStep(gradients);
  }

  /** Runs a shard for all; each of the others takes memory of its own. */
  private run(step: number, shard: number): void {
    if (this.others.length === 0) {
      this.trainer.runShard(shard);
      return;
    }
    const own = this.trainer.gradientOf(shard);
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
