import type { ModelInfo, Parameter } from '../model/protocol';
import type { Trace } from '../model/trace';
import type { Cell } from './dataflow/cell';
import type { State } from './state';
import { viewOf } from './views';

/** A file of numbers: a table of one tensor, or every tensor as NumPy or as safetensors have them. */
export type NumberFormat = 'csv' | 'npz' | 'safetensors';

/** A file of an answer to "why?": its arithmetic as a table, all the way as formulas, or as a script. */
export type AnswerFormat = 'csv' | 'xlsx' | 'py';

/** What an answer is of: a number of a run. */
export interface Asked {
  readonly model: ModelInfo;
  readonly trace: Trace;
  readonly cell: Cell;
}

export type FilmFormat = 'mp4' | 'webm' | 'gif' | 'svg';

/** What is filmed, and how. */
export interface FilmChoice {
  readonly format: FilmFormat;
  readonly size: 'small' | '720p' | '1080p' | 'square';
  readonly theme: 'light' | 'dark';
  /** Frames a second. */
  readonly fps: number;
  readonly captions: 'none' | 'burnt' | 'vtt';
  readonly of: 'step' | 'view' | 'film';
  /** A run of training is filmed as far as this step; default: as far as it has come. */
  readonly steps?: number;
}

/** A view that is filmed as it plays by itself, not over the timeline: a run of training, a search. */
export interface Reel {
  /** How long it takes. */
  readonly seconds: number;
  /** Shows what is seen after so many seconds, without what it is played with; null: as before. */
  show(seconds: number | null): void;
  /** What is said of what is shown. */
  says(): string;
}

/** What a reel is made for. */
export interface Recording {
  readonly steps?: number | undefined;
  /** Ends what has to be made first. */
  readonly signal: AbortSignal;
}

/** Makes what is to be filmed, where it is not there yet. */
export type OpenReel = (recording: Recording) => Promise<Reel>;

/** Waits until something is there, asking for it again and again. */
export async function awaited(isThere: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isThere()) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A drawing, as text. */
export interface Drawn {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** A frame of a film: the picture, the caption below it, empty for none, and their look. */
export interface Shot {
  readonly picture: Drawn;
  readonly caption: string;
  readonly paper: string;
  readonly ink: string;
  readonly font: string;
}

/** A film that is being made. */
export interface Movie {
  add(shot: Shot): Promise<void>;
  finish(): Promise<Blob>;
  cancel(): Promise<void>;
}

/** A step of a view: its picture, what is said below it, and what a speaker may say. */
export interface Slide {
  readonly title: string;
  readonly picture: Drawn;
  readonly says: string;
  readonly notes: string;
}

export interface Deck {
  readonly slides: readonly Slide[];
  readonly title: string;
  /** The sentence that is read. */
  readonly text: string;
  /** Where the view is. */
  readonly link: string;
  readonly words: Readonly<Record<'open' | 'keys' | 'notes', string>>;
  readonly lang: string;
  /** Colours and fonts as custom properties. */
  readonly look: string;
}

/** What fovea-save.js writes. */
export interface Writers {
  numbersAs(trace: Trace, format: NumberFormat, name: string): Blob;
  answerAs(
    format: AnswerFormat,
    of: Asked,
    parameter: (name: string) => Parameter | Promise<Parameter>,
  ): Promise<Blob>;
  deckOf(deck: Deck): Promise<Blob>;
  zipOf(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Blob;
  openMovie(choice: Pick<FilmChoice, 'format' | 'size' | 'fps'>): Promise<Movie>;
  /** What was said in each frame, as WebVTT. */
  subtitlesOf(said: readonly string[], fps: number): Blob;
}

declare global {
  var foveaWriters: Writers | undefined;
}

/** The tensor that is on the stage: what is asked "why?", what the view unfolds, or the attention weights. */
export function shownTensor({ trace, trail, view, layer }: State): string {
  const ofLayer = (name: string) => name.replace('{l}', String(layer));
  const weights = ofLayer('layers.{l}.attention.weights');
  const unfolded = viewOf(view)?.unfoldsTensors?.map(ofLayer) ?? [];
  const names = [trail.at(-1)?.name ?? '', ...unfolded, weights];
  return names.find((name) => trace?.has(name)) ?? trace?.names[0] ?? weights;
}
