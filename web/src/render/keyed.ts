import { type ChildPart, noChange } from 'lit';
import { directive } from 'lit/directive.js';
import { getCommittedValue, getDirectiveClass } from 'lit/directive-helpers.js';
import {
  type ItemTemplate,
  type KeyFn,
  type RepeatDirective,
  repeat,
} from 'lit/directives/repeat.js';

const Repeat = getDirectiveClass(repeat([], () => noChange)) as typeof RepeatDirective;

/** Lit's `repeat`, which leaves the comment at the end of each part that it takes out. */
class Keyed extends Repeat {
  override update<T>(
    part: ChildPart,
    args: [Iterable<T>, KeyFn<T> | ItemTemplate<T>, ItemTemplate<T>],
  ) {
    const committed = getCommittedValue(part);
    const before: readonly ChildPart[] = Array.isArray(committed) ? [...committed] : [];
    const after = super.update(part, args);
    for (const { startNode, endNode } of before)
      if (!startNode?.parentNode) (endNode as ChildNode | null)?.remove();
    return after;
  }
}

export const keyed = directive(Keyed) as typeof repeat;
