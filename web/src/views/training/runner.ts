import type { Learner, RunListener } from '../../learn/client';
import type { KeptStep, LearnInfo, LearnSettings, Lesson, StepReport } from '../../learn/protocol';
import { EncoderError, messageOf } from '../../model/worker-line';
import type { HeadPlace } from '../../state/state';
import { mapWords } from '../kit/words';
import { stepOf } from './run';
import { savedSettings } from './saved';
import type { Sentences } from './scene';
import { mapAt, readingOf, type Seen } from './seen';
import {
  begun,
  choosing,
  inPhase,
  keeping,
  newTraining,
  shownAt,
  shownStep,
  started,
  type Training,
  taught,
  unseen,
  walking,
  withoutFormer,
  withReports,
  withSeen,
} from './training';
import { type Walk, walkOf } from './walk';

/** A lesson on the sentence at hand. */
export type Ask = Omit<Lesson, 'text'>;

export type OpenLearner = (listener: RunListener) => Learner;

const wordTable = 'embeddings.word_embeddings.weight';

/** Fewer mapped words than these make no map. */
const fewestWords = 8;

/** The promise was given up, by a new run or the end of this one: nothing that a reader need know. */
const isEnded = (error: unknown): boolean =>
  error instanceof EncoderError && error.code === 'released';

/** A run of training and the pictures of its kept steps. */
export class Runner implements RunListener {
  training: Training;
  /** Called after each change. */
  changed: () => void = () => {};
  private readonly learner: Learner;
  private texts: Sentences = { sentence: '', other: '' };
  private looking = false;
  /** Counts runs and sentences: what was asked for before is not shown. */
  private era = 0;
  /** Counts runs. */
  private begun = 0;

  /** @param plays whether it plays as soon as it has begun. */
  constructor(open: OpenLearner, settings: LearnSettings, plays = false) {
    this.training = newTraining(settings);
    this.learner = open(this);
    this.start(() => this.learner.start(settings), plays);
  }

  get workers(): number {
    return this.learner.workers;
  }

  /** Whether pictures of kept steps are missing. */
  get isLooking(): boolean {
    return this.looking || this.wanted() !== undefined;
  }

  begin(settings: LearnSettings): void {
    const plays = ['playing', 'finished'].includes(this.training.run.phase);
    this.set(begun(this.training, settings));
    this.start(() => this.learner.start(settings), plays);
  }

  /** @returns the settings that the run was begun with. */
  continueFrom(saved: Uint8Array<ArrayBuffer>): LearnSettings {
    const settings = savedSettings(saved) ?? this.training.run.settings;
    this.set(begun(this.training, settings));
    this.start(() => this.learner.continueFrom(saved));
    return settings;
  }

  play(): void {
    this.set(walking(inPhase(this.training, 'playing'), null));
    this.try(() => this.learner.play());
  }

  pause(): void {
    if (this.training.run.phase !== 'playing') return;
    this.set(inPhase(this.training, 'paused'));
    this.try(() => this.learner.pause());
  }

  step(): void {
    this.set(inPhase(this.training, 'paused'));
    void this.try(async () => {
      const look = await this.learner.stepOnce();
      const vocabulary = this.training.run.info?.vocabulary ?? [];
      if (look) this.set(walking(this.training, walkOf(look, vocabulary)));
    });
  }

  /** The model that met the sentence of the last step, as a file. */
  modelBefore({ look }: Walk): Promise<Uint8Array<ArrayBuffer>> {
    return this.learner.modelAt(look.step - 1);
  }

  show(step: number): void {
    this.set(shownAt(this.training, step));
    this.look();
  }

  head(place: HeadPlace | null): void {
    this.set(choosing(this.training, place));
  }

  forget(): void {
    this.set(withoutFormer(this.training));
  }

  /** Shows the pictures of the run before, or of this one again. */
  showFormer(showsFormer: boolean): void {
    this.set({ ...this.training, showsFormer });
  }

