import { type ChildPart, noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { setChildPartValue } from 'lit/directive-helpers.js';
import { isAlone } from '../../../render/live';
import { moves } from '../marks-in-order';
import { type PaintedMark, type Surface, surfaceOver } from './surface';

type Marks = readonly PaintedMark[];

/** Marks that are made anew for each frame, for the element that they are in. */
type Made = (drawn: HTMLElement) => Marks;

class PaintedWhileMoving extends Directive {
  private surface: Surface | null = null;
  private drawn: Marks | Made = [];

  render(_marks: Marks | Made, _time: number, draw: () => unknown): unknown {
    return draw();
  }

  override update(
    part: ChildPart,
    [marks, time, draw]: [Marks | Made, number, () => unknown],
  ): unknown {
    const alone = isAlone();
    const element = part.parentNode as HTMLElement;
    const made = typeof marks === 'function';
    const moving = alone && (made || marks !== this.drawn || moves(marks, time));
    this.drawn = marks;
    if (moving && !this.surface?.held()) this.surface = surfaceOver(element);
    const redraw = () => setChildPartValue(part, draw(), this);
    const painted =
      (moving || this.surface?.entered()) &&
      this.surface?.paint(made ? marks(element) : marks, time, redraw);
    return painted && alone ? noChange : draw();
  }
}

/**
 * The whole content of an element: marks as `draw` draws them at a time. While they alone move, a worker
 * paints them on a canvas over it.
 */
export const paintedWhileMoving = directive(PaintedWhileMoving);
