import { type CSSResultGroup, html, type PropertyDeclarations } from 'lit';
import { SpokenElement } from '../../render/msg-html';
import type { Dispatch } from '../../state/actions';
import type { OpenReel } from '../../state/numbers';
import { readSettings, withSettings } from '../../state/settings';
import type { State } from '../../state/state';
import { type FigureWants, nothingWanted, requestKey } from '../../state/what-if/ask';
import { controlStyles } from '../../widgets/controls';
import type { FigureContext, HostedFigure } from './hosted-figure';

/**
 * What another file than fovea.js draws: an element inside the figure's, which gets what a view has
 * as properties. Colours and fonts are the figure's, by the custom properties that it inherits.
 */
export abstract class HostedElement extends SpokenElement {
  static override properties: PropertyDeclarations = {
    state: { attribute: false },
    width: { type: Number },
    height: { type: Number },
    dispatch: { attribute: false },
  };

  declare state: State | null;
  declare width: number;
  /** What it may fill of the height; 0 where that is not known. */
  declare height: number;
  declare dispatch: Dispatch | null;

  /** How it is filmed; null: over the timeline, as other views are. */
  get reel(): OpenReel | null {
    return null;
  }

  constructor() {
    super();
    this.state = null;
    this.width = 0;
    this.height = 0;
    this.dispatch = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** An update that was due when the view was left has no figure to be drawn in. */
  override shouldUpdate(): boolean {
    return this.isConnected && this.width > 0 && this.state !== null;
  }
}

/** Tells what is wanted from what was wanted before, but for the trace on show. */
const wantsKey = ({ traces, asks, tensors, opens, onShow, question }: FigureWants): string =>
  JSON.stringify([
    ...[traces.map(requestKey), asks.map(({ key }) => key), tensors, opens && requestKey(opens)],
    onShow && [onShow.layer, onShow.head, onShow.token],
    question,
  ]);

const sameWants = (a: FigureWants, b: FigureWants): boolean =>
  a.onShow?.trace === b.onShow?.trace && wantsKey(a) === wantsKey(b);

/** An element that draws a figure of fovea-figures.js. */
abstract class FigureHost extends HostedElement {
  protected abstract readonly shown: HostedFigure;
  private readonly own = new Map<string, unknown>();
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  private frame = 0;
  /** What had the focus in it last. */
  private last: HTMLElement | null = null;

  override get reel(): OpenReel | null {
    const { reel } = this.shown;
    return reel ? (recording) => reel(() => this.context(), recording) : null;
  }

  override firstUpdated(): void {
    this.renderRoot.addEventListener('focusin', ({ target }) => {
      this.last = target as HTMLElement;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.frame);
  }

  /** Where the answer to a question closes, the focus comes back to what asked. */
  override focus(options?: FocusOptions): void {
    const inside = this.last?.isConnected ? this.last : null;
    (inside ?? this.renderRoot.querySelector<HTMLElement>('[tabindex="0"], button'))?.focus(
      options,
    );
  }

  override render() {
    const m = this.context();
    if (!m) return undefined;
    return html`${this.shown.draw(m)}
      <div class="unseen" aria-live="polite">${this.shown.speech(m)}</div>`;
  }

  override updated(): void {
    const m = this.context();
    if (!m) return;
    const { view, wanted } = m.state;
    const wants = { ...nothingWanted, ...this.shown.wants?.(m), view };
    const before = wanted.view === view ? wanted : nothingWanted;
    if (!sameWants(wants, before)) m.dispatch({ type: 'want', wanted: wants });
  }

  private context(): FigureContext | null {
    const { state, width, height, dispatch, own } = this;
    if (!state?.trace || !state.model || !dispatch || state.trace.encoding.tokens.length === 0)
      return null;
    const { trace, model } = state;
    return {
      ...{ state, trace, model, dispatch },
      size: height > 0 ? { width, height } : { width },
      choices: readSettings(state.settings),
      choose: (values) => {
        const settings = withSettings(this.state?.settings ?? '', values);
        dispatch({ type: 'choose', choice: { settings } });
      },
      kept<T>(name: string, first: T): T {
        if (!own.has(name)) own.set(name, first);
        return own.get(name) as T;
      },
      keep: (name, value) => {
        own.set(name, value);
        this.requestUpdate();
      },
      animate: this.stillness.matches ? null : this.drawNext,
    };
  }

  private readonly drawNext = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.requestUpdate());
  };
}

/** What draws a figure of another file than fovea.js: an element of its own, or what a common one shows. */
export type FileFigure = HostedFigure | CustomElementConstructor;

function elementOf(figure: HostedFigure): CustomElementConstructor {
  const styles: CSSResultGroup = [controlStyles, figure.styles];
  return class extends FigureHost {
    static override styles = styles;
    protected override readonly shown = figure;
  };
}

/** Defines `<fovea-ID>` for each. */
export function defineFigures(figures: Readonly<Record<string, FileFigure>>): void {
  for (const [id, figure] of Object.entries(figures)) {
    const element = typeof figure === 'function' ? figure : elementOf(figure);
    if (!customElements.get(`fovea-${id}`)) customElements.define(`fovea-${id}`, element);
  }
}
