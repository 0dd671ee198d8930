import type { CSSResultGroup, TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';

export interface Size {
  /** CSS pixels available; a view chooses its own height. */
  readonly width: number;
}

/**
 * How a view of `state/views.ts` is drawn: a pure layout from state to a scene (plain data, unit-tested), and a rendering of that
 * scene. Rendering is a function of the scene and the time alone, so that every frame can be sought.
 */
export interface View<Scene> {
  readonly id: string;
  /** Adopted by the shadow root that shows the view, beside `themeStyles`. */
  readonly styles: CSSResultGroup;
  layout(state: State, size: Size): Scene;
  /** What a live region says of it: changes when the reader moves on, not with each frame. */
  speech(scene: Scene, state: State): string;
  /** `answer` is what was asked "why?" of it: it stands right under the picture. */
  render(scene: Scene, time: number, dispatch: Dispatch, answer?: unknown): TemplateResult;
}
