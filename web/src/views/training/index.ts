import type { PropertyDeclarations, PropertyValues, ReactiveControllerHost } from 'lit';
import { openLearner } from '../../learn/file';
import type { OpenReel } from '../../state/numbers';
import { otherText } from '../../state/what-if/twins';
import { controlStyles } from '../../widgets/controls';
import { download } from '../../widgets/sharing';
import { belongsElsewhere } from '../../widgets/shortcuts';
import { msg } from '../../words/msg';
import { HostedElement } from '../kit/define-figure';
import { plotStyles } from '../kit/figure-text.css';
import type { Acts } from './acts';
import { Beats, trainingReel } from './reel';
import { renderTraining } from './render';
import { type OpenLearner, Runner } from './runner';
import { trainingScene } from './scene';
import { firstSettings, parseSettings, runStructure, settingsText } from './settings';
import { trainingStyles } from './styles.css';
import { shownStep, type Training } from './training';

/** The least time between two calls, in milliseconds: ten a second at most. */
const interval = 100;

/** Calls a function after it was asked for, at once where that is not too soon, and never more often than it should be. */
export class Paced {
  private readonly call: () => void;
  private last = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(call: () => void) {
    this.call = call;
  }

  ask(): void {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.last + interval - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.last = performance.now();
      this.call();
    }, wait);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/** A figure's element. */
export type Host = HTMLElement & ReactiveControllerHost;

/** The run of each figure: it waits, paused, while another view is on the stage. */
const runners = new WeakMap<Host, Runner>();

/** The figure's run; the first time a new one. It ends, with its workers, when the figure is removed. */
export function runnerOf(host: Host, open: () => Runner): Runner {
  const former = runners.get(host);
  if (former) return former;
  const runner = open();
  runners.set(host, runner);
  const life = {
    hostDisconnected: () => {
      host.removeController(life);
      runners.delete(host);
      runner.end();
    },
  };
  host.addController(life);
  return runner;
}

/** A step's model file, by its size and step. */
const nameOf = ({ training }: Runner): string =>
  `fovea-${training.run.settings.size}-${shownStep(training)?.step ?? 0}.safetensors`;

const unread = (text: string): string =>
  msg`Can’t read train="${text}". Write it like "size=tiny,seed=2,positions=off". The default run is shown.`;

/**
 * The view of training, an element inside the figure's. It has a script of its own, which is loaded
 * when a reader opens the view. What it shows is the reader's settings and sentences.
 */
class FoveaTraining extends HostedElement {
  static override properties: PropertyDeclarations = {
    connect: { attribute: false },
    point: { state: true },
    problem: { state: true },
    filmed: { state: true },
  };

  static override styles = [controlStyles, plotStyles, trainingStyles];

  declare connect: OpenLearner;
  /** The word of the map under the pointer or the keyboard. */
  declare point: number | null;
  /** Why nothing was opened or saved; empty otherwise. */
  declare problem: string;
  /** The run as a film shows it; null where none is made. */
  declare filmed: Training | null;
  private runner: Runner | null = null;
  private readonly beats = new Beats(() => this.requestUpdate());
  private readonly paced = new Paced(() => this.requestUpdate());

  constructor() {
    super();
    this.connect = openLearner;
    this.point = null;
    this.problem = '';
    this.filmed = null;
  }

