import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import type { Study } from '../../../learn/client';
import { openStudy } from '../../../learn/file';
import { messageOf } from '../../../model/worker-line';
import { msg } from '../../../words/msg';
import { HostedElement } from '../define-figure';
import {
  type DepthRuns,
  type DepthSettings,
  headWidths,
  isMeasured,
  isReadable,
  keys,
  type Measured,
  otherDepths,
  readDepth,
  seeds,
  structureOf,
  type Wiring,
  wirings,
  writeDepth,
} from './study';

/** What the reader can do in the view. */
export interface Acts {
  choose(settings: DepthSettings): void;
  /** A pointer rests on a layer; null where it leaves. */
  hover(layer: number | null): void;
}

type OpenStudy = () => Study;

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

const unread = (text: string): string =>
  msg`Can’t read study="${text}". Write it like "depth=12,norm=pre post,residual=on", up to depth=48.`;

/** What is drawn: the reader's settings, and what has been measured. */
export interface Shown {
  readonly measured: Measured;
  readonly settings: DepthSettings;
  /** The depth whose lines are drawn: the one chosen, or the one before while that is measured. */
  readonly drawn: number;
  readonly width: number;
  /** The layer under the pointer. */
  readonly hover: number | null;
}

/**
 * A view of untrained encoders, an element inside the figure's. It has a script of its own, which is
 * loaded when a reader opens the view. What it shows is the reader's settings.
 */
export abstract class StudyElement extends HostedElement {
  static override properties: PropertyDeclarations = {
    open: { attribute: false },
    settings: { state: true },
    hover: { state: true },
  };

  /** Starts a worker that measures. */
  declare open: OpenStudy;
  declare settings: DepthSettings;
  declare hover: number | null;
  private readonly shows: Shows;
  private readonly depths: Depths;
  private drawn = 0;

  constructor(shows: Shows) {
    super();
    this.open = openStudy;
    this.settings = readDepth('');
    this.hover = null;
    this.shows = shows;
    this.depths = new Depths(
      shows,
      () => this.open(),
      () => this.requestUpdate(),
    );
  }

  protected abstract draw(shown: Shown, acts: Acts, problem: string): TemplateResult;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.depths.end();
  }

  /** What the reader has chosen, as `readDepth` reads it. */
  private get study(): string {
    return this.state?.study ?? '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const isNew = changed.has('state') && changed.get('state')?.study !== this.study;
    if (isNew && this.study !== writeDepth(this.settings)) this.settings = readDepth(this.study);
    this.depths.want(this.settings.depth);
  }

  override render() {
    const { settings, width, hover, shows } = this;
    const { measured, problem } = this.depths;
    const has = (depth: number) => isMeasured(measured, depth, shows.wirings);
    if (has(settings.depth) || !has(this.drawn)) this.drawn = settings.depth;
    const shown = { measured, settings, drawn: this.drawn, width, hover };
    return this.draw(shown, this.acts, isReadable(this.study) ? problem : unread(this.study));
  }

  private readonly acts: Acts = {
    choose: (settings) => {
      this.settings = settings;
      this.dispatch?.({ type: 'choose', choice: { study: writeDepth(settings) } });
    },
    hover: (layer) => {
      this.hover = layer;
    },
  };
}
