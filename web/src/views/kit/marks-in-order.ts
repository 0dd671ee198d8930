import { type ChildPart, noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { insertPart, removePart, setChildPartValue } from 'lit/directive-helpers.js';
import { guard } from 'lit/directives/guard.js';
import type { Panel, SvgMark } from './scene';

interface Span {
  readonly from: number;
  readonly to: number;
}

const spans = new WeakMap<Panel | SvgMark, Span>();

/** The stretch of time in which a mark changes: it looks alike at all times before, and at all after. */
function spanOf(mark: Panel | SvgMark): Span {
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

/** Whether something changes at a time. */
export const moves = (marks: readonly (Panel | SvgMark)[], time: number): boolean =>
  marks.some((mark) => spanOf(mark).from < time && time < spanOf(mark).to);

/** The nearest time of its span: at both the mark looks the same. 0 for a mark that never changes. */
function ownTime(mark: SvgMark, time: number): number {
  const { from, to } = spanOf(mark);
  return from > to ? 0 : Math.min(to, Math.max(from, time));
}

/**
 * Each mark in a part of its own. One that was drawn before keeps its part; the others get those of their
 * kind that are left, in order.
 */
class Keyed extends Directive {
  private drawn: readonly SvgMark[] = [];
  private parts: readonly ChildPart[] = [];

  render(_marks: readonly SvgMark[], _draw: (mark: SvgMark) => unknown): unknown {
    return noChange;
  }

  override update(
    part: ChildPart,
    [marks, draw]: [readonly SvgMark[], (mark: SvgMark) => unknown],
  ): unknown {
    const left = new Map(this.drawn.map((mark, i) => [mark, this.parts[i] as ChildPart]));
    const own = marks.map((mark) => {
      const kept = left.get(mark);
      left.delete(mark);
      return kept;
    });
    const free: Partial<Record<SvgMark['kind'], ChildPart[]>> = {};
    for (const [{ kind }, old] of left) {
      free[kind] ??= [];
      free[kind].push(old);
    }
    marks.forEach(({ kind }, i) => {
      own[i] ??= free[kind]?.shift();
    });
    const used = new Set(own);
    for (const old of this.parts)
      if (!used.has(old)) {
        const { endNode } = old;
        removePart(old);
        (endNode as ChildNode | null)?.remove();
      }
    this.drawn = marks;
    let next: ChildPart | undefined;
    for (let i = marks.length - 1; i >= 0; i--) {
      next = setChildPartValue(insertPart(part, next, own[i]), draw(marks[i] as SvgMark));
      own[i] = next;
    }
    this.parts = own as readonly ChildPart[];
    return noChange;
  }
}

const keyed = directive(Keyed);

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
