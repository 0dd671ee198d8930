import type { TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { localTime } from '../state/timeline';
import type { Size, View } from './view';

/** Shows one view. Lays it out again only when more than the time has changed. */
export interface Stage {
  readonly view: string;
  /** Text for a live region about what was drawn last. */
  speech(state: State): string;
  draw(state: State, size: Size, dispatch: Dispatch, answer?: unknown): TemplateResult;
}

/** State that no layout depends on: the time, and the sentence, which is drawn once its trace is there. */
const elsewhere: ReadonlySet<keyof State> = new Set([
  ...(['time', 'playing', 'until', 'speed'] as const),
  ...(['sentence', 'status'] as const),
]);

function sameScene(a: State, b: State): boolean {
  const fields = Object.keys(a) as (keyof State)[];
  return a === b || fields.every((field) => elsewhere.has(field) || a[field] === b[field]);
}

export function createStage<Scene>(view: View<Scene>): Stage {
  let last: { state: State; width: number; scene: Scene } | null = null;
  return {
    view: view.id,
    speech: (state) => (last && state.trace ? view.speech(last.scene, state) : ''),
    draw(state, size, dispatch, answer) {
      if (!last || last.width !== size.width || !sameScene(last.state, state)) {
        last = { state, width: size.width, scene: view.layout(state, size) };
      }
      return view.render(last.scene, localTime(state), dispatch, answer);
    },
  };
}
