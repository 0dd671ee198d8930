import type { SvgMark } from '../kit/scene';

/** Marks in their room. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
  /** The step that it shows, where that may be another than the one asked for. */
  readonly step?: number;
}
