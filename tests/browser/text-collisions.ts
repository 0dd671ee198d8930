/**
 * What of an element's visible text cannot be read, a line each: texts that lie over each other, that
 * are cut off by a box they stand in or by the screen's side, or that lie below the timeline. Runs in
 * the page, so it uses nothing from outside.
 */
export function textCollisions(tag: string): string[] {
  const root = document.querySelector(tag)?.shadowRoot;
  if (!root) return [`no ${tag}`];

  /** The elements that a node stands in, from the inside out. */
  function around(node: Node): Element[] {
    const all: Element[] = [];
    for (let at = node.parentElement; at; at = at.parentElement) all.push(at);
    return all;
  }

  /** For screen readers alone, or written at a slant: its box says nothing about its letters. */
  const isApart = (element: Element): boolean =>
    getComputedStyle(element).clipPath !== 'none' ||
    (element instanceof SVGTextElement && element.getScreenCTM()?.b !== 0);

  const isSeen = (node: Node): boolean =>
    node.parentElement !== null &&
    !node.parentElement.closest('style, title, desc, option, dialog:not([open])') &&
    node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !around(node).some(isApart);

  /** The part of a line's box that its letters fill. */
  const letters = ({ left, top, width, height }: DOMRect): DOMRect =>
    new DOMRect(left + 0.5, top + height * 0.22, width - 1, height * 0.56);

  const overlap = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

  const exceeds = (box: DOMRect, room: DOMRect): boolean =>
    box.left < room.left - 1 ||
    box.right > room.right + 1 ||
    box.top < room.top - 1 ||
    box.bottom > room.bottom + 1;

  const isEllipsis = (element: Element): boolean =>
    getComputedStyle(element).textOverflow === 'ellipsis';

  /** A line as far as its ellipsis, where it has one. */
  function shown(line: DOMRect, ellipsis: Element | undefined): DOMRect {
    const right = ellipsis?.getBoundingClientRect().right ?? line.right;
    return new DOMRect(line.left, line.top, Math.min(line.right, right) - line.left, line.height);
  }

  function cuts(element: Element): boolean {
    const { overflowX, overflowY } = getComputedStyle(element);
    // An ellipsis says that a word is longer; the whole of it is in its label.
    if (isEllipsis(element)) return false;
    return `${overflowX} ${overflowY}` !== 'visible visible' && !/auto|scroll/.test(overflowY);
  }

  /** The lines of a text that are inside every box around it, wholly or in part. */
  function linesOf(node: Node, rooms: readonly DOMRect[]): DOMRect[] {
    const range = document.createRange();
    range.selectNodeContents(node);
    const ellipsis = around(node).find(isEllipsis);
    return [...range.getClientRects()]
      .map((line) => shown(line, ellipsis))
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(letters)
      .filter((box) => rooms.every((room) => overlap(box, room)));
  }

  const screen = new DOMRect(0, -1e6, innerWidth, 2e6);
  const time = root.querySelector('.time');
  const fits = document.documentElement.scrollHeight <= innerHeight;
  const bar = fits ? time?.getBoundingClientRect() : undefined;
  const found = new Set<string>();
  const seen: { node: Node; words: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim().replace(/\s+/g, ' ') ?? '';
    // What is scrolled beneath the timeline can be scrolled out again.
    if (!words || !isSeen(node) || (!fits && time?.contains(node))) continue;
    const rooms = around(node)
      .filter(cuts)
      .map((element) => element.getBoundingClientRect());
    for (const box of linesOf(node, rooms)) {
      if (rooms.some((room) => exceeds(box, room))) found.add(`“${words}” is cut`);
      if (exceeds(box, screen)) found.add(`“${words}” is off the screen`);
      if (bar && overlap(box, bar) && !time?.contains(node))
        found.add(`“${words}” is beneath the timeline`);
      for (const other of seen)
        if (other.node !== node && overlap(box, other.box))
          found.add(`“${words}” over “${other.words}”`);
      seen.push({ node, words, box });
    }
  }
  return [...found];
}
