import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { openStudy } from '../../learn/file';
import { type DepthSettings, isReadable, readDepth, writeDepth } from '../../state/depth/settings';
import { isMeasured, type Measured } from '../../state/depth/study';
import type { Acts } from '../../views/gradients/acts';
import { msg } from '../../words/msg';
import { HostedElement } from '../hosted-element';
import { Depths, type OpenStudy, type Shows } from './depths';

const unread = (text: string): string =>
  msg`study="${text}" is not understood; it is like "depth=12,norm=pre post,residual=on", up to depth=48.`;

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
