import { html, type TemplateResult } from 'lit';
import type { Scale } from '../../render/color';
import { mix } from '../../render/motion';
import { secondFrom, timeline } from '../../state/timeline';
import { viewOf } from '../../state/views';
import { explained } from '../../widgets/terms';
import { inLanguage } from '../../words/language';
import type { Keyframe, Mark } from './scene';

/** Start time of a step; 0 for an unknown one. */
export function beginOf(step: string): number {
  return Math.max(
    0,
    timeline.findIndex((each) => each.id === step),
  );
}

/** Faint until the step begins. */
export function shownFrom(step: string): readonly Keyframe[] {
  const at = beginOf(step);
  return [
    { at: at + 0.35, opacity: 0.16 },
    { at: at + 0.95, opacity: 1 },
  ];
}

export const hasEnded = (progress: number): boolean => progress >= secondFrom;

/** Whether a view's picture is complete; one that is no step of the timeline always is. */
export const isOver = (view: string, time: number): boolean =>
  viewOf(view)?.tick === undefined || hasEnded(time);

/** A caption of two beats, its terms explained at their first use; the place of the second is kept free until it comes. */
export function beatsOf([happens, result]: readonly unknown[], over: boolean): TemplateResult {
  const met = new Set<number>();
  const [first, second] = [explained(happens, met), explained(result, met)];
  return html`<span class="happens">${first}</span> <span class="result ${over ? '' : 'later'}">${second}</span>`;
}

/** Comes to light within a stretch of the step. */
export function appear(from: number, to: number): readonly Keyframe[] {
  return [
    { at: from, opacity: 0 },
    { at: to, opacity: 1 },
  ];
}

/** Comes from elsewhere to its own place. */
export function arrive(from: number, to: number, dx: number, dy: number): readonly Keyframe[] {
  return [
    { at: from, dx, dy, opacity: 0 },
    { at: from + (to - from) * 0.2, dx, dy, opacity: 1 },
    { at: to },
  ];
}

/**
 * Scenes between an old one and a new one of the same view: the numbers themselves go from their old
 * values to the new ones, and with them everything that is drawn by them.
 */

const minus = '\u2212';
const fraction = /^(\u2212?)(\d*)[.,](\d+)(\D*)$/;
const share = /^()(\d+)()(\u202f%)$/;

/** A number on its way, written as the new one is; what is no measured number changes at once. */
export function mixText(from: string, to: string, t: number): string {
  for (const form of [fraction, share]) {
    const [a, b] = [form.exec(from), form.exec(to)];
    if (!a || !b) continue;
    if (t === 0) return from;
    const value = ([, sign, whole, part]: RegExpExecArray) =>
      Number(`${sign ? '-' : ''}${whole || 0}.${part || 0}`);
    const x = mix(value(a), value(b), t);
    const size = Math.abs(x).toFixed(b[3]?.length ?? 0);
    const sign = x < 0 && Number(size) !== 0 ? minus : '';
    return inLanguage(`${sign}${b[2] === '' ? size.replace(/^0/, '') : size}${b[4]}`);
  }
  return to;
}

const number = /(-?\d*\.?\d+(?:e-?\d+)?)/;

/** Paths, each taken apart into its commands and, between them, its numbers. */
const apart = new Map<string, readonly string[]>();
const mostApart = 2000;

function partsOf(path: string): readonly string[] {
  const parts = apart.get(path) ?? path.split(number);
  if (apart.size > mostApart) apart.clear();
  apart.set(path, parts);
  return parts;
}

/** A path between two of the same commands; the new one where they differ. */
export function mixPath(from: string, to: string, t: number): string {
  const [before, after] = [partsOf(from), partsOf(to)];
  const isNumber = (i: number) => i % 2 === 1;
  const same = after.every((part, i) => isNumber(i) || part === before[i]);
  if (!same || before.length !== after.length) return to;
  if (t === 0) return from;
  // What stays keeps its spelling: the flags of an arc are no numbers.
  const between = (x: string, y = x) => (x === y ? x : mix(Number(y), Number(x), t).toFixed(2));
  return after.map((part, i) => (isNumber(i) ? between(part, before[i]) : part)).join('');
}

/** Rows of numbers longer than this change at once. */
const longest = 4096;

function mixData(a: ArrayLike<number>, b: ArrayLike<number>, t: number): ArrayLike<number> {
  if (a === b || a.length !== b.length || b.length > longest) return b;
  if (t === 0) return a;
  return Float32Array.from(b, (x, i) => {
    const between = mix(a[i] ?? 0, x, t);
    return Number.isFinite(between) ? between : x;
  });
}

const mixScale = (a: Scale, b: Scale, t: number): Scale =>
  a.kind === 'signed' && b.kind === 'signed' ? { ...b, bound: mix(a.bound, b.bound, t) } : b;

const atRest = { dx: 0, dy: 0, opacity: 1, scaleX: 1, scaleY: 1 };

