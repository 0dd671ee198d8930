import { nothing, type TemplateResult } from 'lit';
import { ease } from '../render/motion';
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

export function createStage<Scene>(view: View<Scene>): Stage {
  let last: { state: State; size: Size; scene: Scene } | null = null;
  /** What was to be seen when the numbers began to change, and when that was. */
  let from: { scene: Scene; begun: number } | null = null;

  const duration = view.lasts ?? changeDuration;

  /** The scene on the way, as far as it has come. */
  function onTheWay(scene: Scene, now: number): Scene {
    const part = from ? (now - from.begun) / duration : 1;
    if (!from || part >= 1 || !view.between) {
      from = null;
      return scene;
    }
    return view.between(from.scene, scene, ease(Math.max(0, part)));
  }

  return {
    animate: null,
    view: view.id,
    caption: (state) => (last && state.trace ? view.caption(last.scene, state) : null),
    words: (state, dispatch) =>
      last && state.trace ? view.words(last.scene, localTime(state), dispatch) : nothing,
    speech: (state) => (last && state.trace ? view.speech(last.scene, state) : ''),
    draw(state, size, dispatch, answer) {
      if (!last || !sameSize(last.size, size) || !sameBut(elsewhere, last.state, state)) {
        const scene = view.layout(state, size);
        const now = performance.now();
        if ((last && !sameSize(last.size, size)) || state.live) from = null;
        else if (
          last &&
          this.animate &&
          (changes(last.state, state) || view.changes?.(last.state, state))
        )
          from = { scene: onTheWay(last.scene, now), begun: now };
        last = { state, size, scene };
      }
      const shown = onTheWay(last.scene, performance.now());
      if (from) this.animate?.();
      return view.render(shown, localTime(state), dispatch, answer);
    },
  };
}
