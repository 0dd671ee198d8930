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