  override get reel(): OpenReel | null {
    const { runner } = this;
    const show = (training: Training | null) => {
      this.filmed = training;
    };
    return runner && ((recording) => trainingReel(runner, show, recording));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.keySource().addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const source of [document, this]) source.removeEventListener('keydown', this.onKey);
    this.paced.stop();
    this.beats.stop();
    this.runner?.pause();
    this.runner = null;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.state) return;
    const { train, sentence } = this.state;
    const settings = parseSettings(train) ?? firstSettings;
    const plays = changed.has('state') && this.state.learns && !changed.get('state')?.learns;
    this.runner ??= runnerOf(this.figure, () => new Runner(this.connect, settings, plays));
    if (plays && this.runner.training.run.phase === 'paused') this.runner.play();
    this.runner.changed = () => this.paced.ask();
    const own = settingsText(this.runner.training.run.settings);
    const isNew = changed.has('state') && changed.get('state')?.train !== train;
    if (isNew && settingsText(settings) !== own) this.runner.begin(settings);
    this.runner.read({ sentence, other: otherText(this.state) });
  }

  override render() {
    const { runner, state, width } = this;
    if (!runner || !state) return undefined;
    const filmed = this.filmed;
    if (!filmed) this.beats.follow(runner.training.walk);
    const lesson = state.lesson !== 'off';
    const size = { width, lesson, ...(this.height > 0 ? { height: this.height } : {}) };
    const sentences = { sentence: state.sentence, other: otherText(state) };
    const scene = filmed
      ? trainingScene(filmed, sentences, size, null)
      : trainingScene(runner.training, sentences, size, this.point, this.beats.shown());
    const notice = parseSettings(state.train) ? this.problem : unread(state.train);
    return renderTraining(scene, this.actsOf(runner), notice, { filmed: filmed !== null, lesson });
  }

  private get figure(): Host {
    return (this.getRootNode() as ShadowRoot).host as Host;
  }

  /** On the page the keys are the view's wherever the focus is. */
  private keySource(): Document | this {
    return this.figure.localName === 'fovea-explorer' ? document : this;
  }

  private actsOf(runner: Runner): Acts {
    return {
      play: () => runner.play(),
      pause: () => runner.pause(),
      step: () => runner.step(),
      begin: (settings) => {
        runner.begin(settings);
        this.dispatch?.({ type: 'choose', choice: { train: settingsText(settings) } });
      },
      forget: () => runner.forget(),
      showFormer: (shows) => runner.showFormer(shows),
      show: (step) => {
        this.beats.show(null);
        runner.show(step);
      },
      head: (place) => runner.head(place),
      open: () => void this.give(runner.model(), (file) => this.openModel(file, runner)),
      saveModel: () => void this.give(runner.model(), (file) => download(file, nameOf(runner))),
      saveRun: () =>
        void this.give(runner.save(), (file) => download(file, 'fovea-run.safetensors')),
      continueRun: (file) => void this.continueRun(file, runner),
      teach: (lesson) => runner.teach(lesson),
      undo: () => runner.undo(),
      beat: (of) => this.beats.show(of),
      walkThrough: () => this.walkThrough(runner),
      point: (word) => {
        this.point = word;
      },
    };
  }

  private async give(
    bytes: Promise<Uint8Array<ArrayBuffer>>,
    take: (file: Blob) => void,
  ): Promise<void> {
    try {
      take(new Blob([await bytes]));
      this.problem = '';
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** The encoder comes on the figure's own stage, run as it was trained. */
  private openModel(file: Blob, runner: Runner): void {
    const structure = runStructure(runner.training.run.settings);
    this.dispatchEvent(
      new CustomEvent('fovea-open', { detail: file, bubbles: true, composed: true }),
    );
    this.dispatch?.({ type: 'choose', choice: { view: 'attention', structure, changes: [] } });
  }

  /** The sentence comes on the figure's own stage: forward, and from the loss of what it asks back. */
  private walkThrough(runner: Runner): void {
    const { walk, run } = runner.training;
    const [first] = walk?.asked ?? [];
    if (!walk || !first) return;
    const { text: sentence, masked } = walk.look.encoding;
    const choice = {
      ...{ view: 'attention', sentence, masked, backward: true, changes: [] },
      ...{ token: first.token, loss: `${first.token}=${first.right}` },
      structure: runStructure(run.settings),
    };
    void this.give(runner.modelBefore(walk), (file) => {
      this.dispatchEvent(
        new CustomEvent('fovea-open', { detail: file, bubbles: true, composed: true }),
      );
      this.dispatch?.({ type: 'choose', choice });
    });
  }

  private async continueRun(file: Blob, runner: Runner): Promise<void> {
    const settings = runner.continueFrom(new Uint8Array(await file.arrayBuffer()));
    const train = settingsText(settings);
    if (parseSettings(train)) this.dispatch?.({ type: 'choose', choice: { train } });
  }

  private readonly onKey = (event: Event): void => {
    const pressed = event as KeyboardEvent;
    const { runner } = this;
    if (!runner || belongsElsewhere(pressed)) return;
    const { phase } = runner.training.run;
    if (pressed.key === ' ' && phase === 'playing') runner.pause();
    else if (pressed.key === ' ' && phase === 'paused') runner.play();
    else if (pressed.key === '.' && (phase === 'paused' || phase === 'playing')) runner.step();
    else return;
    pressed.preventDefault();
  };
}

export { FoveaTraining as figure };
