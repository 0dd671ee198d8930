import type { Study } from '../../learn/study-client';
import { messageOf } from '../../model/reason';
import {
  type DepthRuns,
  headWidths,
  keys,
  type Measured,
  otherDepths,
  seeds,
  structureOf,
  type Wiring,
  wirings,
} from '../../state/depth/study';

export type OpenStudy = () => Study;

/** What a view shows of each depth, and whether it shows the softmax. */
export interface Shows {
  readonly wirings: readonly Wiring[];
  readonly softmax: boolean;
}

/** Measures what the view shows, the depth on show first; what was measured is kept. */
export class Depths {
  measured: Measured = { depths: new Map(), softmax: [] };
  private readonly shows: Shows;
  private readonly open: OpenStudy;
  private readonly changed: () => void;
  private study: Study | null = null;
  private failure: unknown = null;
  private working = false;
  private wanted = 0;

  /** `changed` is called after each measurement. */
  constructor(shows: Shows, open: OpenStudy, changed: () => void) {
    this.shows = shows;
    this.open = open;
    this.changed = changed;
  }

  /** Why nothing more can be measured; empty otherwise. Another depth is tried nevertheless. */
  get problem(): string {
    return this.failure ? messageOf(this.failure) : '';
  }

  want(depth: number): void {
    if (depth !== this.wanted) this.failure = null;
    this.wanted = depth;
    if (!this.working && !this.problem) void this.work();
  }

  /** Ends the worker; the next want begins another. */
  end(): void {
    this.study?.end();
    this.study = null;
  }

  private async work(): Promise<void> {
    this.study ??= this.open();
    const { study } = this;
    this.working = true;
    try {
      while (await this.next(study)) this.changed();
    } catch (error) {
      if (this.study === study) this.fail(error);
    }
    this.working = false;
  }

  private fail(error: unknown): void {
    this.end();
    this.failure = error;
    this.changed();
  }

  /** Makes the next measurement, or says that there is none. */
  private async next(study: Study): Promise<boolean> {
    const depth = [this.wanted, ...otherDepths].find((each) => this.missingAt(each));
    const softmax = this.shows.softmax && this.measured.softmax.length < headWidths.length;
    if (softmax && depth !== this.wanted) await this.measureSoftmax(study);
    else if (depth !== undefined) await this.measureDepth(study, depth);
    else return false;
    return true;
  }

  /** A wiring that was not yet measured at a depth. */
  private missingAt(depth: number): Wiring | undefined {
    const runs = this.measured.depths.get(depth);
    return this.shows.wirings.find((wiring) => !runs?.[wirings.indexOf(wiring)]);
  }

  private async measureDepth(study: Study, depth: number): Promise<void> {
    const wiring = this.missingAt(depth);
    if (!wiring) return;
    const found = await study.depth({ depth, structure: structureOf(wiring), seeds });
    const before = this.measured.depths.get(depth) ?? wirings.map(() => null);
    const runs: DepthRuns = before.map((each, i) => (wirings[i] === wiring ? found : each));
    this.measured = { ...this.measured, depths: new Map(this.measured.depths).set(depth, runs) };
  }

  private async measureSoftmax(study: Study): Promise<void> {
    const { softmax } = this.measured;
    const dK = headWidths[softmax.length] ?? 1;
    const scaled = await study.softmax({ dK, keys, scaled: true, seeds });
    const plain = await study.softmax({ dK, keys, scaled: false, seeds });
    this.measured = { ...this.measured, softmax: [...softmax, { dK, scaled, plain }] };
  }
}
