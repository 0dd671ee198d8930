import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ModelFile, ModelInfo } from '../model/protocol';
import { type Palette, palettes } from '../render/color';
import { drawAlone, isAlone, live, type Moving } from '../render/live';
import { Surroundings } from '../render/surroundings';
import type { Choice } from '../state/actions';
import { beatAt } from '../state/film';
import { initialState } from '../state/reduce';
import type { State } from '../state/state';
import { Store } from '../state/store';
import { releaseRemoved } from '../views/kit/painter/surface';
import { runsOn } from '../views/stage';
import type { Caption } from '../views/view';
import { expectColors } from '../widgets/cells-canvas';
import { speak } from '../words/language';
import { Player } from './player';
import { type Encoder, type FetchModel, folders, Session } from './session';

/** A connection to the encoder, opened when a figure nears the screen and released when it is removed. */
export interface Connection {
  readonly encoder: Encoder;
  /** The model that comes with the page, or where it is fetched. */
  readonly model: Promise<ModelInfo> | string | FetchModel;
  release(): void;
}

export type Connect = () => Connection;

/** Number of words in both beats. */
const wordsOf = (caption: Caption | null): number => caption?.join(' ').split(' ').length ?? 0;

/** Inside a figure, a view has made a model that the reader wants to see: its file is the detail. */
const openEvent = 'fovea-open';

/** What a page asks of a figure's loading; without it, the model inside and nearness. */
export interface Loading {
  /** Address of the model. */
  readonly model?: string | null | undefined;
  /** When it loads: "eager" at once, "none" when it is asked to. */
  readonly preload?: string | null | undefined;
}

type Host = ReactiveControllerHost &
  HTMLElement &
  Loading & { readonly isUpdatePending: boolean; readonly spoken: string | null };

/** A sentence, or another run of it, is drawn with its trace, or without after so many milliseconds. */
const patience = 100;

const isAnotherRun = (a: State, b: State): boolean =>
  a.trace === b.trace && (a.structure !== b.structure || a.changes !== b.changes);

/** How close to the screen a figure starts to load. */
const nearness = '300px';

/**
 * The life cycle of one figure: it loads nothing before it is near the screen, does not animate while
 * it is out of sight, and releases everything when it is removed.
 */
export class Figure implements ReactiveController {
  readonly store: Store;
  private readonly host: Host;
  private readonly connect: Connect;
  private readonly caption: (state: State) => Caption | null;
  private readonly surroundings: Surroundings;
  private readonly stillness = matchMedia('(prefers-reduced-motion: reduce)');
  private frame = 0;
  /** Draws a sentence or a run whose trace has not come. */
  private answered = 0;
  private observers: (IntersectionObserver | ResizeObserver)[] = [];
  connection: Connection | null = null;
  private session: Session | null = null;
  /** The address of the model that was opened by it. */
  private opened = '';
  private player: Player | null = null;
  private unsubscribe: (() => void) | null = null;
  private onScreen = false;
  /** Draws what moves, of what was drawn last. */
  private moving: Moving = [];
  private drawnIn: Palette | null = null;
  /** Width of the host in CSS pixels, its padding included; 0 before the first measurement. */
  width = 0;

  constructor(host: Host, connect: Connect, caption: (state: State) => Caption | null) {
    this.host = host;
    this.caption = caption;
    this.connect = connect;
    this.store = new Store(initialState());
    this.surroundings = new Surroundings(host);
    host.addController(this);
  }

  get state(): State {
    return this.store.state;
  }

  get palette(): Palette {
    const { theme } = this.state;
    return theme === 'dark' || (theme === 'auto' && this.surroundings.dark)
      ? palettes.dark
      : palettes.light;
  }

  choose(choice: Choice): void {
    this.store.dispatch({ type: 'choose', choice }, 'host');
  }

  async open(file: ModelFile): Promise<void> {
    this.opened = '';
    this.choose({ source: '' });
    await this.session?.open(file);
  }

  /** Opens the model that files of the reader's are, which may be several. */
  async openFiles(files: readonly File[] | Promise<readonly File[]>): Promise<void> {
    try {
      const [file, ...more] = await files;
      const alone = file && more.length === 0;
      await this.open(alone ? file : await (await folders()).read(await files));
    } catch (error) {
      this.session?.fail(error, 'model');
    }
  }

  cancelOpening(): void {
    this.session?.cancelOpening();
  }

  /** Reconnects after the model could not be loaded. */
  retry(): void {
    this.disconnect();
    this.store.dispatch({ type: 'status', status: { kind: 'loading' } }, 'figure');
    this.start();
  }

