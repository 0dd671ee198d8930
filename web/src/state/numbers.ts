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
}

/** A drawing, as text. */
export interface Drawn {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Of a caption's letters below a drawing, in pixels. */
export const drawnSize = 17;

/** A frame of a film that is drawn, not painted: the picture, its caption's lines, and their look. */
export interface Shot {
  readonly picture: Drawn;
  readonly lines: readonly string[];
  readonly paper: string;
  readonly ink: string;
  readonly font: string;
}

/** A film that is being made. */
export interface Movie {
  /** Takes what is on the canvas as the next frame; where the film is drawn, the drawing. */
  add(shot?: Shot): Promise<void>;
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
  openMovie(canvas: HTMLCanvasElement, format: FilmFormat, fps: number): Promise<Movie>;
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
