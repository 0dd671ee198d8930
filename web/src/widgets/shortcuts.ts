import { ownRun } from '../model/protocol';
import type { Action } from '../state/actions';
import { isLesson } from '../state/lesson';
import type { State } from '../state/state';
import { awaitsGuess } from '../state/tour/veil';
import { viewOf } from '../state/views';
import { runOf } from '../state/what-if/history';
import { isOwn } from '../state/what-if/run-text';

/** What a key opens on the page. */
export type Command = 'edit' | 'find' | 'keys';

export type Outcome = Action | Command;

/** Whether a key continues along the timeline, or back. */
export const isStep = (outcome: Action): boolean =>
  ['play', 'step', 'loop', 'choose'].includes(outcome.type);

/** Going to a place by hand stops the animation. */
const stopAt = (time: number): Action => ({ type: 'choose', choice: { time, playing: false } });

const commands: Readonly<Record<string, (state: State) => Outcome | null>> = {
  ' ': ({ playing }) => ({ type: 'play', playing: !playing }),
  ArrowRight: () => ({ type: 'step', by: 1 }),
  ArrowLeft: () => ({ type: 'step', by: -1 }),
  l: ({ loop }) => ({ type: 'loop', loop: !loop }),
  Home: ({ span }) => stopAt(span.begin),
  End: ({ span }) => stopAt(span.end),
  '[': ({ head }) => ({ type: 'head', head: head - 1 }),
  ']': ({ head }) => ({ type: 'head', head: head + 1 }),
  '{': ({ layer }) => ({ type: 'layer', layer: layer - 1 }),
  '}': ({ layer }) => ({ type: 'layer', layer: layer + 1 }),
  z: ({ past }) => (past.length > 0 ? { type: 'undo' } : null),
  Z: ({ future }) => (future.length > 0 ? { type: 'redo' } : null),
  '0': (state) => (isOwn(runOf(state)) ? null : { type: 'run', run: ownRun }),
  b: (state) => (isOwn(runOf(state)) ? null : { type: 'before', shown: true }),
  m: ({ token }) => ({ type: 'mask', token }),
  Escape: (state) => {
    if (state.trail.length > 0) return { type: 'cell', cell: null };
    if (isLesson(state)) return { type: 'choose', choice: { lesson: 'off' } };
    return state.tour ? { type: 'choose', choice: { tour: null } } : { type: 'cell', cell: null };
  },
  e: () => 'edit',
  '/': () => 'find',
  '?': () => 'keys',
};

/** The keys that play and seek. */
const ofTime: ReadonlySet<string> = new Set([' ', 'ArrowRight', 'ArrowLeft', 'l', 'Home', 'End']);

/** The keys that change how the model is run, or show it otherwise. */
const ofRun: ReadonlySet<string> = new Set(['z', 'Z', '0', 'b']);

/** What a key does when no control handles it; null for keys left to the browser. */
export function outcomeOf(key: string, state: State): Outcome | null {
  const veiled = awaitsGuess(state);
  if ((viewOf(state.view)?.still || veiled) && ofTime.has(key)) return null;
  if (veiled && ofRun.has(key)) return null;
  return Object.hasOwn(commands, key) ? (commands[key]?.(state) ?? null) : null;
}

const interactive =
  'input, textarea, select, button, a, dialog, summary, .tables [tabindex], [role=slider], [role=grid], [role=radio]';

/** True where the key belongs to the control that has the focus, or to the browser. */
export function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  const control = target.closest(interactive);
  if (!control) return false;
  const writes = control.matches(
    'input:not([type=range]), textarea, select, dialog, [role=slider]',
  );
  const moves = /^(?: |Enter|Arrow.*|Home|End)$/.test(event.key);
  return writes || moves || target.closest('dialog') !== null;
}
