import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Size } from '../views/view';

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly lesson: boolean;
}

/** A picture is never drawn smaller than this for a screen: its letters would be too small for a room. */
const least = 0.7;

const shareThatFits = (natural: number, room: number): number =>
  Math.max(least, Math.min(1, Math.floor((room / natural) * 200) / 200));

/**
 * In a lesson, a picture that is taller than the screen is scaled down until it fits, as it is. Where
 * the smallest is too tall still, it is drawn anew as wide as that leaves room for.
 */
export class LessonFit implements ReactiveController {
  private readonly host: Host;
  private readonly viewId: () => string;
  private readonly sizes = new ResizeObserver(() => this.fit());
  private view: HTMLElement | null = null;
  private share = 1;
  /** The view, and the screen, for which it is drawn wide. */
  private wideFor = '';

  constructor(host: Host, viewId: () => string) {
    this.host = host;
    this.viewId = viewId;
    host.addController(this);
  }

  /** The size to draw at, where the stage has this one. */
  sizeIn({ width, height }: Size): Size {
    if (!this.isWide) return height === undefined ? { width } : { width, height };
    const wide = { width: Math.floor(width / least) };
    return height === undefined ? wide : { ...wide, height: Math.floor(height / least) };
  }

  private get key(): string {
    return `${this.viewId()} ${innerWidth} ${innerHeight}`;
  }

  private get isWide(): boolean {
    return this.host.lesson && this.wideFor === this.key;
  }

  hostUpdated(): void {
    const view = this.host.lesson
      ? this.host.renderRoot.querySelector<HTMLElement>('.stage > .view')
      : null;
    if (this.view && this.wideFor && !this.isWide) {
      this.wideFor = '';
      this.scale(this.view, 1, 0);
    }
    if (view === this.view) return;
    this.sizes.disconnect();
    if (this.view) this.scale(this.view, 1, 0);
    this.view = view;
    if (!view) return;
    this.sizes.observe(view);
    this.sizes.observe(this.host);
  }

  hostDisconnected(): void {
    this.sizes.disconnect();
    this.view = null;
  }

  /** All heights as they are on the screen, whatever the lesson's own scale. */
  private fit(): void {
    const { view, share } = this;
    const stage = view?.parentElement;
    if (!view || !stage || this.isWide) return;
    const shown = view.getBoundingClientRect().height;
    const around = document.documentElement.scrollHeight - stage.getBoundingClientRect().height;
    const beside = [...stage.children]
      .filter((each) => each !== view)
      .reduce((sum, each) => sum + each.getBoundingClientRect().height, 0);
    const room = innerHeight - Math.max(0, around) - beside - 8;
    const next = shareThatFits(shown / share, room);
    if (innerWidth >= 960 && (shown / share) * least > room + 8) {
      this.wideFor = this.key;
      this.scale(view, least, stage.clientWidth / least);
      this.host.requestUpdate();
    } else if (Math.abs(next - share) > 0.004) this.scale(view, next, stage.clientWidth);
  }

  private scale(view: HTMLElement, share: number, width: number): void {
    this.share = share;
    view.style.zoom = share < 1 ? `${share}` : '';
    view.style.width = share < 1 ? `${width}px` : '';
    view.style.alignSelf = share < 1 ? 'center' : '';
  }
}