  read(texts: Sentences): void {
    if (texts.sentence === this.texts.sentence && texts.other === this.texts.other) return;
    this.texts = texts;
    this.era += 1;
    this.set(unseen(this.training));
    this.look();
  }

  /** The model of the step on show, as a file. */
  model(): Promise<Uint8Array<ArrayBuffer>> {
    return this.learner.modelAt(shownStep(this.training)?.step ?? 0);
  }

  save(): Promise<Uint8Array<ArrayBuffer>> {
    return this.learner.save();
  }

  /** Teaches the model as it is now what a word of the reader's sentence means. */
  teach(lesson: Ask): void {
    this.pause();
    void this.try(async () => {
      const seen = [...this.training.seen.values()].at(-1)?.upper;
      const text = this.texts.sentence;
      const report = await this.learner.teach({ ...lesson, text });
      const name = (token: number) => seen?.tokens[token]?.piece ?? '';
      const meaning = this.training.run.info?.vocabulary[lesson.piece] ?? '';
      const told = { text, word: name(lesson.token), meaning, before: seen?.guess ?? null, report };
      this.set(taught(shownAt(this.training, stepOf(this.training.run)), told));
    });
  }

  /** Takes the last lesson back. */
  undo(): void {
    void this.try(async () => {
      await this.learner.undo();
      this.set(taught(this.training, null));
    });
  }

  end(): void {
    this.era += 1;
    this.learner.end();
  }

  reports(reports: readonly StepReport[]): void {
    this.set(withReports(this.training, reports));
  }

  kept(kept: KeptStep, dropped: readonly number[] = []): void {
    this.set(keeping(this.training, kept, dropped));
    this.look();
  }

  finished(): void {
    this.set(inPhase(this.training, 'finished'));
  }

  failed(error: EncoderError): void {
    this.set(inPhase(this.training, 'failed', error.message));
  }

  private set(training: Training): void {
    this.training = training;
    this.changed();
  }

  private async start(begin: () => Promise<LearnInfo>, plays = false): Promise<void> {
    this.era += 1;
    this.begun += 1;
    const own = this.begun;
    try {
      const info = await begin();
      this.set(started(this.training, info));
      this.look();
      if (plays && own === this.begun) this.play();
    } catch (error) {
      if (!isEnded(error)) this.set(inPhase(this.training, 'failed', messageOf(error)));
    }
  }

  private async try(ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      if (!isEnded(error)) this.set(inPhase(this.training, 'failed', messageOf(error)));
    }
  }

  /** The kept step whose pictures are wanted first: the one on show, then the newest. */
  private wanted(): number | undefined {
    const { run, seen } = this.training;
    if (!run.info || this.texts.sentence.trim() === '') return undefined;
    const shown = shownStep(this.training)?.step;
    const missing = run.kept.map(({ step }) => step).filter((step) => !seen.has(step));
    return missing.find((step) => step === shown) ?? missing.at(-1);
  }

  /** Computes pictures, one kept step after another. */
  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    for (let step = this.wanted(); step !== undefined; step = this.wanted()) {
      const own = this.era;
      try {
        const seen = await this.seenAt(step);
        if (own === this.era) this.set(withSeen(this.training, step, seen));
      } catch (error) {
        if (own !== this.era) continue;
        if (!isEnded(error)) this.set(inPhase(this.training, 'failed', messageOf(error)));
        break;
      }
    }
    this.looking = false;
  }

  private async seenAt(step: number): Promise<Seen> {
    const vocabulary = this.training.run.info?.vocabulary ?? [];
    const { sentence, other } = this.texts;
    const upper = readingOf(await this.learner.encodeAt(step, sentence), vocabulary);
    const lower = other ? readingOf(await this.learner.encodeAt(step, other), vocabulary) : null;
    const words = mapWords(vocabulary);
    const { shape, data } = await this.learner.parameterAt(step, wordTable);
    return {
      upper,
      lower: lower?.tokens.length === upper.tokens.length ? lower : null,
      map: words.length < fewestWords ? null : mapAt(data, shape[1] ?? 0, words),
    };
  }
}
