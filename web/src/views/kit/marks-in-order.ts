import { type ChildPart, noChange } from 'lit';
import { directive } from 'lit/directive.js';
import { getCommittedValue, getDirectiveClass } from 'lit/directive-helpers.js';
import { guard } from 'lit/directives/guard.js';
import {
  type ItemTemplate,
  type KeyFn,
  type RepeatDirective,
  repeat,
} from 'lit/directives/repeat.js';
import { originOf } from './keyframes';
import type { Mark, SvgMark } from './scene';

interface Span {
  readonly from: number;
  readonly to: number;
}

const spans = new WeakMap<SvgMark, Span>();

/** The stretch of time in which a mark changes: it looks alike at all times before, and at all after. */
function spanOf(mark: SvgMark): Span {
  const known = spans.get(mark);
  if (known) return known;
  const { keys = [], sweep } = mark;
  const { drawn, pulse } = mark.kind === 'path' ? mark : {};
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  const include = (from: number, to: number) => {
    span.from = Math.min(span.from, from);
    span.to = Math.max(span.to, to);
  };
  for (const { at } of keys) include(at, at);
  for (const part of [sweep, drawn, pulse]) if (part) include(part.from, part.to);
  if (mark.kind === 'group') for (const { from, to } of mark.marks.map(spanOf)) include(from, to);
  spans.set(mark, span);
  return span;
}

/** The nearest time of its span: at both the mark looks the same. 0 for a mark that never changes. */
function ownTime(mark: SvgMark, time: number): number {
  const { from, to } = spanOf(mark);
  return from > to ? 0 : Math.min(to, Math.max(from, time));
}

const Repeat = getDirectiveClass(repeat([], () => noChange)) as typeof RepeatDirective;

/**
 * Lit's `repeat`, which leaves the comment at the end of each part that it takes out. A mark that was
 * drawn before keeps its element; the others get those of their kind that are left, in order.
 */
class Keyed extends Repeat {
  private drawn: readonly SvgMark[] = [];
  private keys: readonly number[] = [];
  private count = 0;

  private keysOf(marks: readonly SvgMark[]): readonly number[] {
    const left = new Map(this.drawn.map((mark, i) => [originOf(mark), this.keys[i] as number]));
    const own = marks.map((mark) => {
      const origin = originOf(mark);
      const key = left.get(origin);
      left.delete(origin);
      return key;
    });
    const free: Partial<Record<Mark['kind'], number[]>> = {};
    for (const [{ kind }, key] of left) {
      free[kind] ??= [];
      free[kind].push(key);
    }
    return own.map((key, i) => key ?? free[(marks[i] as SvgMark).kind]?.shift() ?? this.count++);
  }

  override update<T>(
    part: ChildPart,
    [marks, draw]: [Iterable<T>, KeyFn<T> | ItemTemplate<T>, ItemTemplate<T>?],
  ) {
    const committed = getCommittedValue(part);
    const before: readonly ChildPart[] = Array.isArray(committed) ? [...committed] : [];
    const keys = this.keysOf(marks as unknown as readonly SvgMark[]);
    const after = super.update(part, [marks, (_, i) => keys[i], draw as ItemTemplate<T>]);
    this.drawn = marks as unknown as readonly SvgMark[];
    this.keys = keys;
    for (const { startNode, endNode } of before)
      if (!startNode?.parentNode) (endNode as ChildNode | null)?.remove();
    return after;
  }
}

const keyed = directive(Keyed) as unknown as (
  marks: readonly SvgMark[],
  draw: (mark: SvgMark) => unknown,
) => unknown;

/** Marks one after another, at a time. Each is drawn again only while it moves. */
export const inOrder = (
  marks: readonly SvgMark[],
  time: number,
  draw: (mark: SvgMark, time: number) => unknown,
): unknown =>
  keyed(marks, (mark) => {
    const own = ownTime(mark, time);
    return guard([mark, own], () => draw(mark, own));
  });
