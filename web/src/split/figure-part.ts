import type { FoveaEncoder } from '../element/fovea-encoder';

/** What the part "figure" defines, for the script that loads it. */
export interface FigurePart {
  /** Those of an element that it hears of. */
  readonly attributes: readonly string[];
  /** Makes an element a figure; it stays the same element. */
  adopt(element: HTMLElement): FoveaEncoder;
  /** Loads it now, wherever it is. */
  start(figure: FoveaEncoder): void;
  /** Draws the figures of the page that are missing, and prints it. */
  printAll(): void;
}

declare global {
  var foveaFigure: FigurePart | undefined;
}
