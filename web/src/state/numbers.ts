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

export type FilmFormat = 'mp4' | 'webm' | 'gif';

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

/** A film that is being made. */
export interface Movie {
  /** Takes what is on the canvas as the next frame. */
  add(): Promise<void>;
  finish(): Promise<Blob>;
  cancel(): Promise<void>;
}

/** What fovea-save.js writes. */
export interface Writers {
  numbersAs(trace: Trace, format: NumberFormat, name: string): Blob;
  answerAs(
    format: AnswerFormat,
    of: Asked,
    parameter: (name: string) => Parameter | Promise<Parameter>,
  ): Promise<Blob>;
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
