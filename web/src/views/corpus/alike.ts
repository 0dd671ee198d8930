import { type Habit, habits, type Study, spreadOf } from './habits';

/** Heads that do alike, and what sets them apart from the others. */
export interface Group {
  readonly heads: readonly number[];
  /** What they do more than heads do on average; null where nothing stands out. */
  readonly more: Habit | null;
  /** They are alike; else those that are like no other. */
  readonly alike: boolean;
}

/** Groups are told apart while they differ by more than this. */
const apart = 0.42;

/** What a group does by so much more than all heads stands out. */
const standsOut = 0.12;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length);

const featuresOf = (study: Study, head: number): readonly number[] => [
  ...habits.map(({ relation }) => study.weight(head, relation) || 0),
  spreadOf(study, head) / 4,
];

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((x, i) => x - (b[i] ?? 0)));
}

/** The closest two of some clusters; null where all are apart. */
function closest(between: readonly (readonly number[])[]) {
  let best: { readonly i: number; readonly j: number; readonly far: number } | null = null;
  for (const [i, row] of between.entries())
    for (let j = i + 1; j < row.length; j++) {
      const far = row[j] ?? apart;
      if (far < (best?.far ?? apart)) best = { i, j, far };
    }
  return best;
}

/** A cluster takes in a later one. Distances are the mean ones of their members, from those of both. */
function join(clusters: number[][], between: number[][], i: number, j: number): void {
  const [one = [], other = []] = [clusters[i], ...clusters.splice(j, 1)];
  const share = one.length / (one.length + other.length);
  one.push(...other);
  const [gone = []] = between.splice(j, 1);
  gone.splice(j, 1);
  for (const row of between) row.splice(j, 1);
  const joined = (between[i] ?? []).map((far, k) => share * far + (1 - share) * (gone[k] ?? 0));
  between[i] = joined;
  for (const [k, row] of between.entries()) row[i] = joined[k] ?? 0;
}

/** Heads in groups that do alike (average linkage), the largest group first. */
export function alikeHeads(study: Study): readonly Group[] {
  const features = Array.from({ length: study.count }, (_, head) => featuresOf(study, head));
  const between = features.map((a) => features.map((b) => distance(a, b)));
  const clusters: number[][] = features.map((_, head) => [head]);
  for (let two = closest(between); two; two = closest(between))
    join(clusters, between, two.i, two.j);
  const everyone = features.map((_, head) => head);
  const groups = clusters.filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
  const single = clusters.filter(({ length }) => length === 1).flat();
  const all = single.length > 0 ? [...groups, single] : groups;
  return all.map((heads) => ({
    heads,
    more: heads === single ? null : outstanding(study, heads, everyone),
    alike: heads !== single,
  }));
}

function outstanding(study: Study, heads: readonly number[], all: readonly number[]): Habit | null {
  const of = (some: readonly number[], { relation }: Habit) =>
    mean(some.map((head) => study.weight(head, relation) || 0));
  const more = (habit: Habit) => of(heads, habit) - of(all, habit);
  const best = habits.reduce((a, b) => (more(b) > more(a) ? b : a));
  return more(best) >= standsOut ? best : null;
}