function mixKeys(a: readonly Keyframe[] | undefined, b: readonly Keyframe[], t: number) {
  if (a?.length !== b.length || t === 1) return b;
  if (t === 0 && a.every(({ at }, i) => at === b[i]?.at)) return a;
  return b.map((key, i) =>
    mixNumbers({ ...atRest, ...a[i], at: key.at }, { ...atRest, ...key }, t),
  );
}

/** The numbers among the fields, between their old values and their new ones; `b` itself where they are alike. */
export function mixNumbers<T extends object>(a: object, b: T, t: number): T {
  let mixed = b;
  for (const name in b) {
    const [from, to]: unknown[] = [Reflect.get(a, name), b[name]];
    if (typeof from !== 'number' || typeof to !== 'number' || from === to) continue;
    if (mixed === b) mixed = { ...b };
    Reflect.set(mixed, name, mix(from, to, t));
  }
  return mixed;
}

const mixInk = (a: string | undefined, b: string | undefined, t: number) => {
  if (!a || !b || a === b) return b;
  return t === 0 ? a : `color-mix(in srgb, ${b} ${(t * 100).toFixed(1)}%, ${a})`;
};

/** Whether two pieces of a scene are the same data. */
function alike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!(a instanceof Object && b instanceof Object)) return false;
  if (ArrayBuffer.isView(a)) return sameNumbers(a as Float32Array, b as Float32Array);
  const fields = Object.entries(a);
  return (
    fields.length === Object.keys(b).length &&
    fields.every(([name, own]) => alike(own, Reflect.get(b, name)))
  );
}

const sameNumbers = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((x, i) => Object.is(x, b[i]));

/** The words of each scene, by which their marks know each other. */
export interface Words {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** What is as it was stays the object that it was: it is not drawn again. */
function between<M extends Mark>(a: Mark, b: M, t: number, words: Words): M {
  if (alike(a, b)) return a as M;
  if (t === 1 && b.kind !== 'group') return b;
  const mixed: Record<string, unknown> = { ...(mixNumbers(a, b, t) as object) };
  if (b.kind === 'text' && a.kind === 'text') mixed.text = mixText(a.text, b.text, t);
  if (b.kind === 'path' && a.kind === 'path') mixed.d = mixPath(a.d, b.d, t);
  if (b.kind === 'group' && a.kind === 'group') mixed.marks = mixMarks(a.marks, b.marks, t, words);
  if ('data' in a && 'data' in b) {
    mixed.data = mixData(a.data, b.data, t);
    mixed.scale = mixScale(a.scale, b.scale, t);
  }
  if ('ink' in a && 'ink' in b) mixed.ink = mixInk(a.ink, b.ink, t);
  if (b.keys) mixed.keys = mixKeys(a.keys, b.keys, t);
  if (b.kind === 'panel') Object.assign(mixed, { rows: b.rows, columns: b.columns });
  return (t === 0 && alike(a, mixed) ? a : mixed) as M;
}

const named = new WeakMap<object, readonly string[]>();

/** For each of some things its name, and which of those alike it is; found once. */
function namesOf<T>(all: readonly T[], name: (each: T) => string): readonly string[] {
  const known = named.get(all);
  if (known) return known;
  const counts = new Map<string, number>();
  const names = all.map((each) => {
    const own = name(each);
    const count = counts.get(own) ?? 0;
    counts.set(own, count + 1);
    return `${own} ${count}`;
  });
  named.set(all, names);
  return names;
}

/** Words by what they are, in the order of the sentence. */
const wordNames = (words: readonly string[]) => namesOf(words, (word) => word);

/** Marks by their kind and word. */
const markNames = (marks: readonly Mark[], words: readonly string[]) =>
  namesOf(marks, (mark) => {
    const { tensor = '', token } = ('shows' in mark && mark.shows) || {};
    return `${mark.kind} ${tensor} ${token === undefined ? '' : wordNames(words)[token]}`;
  });

/** The marks of a scene at a share of their way from those of the one before. */
export function mixMarks<M extends Mark>(
  from: readonly Mark[],
  to: readonly M[],
  t: number,
  words: Words,
): readonly M[] {
  const names = markNames(from, words.from);
  const before = new Map(from.map((mark, i) => [names[i], mark]));
  const after = markNames(to, words.to);
  return to.map((mark, i) => {
    const old = before.get(after[i]);
    return old?.kind === mark.kind ? between(old, mark, t, words) : mark;
  });
}

/** For each word of the new scene its number in the old one, if it was there, on the way to the new. */
export function mixWords(a: ArrayLike<number>, b: ArrayLike<number>, t: number, words: Words) {
  const before = new Map(wordNames(words.from).map((name, i) => [name, a[i] ?? 0]));
  const after = wordNames(words.to);
  return Float32Array.from(b, (x, i) => mix(before.get(after[i] ?? '') ?? x, x, t));
}
