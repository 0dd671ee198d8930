import type { Dispatch } from '../state/actions';
import type { Hand, Target } from '../state/what-if/hand';

/** Arrow keys along a row of buttons that share one tab stop. */
const focusMoves: Readonly<Record<string, (at: number, last: number, columns: number) => number>> =
  {
    ArrowLeft: (at) => Math.max(0, at - 1),
    ArrowUp: (at, _, columns) => (at < columns ? at : at - columns),
    ArrowRight: (at, last) => Math.min(last, at + 1),
    ArrowDown: (at, last, columns) => (at + columns > last ? at : at + columns),
    Home: () => 0,
    End: (_, last) => last,
  };

/**
 * Key listener for the buttons' container: moves the keyboard focus. For a grid of buttons the
 * container's `data-columns` is the number of buttons in a row.
 */
export function moveFocus(event: KeyboardEvent): void {
  const move = focusMoves[event.key];
  const row = event.currentTarget as HTMLElement;
  const buttons = [...row.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = buttons.indexOf(event.target as HTMLElement);
  if (!move || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const columns = Number(row.dataset.columns ?? 1);
  buttons[move(at, buttons.length - 1, columns)]?.focus();
}

/** What a key does to the number or the part that has the focus. */
const hands: Readonly<Record<string, Hand>> = {
  m: { kind: 'mute' },
  M: { kind: 'mute' },
  '2': { kind: 'times', by: 2 },
  '-': { kind: 'times', by: -1 },
  '\u2212': { kind: 'times', by: -1 },
};

/** Key listener: `M` mutes, `2` doubles, `−` negates. True where the key was one of these. */
export function changeByKey(event: KeyboardEvent, target: Target, dispatch: Dispatch): boolean {
  const hand = hands[event.key];
  if (!hand || event.altKey || event.ctrlKey || event.metaKey) return false;
  event.preventDefault();
  event.stopPropagation();
  dispatch({ type: 'change', target, hand });
  return true;
}

/** The field of an open answer takes the focus, once it is drawn. */
function toField(root: Node): void {
  const find = () => (root as ParentNode).querySelector<HTMLElement>('.what-if input[type=number]');
  requestAnimationFrame(() => find()?.focus());
}

/** The same for a number, of which `=` opens the field for its value. */
export function changeNumberByKey(
  event: KeyboardEvent,
  target: Target & { kind: 'cell' },
  dispatch: Dispatch,
  isOpen: boolean,
): void {
  if (changeByKey(event, target, dispatch) || event.key !== '=') return;
  event.preventDefault();
  event.stopPropagation();
  if (!isOpen) dispatch({ type: 'cell', cell: target.cell });
  toField((event.currentTarget as Node).getRootNode());
}

const moves: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Arrow keys move choice and focus through a group of radio buttons, wrapping around. */
export function moveRadio(
  event: KeyboardEvent,
  chosen: number,
  count: number,
  choose: (index: number) => void,
): void {
  const move = moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const next = (chosen + move + count) % count;
  choose(next);
  const group = event.currentTarget as HTMLElement;
  group.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
}

/** A sentence in a field that wraps ends, as in one of a single line, with Enter. */
export function takeAtEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  const field = event.currentTarget as HTMLElement;
  field.blur();
  field.focus();
}
