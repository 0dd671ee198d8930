/** Arrow keys along a row of buttons that share one tab stop. */

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Listener for the buttons' container: moves the keyboard's focus, and nothing else. */
export function moveFocus(event: KeyboardEvent): void {
  const move = moves[event.key];
  const row = event.currentTarget as HTMLElement;
  const buttons = [...row.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = buttons.indexOf(event.target as HTMLElement);
  if (!move || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[move(at, buttons.length - 1)]?.focus();
}
