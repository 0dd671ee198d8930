import type { Keyframe, Panel, PathMark, SvgMark } from '../scene';

/** What is painted of a panel: its cells are a picture. */
export interface PaintedPanel extends Omit<Panel, 'data' | 'cells'> {
  readonly picture: ImageBitmap;
  /** Where its picture is scaled, neighbouring pixels are mixed. */
  readonly mixed: boolean;
}

/** Where a drawing lies on its canvas: all in pixels of the display, `scale` of them to one of the drawing's. */
export interface Place {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The values of CSS properties by their names. */
export type Properties = Readonly<Record<string, string>>;

/** A path of which a part is painted. */
export interface GrowingPath extends PathMark {
  /** In CSS pixels. */
  readonly length: number;
}

/** An object on its way to its place. */
export interface PaintedFlight {
  /** When it sets out and when it is there, in milliseconds since 1970. */
  readonly keys: readonly [from: Keyframe, to: Keyframe];
  /** About what it turns and is stretched, in pixels of the drawing. */
  readonly x: number;
  readonly y: number;
}

/** Objects on their way, by their names. */
export type Flights = Readonly<Record<string, PaintedFlight>>;

/** What the painter is told of a canvas: of what it knows already, nothing. */
export interface Order {
  readonly id: number;
  readonly canvas?: OffscreenCanvas;
  readonly place?: Place;
  readonly properties?: Properties;
  /** From back to front: a mark, or the place that it had among those before. */
  readonly marks?: readonly (PaintedPanel | SvgMark | number)[];
  readonly time?: number;
  readonly flights?: Flights;
  /** What it answers once that is painted. */
  readonly turn?: number;
  /** The canvas is no longer in the page. */
  readonly gone?: true;
}

/** A canvas shows what was ordered at this turn. */
export interface Answer {
  readonly id: number;
  readonly turn: number;
}