  /** Loads another model's address, where it has begun to load at all. */
  reload(): void {
    if (this.connection) this.retry();
  }

  hostConnected(): void {
    this.unsubscribe = this.store.subscribe((state, before, { type }) => {
      if (state.source !== this.opened && this.connection) this.retry();
      const moves = state.time !== before.time && beatAt(state) === beatAt(before);
      if (moves && runsOn(state, before)) this.move();
      else if (type === 'sentence' || isAnotherRun(state, before))
        this.answered ||= window.setTimeout(this.redraw, patience);
      else this.host.requestUpdate();
    });
    this.host.addEventListener(openEvent, this.onOpen);
    this.player = new Player(this.store, () => wordsOf(this.caption(this.state)));
    document.addEventListener('visibilitychange', this.look);
    this.observe();
  }

  hostDisconnected(): void {
    this.unsubscribe?.();
    this.host.removeEventListener(openEvent, this.onOpen);
    cancelAnimationFrame(this.frame);
    this.player?.close();
    document.removeEventListener('visibilitychange', this.look);
    for (const observer of this.observers) observer.disconnect();
    this.observers = [];
    this.disconnect();
    releaseRemoved();
  }

  private disconnect(): void {
    this.session?.close();
    this.connection?.release();
    this.session = null;
    this.connection = null;
  }

  private observe(): void {
    const near = new IntersectionObserver(
      (entries) => {
        const near = this.preload !== 'none' && entries.some((entry) => entry.isIntersecting);
        if (near || this.preload === 'eager') this.start();
      },
      { rootMargin: nearness },
    );
    const seen = new IntersectionObserver((entries) => {
      this.onScreen = entries.at(-1)?.isIntersecting ?? false;
      this.look();
    });
    const size = new ResizeObserver(([entry]) => {
      this.width = entry?.borderBoxSize[0]?.inlineSize ?? 0;
      this.redraw();
    });
    this.observers = [near, seen, size];
    for (const observer of this.observers) observer.observe(this.host);
  }

  /** Draws the next frame; null where motion is to be reduced. */
  get animate(): (() => void) | null {
    return this.stillness.matches ? null : this.drawNext;
  }

  /** What is drawn outside of a frame is painted with the coming one: the next is the one after. */
  private readonly drawNext = (): void => {
    const next = () => {
      this.frame = requestAnimationFrame(this.move);
    };
    cancelAnimationFrame(this.frame);
    if (isAlone()) next();
    else this.frame = requestAnimationFrame(next);
  };

  private readonly onOpen = (event: Event): void =>
    void this.open((event as CustomEvent<Blob>).detail);

  hostUpdate(): void {
    const { host, palette, drawnIn } = this;
    clearTimeout(this.answered);
    this.answered = 0;
    this.moving = [];
    this.drawnIn = palette;
    if (palette === drawnIn) expectColors(host);
  }

  /** A part that is drawn again alone while nothing else changes than what moves. */
  live(draw: () => unknown, now = draw()): unknown {
    return live(this.moving, draw, now);
  }

  private readonly move = (): void => {
    const { host, moving } = this;
    if (host.isUpdatePending || moving.length === 0) host.requestUpdate();
    else {
      speak(host.spoken ?? '');
      drawAlone(moving);
    }
  };

  private readonly redraw = (): void => this.host.requestUpdate();

  private readonly look = (): void => this.player?.setVisible(this.onScreen && !document.hidden);

  private get preload(): string {
    return this.host.preload ?? 'near';
  }

  /** Whether it waits until it is asked to load. */
  get waits(): boolean {
    return this.preload === 'none' && !this.connection;
  }

  /** Whether it is drawn, or cannot be. */
  get settled(): boolean {
    const { trace, model, status } = this.state;
    return (trace !== null && !model?.metadata.early) || status.kind === 'error';
  }

  /** Loads it, wherever it is; resolves when it is settled. */
  draw(): Promise<void> {
    this.start();
    return new Promise((resolve) => {
      const look = () => {
        if (!this.settled) return;
        unsubscribe();
        void this.host.updateComplete.then(() => resolve());
      };
      const unsubscribe = this.store.subscribe(look);
      look();
    });
  }

  /** Starts to load, near the screen or not. */
  start(): void {
    if (this.connection) return;
    const connection = this.connect();
    const session = new Session(this.store, connection.encoder);
    this.connection = connection;
    this.session = session;
    this.opened = this.state.source;
    const model = this.opened || this.host.model || connection.model;
    if (typeof model === 'string' || typeof model === 'function') void session.fetch(model);
    else
      model.then(
        (model) => session.start(model),
        (error: unknown) => session.fail(error, 'model'),
      );
  }
}
