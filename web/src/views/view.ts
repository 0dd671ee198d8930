import type { CSSResultGroup, TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';

export interface Size {
  /** Available width in CSS pixels; a view chooses its own height. */
  readonly width: number;
  /** What it may fill of the height, where that is known. */
  readonly height?: number;
}

/** What a view says in two beats: what happens; then, once it has happened, what came of it. */
export type Caption = readonly [happens: string, result: string];

/**
 * Draws a view described by the meta.ts of its folder: `layout` turns the state into a scene (plain data,
 * unit-tested), `render` draws it. Rendering depends on the scene and the time alone, so that any
 * frame can be sought.
 */
export interface View<Scene> {
  readonly id: string;
  /** Adopted by the shadow root that shows the view, beside `themeStyles`. */
  readonly styles: CSSResultGroup;
  layout(state: State, size: Size): Scene;
  /** The scene at a share of the way from an old one to a new one; undefined: they change at once. */
  between?(from: Scene, to: Scene, share: number): Scene;
  /** How long that takes in milliseconds, where it is not as long as in other views. */
  readonly lasts?: number;
  /** Whether other numbers come on the stage for a reason that this view alone has. */
  changes?(before: State, after: State): boolean;
  /** Null where there is nothing to say yet. */
  caption(scene: Scene, state: State): Caption | null;
  /** The caption as it is beside the picture: the second beat comes in its time. */
  words(scene: Scene, time: number, dispatch: Dispatch): unknown;
  /** Text for a live region: changes when the reader moves on, not with each frame. */
  speech(scene: Scene, state: State): string;
  /** `answer` is the open answer to "why?", shown right under the picture. */
  render(scene: Scene, time: number, dispatch: Dispatch, answer?: unknown): TemplateResult;
}
