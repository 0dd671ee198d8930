import type { ChildPart } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { setChildPartValue } from 'lit/directive-helpers.js';

/** What draws the parts of a page that move, each alone. */
export type Moving = (() => void)[];

class Live extends Directive {
  render(_moving: Moving, _draw: () => unknown, now: unknown): unknown {
    return now;
  }

  override update(part: ChildPart, [moving, draw, now]: [Moving, () => unknown, unknown]): unknown {
    moving.push(() => setChildPartValue(part, draw(), this));
    return now;
  }
}

/** A part of a page that is drawn `now`, and by `draw` whenever it alone is drawn again. */
export const live = directive(Live);
