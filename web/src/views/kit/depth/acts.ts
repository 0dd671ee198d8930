import type { DepthSettings } from './settings';

/** What the reader can do in the view. */
export interface Acts {
  choose(settings: DepthSettings): void;
  /** A pointer rests on a layer; null where it leaves. */
  hover(layer: number | null): void;
}
