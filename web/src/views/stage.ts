import { nothing, type TemplateResult } from 'lit';
import { clamp01, ease } from '../render/motion';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { localTime } from '../state/timeline';
import type { Caption, Size, View } from './view';

/** Shows one view. Lays it out again only when more than the time has changed. */
export interface Stage {
  readonly view: string;
  /** Asks for the next frame while numbers change; null where they change at once. */
  animate: (() => void) | null;
  /** Both beats of the caption of what was drawn last; null before there is anything. */
  caption(state: State): Caption | null;
  /** The same as the page writes it beside the stage. */
  words(state: State, dispatch: Dispatch): unknown;
  /** Text for a live region about what was drawn last. */
  speech(state: State): string;
  draw(state: State, size: Size, dispatch: Dispatch, answer?: unknown): TemplateResult;
}

/** State that no layout depends on: the time, and the sentence, which is drawn once its trace is there. */
const elsewhere: ReadonlySet<keyof State> = new Set([
  ...(['time', 'playing', 'until', 'speed'] as const),
  ...(['sentence', 'status'] as const),
]);

/** Whether two states differ at most in some fields. */
function sameBut(some: ReadonlySet<keyof State>, a: State, b: State): boolean {
  const fields = Object.keys(a) as (keyof State)[];
  return a === b || fields.every((field) => some.has(field) || a[field] === b[field]);
}

const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

const everMoving: ReadonlySet<keyof State> = new Set(['time']);

/** Whether nothing has changed but the time. */
export const runsOn = (a: State, b: State): boolean => sameBut(everMoving, a, b);

/** How long numbers take from their old values to the new ones, in milliseconds. */
const changeDuration = 400;

/** Whether other numbers of the same kind come on the stage: of another word, head, layer or text. */
function changes(before: State, after: State): boolean {
  const fields = ['trace', 'layer', 'head', 'token'] as const;
  const other = fields.some((field) => before[field] !== after[field]);
  return other && before.trace !== null && before.model === after.model;
}

/** What was drawn last. */
interface Last<Scene> {
  readonly state: State;
  readonly size: Size;
  scene: Scene;
}

export function createStage<Scene>(view: View<Scene>): Stage {
  let last: Last<Scene> | null = null;
  /** What was to be seen when the numbers began to change, and when that was. */
  let from: { scene: Scene; begun: number } | null = null;

  const duration = view.lasts ?? changeDuration;

  const since = (before: Scene, scene: Scene, share: number) =>
    view.between?.(before, scene, share) ?? scene;

  /** What is to be seen: the last scene, or the way there as far as it has come. */
  function shownAt(now: number, { scene }: Last<Scene>): Scene {
    if (!from) return scene;
    const part = clamp01((now - from.begun) / duration);
    const shown = since(from.scene, scene, ease(part));
    if (part === 1) {
      from = null;
      if (last) last.scene = shown;
    }
    return shown;
  }

  return {
    animate: null,
    view: view.id,
    caption: (state) => (last && state.trace ? view.caption(last.scene, state) : null),
    words: (state, dispatch) =>
      last && state.trace ? view.words(last.scene, localTime(state), dispatch) : nothing,
    speech: (state) => (last && state.trace ? view.speech(last.scene, state) : ''),
    draw(state, size, dispatch, answer) {
      const now = performance.now();
      if (!last || !sameSize(last.size, size)) {
        from = null;
        last = { state, size, scene: view.layout(state, size) };
      } else if (!sameBut(elsewhere, last.state, state)) {
        const moves = changes(last.state, state) || view.changes?.(last.state, state);
        const scene = view.layout(state, size);
        if (state.live) from = null;
        else if (this.animate && view.between && moves)
          from = { scene: shownAt(now, last), begun: now };
        // What stays as it was is not drawn again.
        last = { state, size, scene: from ? scene : since(last.scene, scene, 1) };
      }
      const shown = shownAt(now, last);
      if (from) this.animate?.();
      return view.render(shown, localTime(state), dispatch, answer);
    },
  };
}
