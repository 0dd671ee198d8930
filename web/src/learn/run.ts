import type { Evaluation, KeptStep, StepReport } from './protocol';
import { yieldToMessages } from './shared-steps';

/** From one kept step to the next, until they are further apart. */
const growth = 1.25;

/** The steps that a run keeps: 0, 1, 2, 3, 4, 5, 6, 8, 10, …, about ten to a tenfold. */
export function nextKept(step: number): number {
  return Math.max(step + 1, Math.round(step * growth));
}

/** What a run needs of the trainer. */
export interface Steps {
  readonly done: number;
  readonly planned: number;
  /** One step, which others may share. */
  step(): Promise<Omit<StepReport, 'seconds'>>;
  evaluate(): Evaluation;
  /** Keeps the model as it is now. @returns the steps that had to be let go for it. */
  keep(): readonly number[];
}

/** Hears of the run. */
export interface RunObserver {
  reports(reports: readonly StepReport[]): void;
  kept(kept: KeptStep, dropped: readonly number[]): void;
  finished(): void;
  /** A step has failed: there are no more. */
  stopped(error: unknown): void;
}

/** Milliseconds between two reports to the page. */
const reportEvery = 100;

/** Makes steps while it plays, keeps some of them, and tells of them at intervals. */
export class Run {
  private readonly steps: Steps;
  private readonly news: RunObserver;
  private seconds = 0;
  private reports: StepReport[] = [];
  private reportedAt = 0;
  private lastKept = -1;
  private playing = false;
  /** Ends when no step is under way. */
  private loop: Promise<void> = Promise.resolve();

  constructor(steps: Steps, news: RunObserver) {
    this.steps = steps;
    this.news = news;
    this.keep();
  }

  play(): void {
    if (this.playing || this.finished()) return;
    this.playing = true;
    this.loop = this.loop.then(() => this.go()).catch((error) => this.news.stopped(error));
  }

  async pause(): Promise<void> {
    this.playing = false;
    await this.loop;
  }

  /** One step; a run that plays is paused before it. */
  async stepOnce(): Promise<void> {
    await this.pause();
    if (this.finished()) return;
    this.loop = this.step().then(() => this.rest());
    await this.loop;
  }

  /** Makes a change while no step is under way; the step is stored again. */
  async change<T>(make: () => T): Promise<T> {
    await this.pause();
    const result = make();
    this.keep();
    return result;
  }

  private finished(): boolean {
    return this.steps.done >= this.steps.planned;
  }

  private async go(): Promise<void> {
    while (this.playing && !this.finished()) {
      await this.step();
      await yieldToMessages();
    }
    this.playing = false;
    this.rest();
    if (this.finished()) this.news.finished();
  }

  private async step(): Promise<void> {
    const start = performance.now();
    const report = await this.steps.step();
    this.seconds += (performance.now() - start) / 1000;
    this.reports.push({ ...report, seconds: this.seconds });
    if (this.steps.done >= nextKept(this.lastKept)) this.keep();
    if (performance.now() - this.reportedAt >= reportEvery) this.report();
  }

  /** Nothing is under way: all is told, and the step can be looked at. */
  private rest(): void {
    if (this.lastKept !== this.steps.done) this.keep();
    this.report();
  }

  private report(): void {
    if (this.reports.length === 0) return;
    this.news.reports(this.reports);
    this.reports = [];
    this.reportedAt = performance.now();
  }

  private keep(): void {
    const step = this.steps.done;
    const dropped = this.steps.keep();
    this.lastKept = step;
    this.report();
    const evaluation = this.steps.evaluate();
    this.news.kept({ step, seconds: this.seconds, evaluation }, dropped);
  }
}
