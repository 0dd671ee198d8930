/** Arrow keys along a row of buttons that share one tab stop. */

const moves: Readonly<Record<string, (at: number, last: number, columns: number) => number>> = {
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
  const move = moves[event.key];
  const row = event.currentTarget as HTMLElement;
  const buttons = [...row.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = buttons.indexOf(event.target as HTMLElement);
  if (!move || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const columns = Number(row.dataset.columns ?? 1);
  buttons[move(at, buttons.length - 1, columns)]?.focus();
}
