import type { ChildPart } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { setChildPartValue } from 'lit/directive-helpers.js';

/** What draws the parts of a page that move, each alone. */
export type Moving = (() => void)[];

let alone = false;

class Live extends Directive {
  render(_moving: Moving, _draw: () => unknown, now: unknown): unknown {
    return now;
  }

  override update(part: ChildPart, [moving, draw, now]: [Moving, () => unknown, unknown]): unknown {
    moving.push(() => setChildPartValue(part, draw(), this));
    return now;
  }
}

/** Draws what moves and nothing else: until it returns, no colour and no font of the page is another. */
export function drawAlone(moving: Moving): void {
  alone = true;
  try {
    for (const draw of moving) draw();
  } finally {
    alone = false;
  }
}

/** Whether only what moves is drawn. */
export const isAlone = (): boolean => alone;

/** A part of a page that is drawn `now`, and by `draw` whenever it alone is drawn again. */
export const live = directive(Live);
