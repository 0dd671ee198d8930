import { readSettings, type Settings, withSettings } from '../../state/settings';
import { viewOf } from '../../state/views';
import { msg } from '../../words/msg';
import type { Bugs, Classwork } from '../classwork';

/** What the other files give: the bank, the exercise by hand, the cases of the bench. */
export interface Stock extends Classwork {
  readonly bugs: Bugs;
}

/** What a teacher sets, as the link writes it: `view:softmax`, `bug:scale`, `hand:6`, `ask:scaling/ratio`, `ask:scaling:2`. */
export type Task = string;

/** What a student has to do: a question of a concept has become one of the bank. */
export interface Item {
  readonly kind: 'view' | 'bug' | 'hand' | 'ask';
  /** The view, the case or the question; of an exercise by hand how many steps are blank. */
  readonly id: string;
  /** Chooses its sentence. */
  readonly seed: number;
}

/** A class as its link holds it, and what one student has done in it. */
export interface Assignment {
  readonly title: string;
  readonly tasks: readonly Task[];
  /** The teacher's: another one gives everybody something else. */
  readonly seed: number;
  /** What the student has typed: a name, or a number in the list of the class; empty before. */
  readonly name: string;
  /** The item on show, from 1; 0 is the overview, and one more than there are is the end. */
  readonly at: number;
  /** What has been done of each item, as its own figure writes it; empty for nothing. */
  readonly said: readonly string[];
}

const between = '!';

const decoded = (text = ''): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const countIn = (text = ''): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

export const readAssignment = (settings: Settings): Assignment => ({
  title: decoded(settings.get('title')),
  tasks: (settings.get('do') ?? '').split(between).filter(Boolean),
  seed: countIn(settings.get('seed')),
  name: decoded(settings.get('name')),
  at: countIn(settings.get('at')),
  said: settings.get('said')?.split(between) ?? [],
});

export const assignmentOf = (text: string): Assignment => readAssignment(readSettings(text));

const numberText = (x: number): string => (x > 0 ? String(x) : '');

/** Without empty places at its end. */
const saidText = (said: readonly string[]): string => said.join(between).replace(/!+$/, '');

/** The same as settings; an empty value takes its name out. */
export const assignmentValues = ({ title, tasks, seed, name, at, said }: Assignment) => ({
  ...{ title: encodeURIComponent(title), do: tasks.join(between), seed: numberText(seed) },
  ...{ name: encodeURIComponent(name), at: numberText(at), said: saidText(said) },
});

export const assignmentText = (assignment: Assignment): string =>
  withSettings('', assignmentValues(assignment));

/** The class without a student in it. */
export const asSet = (assignment: Assignment): Assignment => ({
  ...assignment,
  ...{ name: '', at: 0, said: [] },
});

/** A number for a name; a number in a list stays, so that no two students of a class have the same. */
export function numberOf(name: string): number {
  const plain = name.trim();
  if (/^\d{1,6}$/.test(plain)) return Number(plain);
  let hash = 7;
  for (const letter of plain) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 999_983;
  return hash;
}

/** Parts of a task: `ask:scaling:2` is ["ask", "scaling", "2"]. */
export const partsOf = (task: Task): readonly [string, string, string | undefined] => {
  const [kind = '', id = '', count] = task.split(':');
  return [kind, id, count];
};

const most = 99;

/** Why a task cannot be set; null where it can. */
export function problemOf(task: Task, { bugs, concepts, filed, stepNames }: Stock): string | null {
  const [kind, id, count] = partsOf(task);
  if (kind === 'view') {
    const isThere = viewOf(id) && id !== 'class';
    return isThere ? null : msg`There is no view “${id}”.`;
  }
  if (kind === 'bug') {
    const known = bugs.map((each) => each.id);
    return known.includes(id)
      ? null
      : msg`There is no bug “${id}”. The bugs are ${known.join(', ')}.`;
  }
  if (kind === 'hand') {
    const isWhole = /^\d+$/.test(id) && Number(id) <= stepNames.length;
    return isWhole
      ? null
      : msg`An exercise by hand has 0 to ${stepNames.length} blank steps, not “${id}”.`;
  }
  if (kind === 'ask' && count === undefined)
    return filed(id) ? null : msg`There is no question “${id}”. Write it like scaling/ratio.`;
  if (kind === 'ask') {
    const all = Object.hasOwn(concepts, id) ? concepts[id]?.questions.length : undefined;
    if (all === undefined)
      return msg`There is no concept “${id}”. The concepts are ${Object.keys(concepts).join(', ')}.`;
    const isRight = Number(count) >= 1 && Number(count) <= all;
    return isRight && /^\d+$/.test(count ?? '')
      ? null
      : msg`The concept “${id}” has ${all} questions: ${count} cannot be asked.`;
  }
  return msg`“${task}” is not a task. A task is written view:softmax, bug:scale, hand:6, ask:scaling/ratio or ask:scaling:2.`;
}

/** All that keeps a class from being given. */
export function problemsOf(settings: Settings, stock: Stock): readonly string[] {
  const { tasks, said } = readAssignment(settings);
  const wrong = ['seed', 'at'].filter((name) => !/^\d{0,9}$/.test(settings.get(name) ?? ''));
  const found = [
    ...tasks.flatMap((task) => problemOf(task, stock) ?? []),
    ...wrong.map((name) => msg`${name}=${settings.get(name) ?? ''} is not a whole number.`),
  ];
  if (found.length > 0) return found;
  const count = itemsOf(readAssignment(settings), stock).length;
  if (tasks.length > 0 && count > most)
    return [msg`There are ${count} tasks; a class can have at most ${most}.`];
  return said.length > count
    ? [msg`The link has ${said.length} answers to ${count} {1:task|tasks}: it has been changed.`]
    : [];
}

/** What a student has to do. Another name or seed gives other sentences, and other questions of a concept. */
export function itemsOf({ tasks, seed, name }: Assignment, stock: Stock): readonly Item[] {
  const own = numberOf(name) + 97 * seed;
  return tasks.flatMap((task, i): readonly Item[] => {
    const [kind, id, count] = partsOf(task);
    if (kind === 'hand') return [{ kind, id, seed: (own + 31 * i) % stock.sentences.length }];
    if (kind === 'ask' && count !== undefined) {
      const ids = (stock.concepts[id]?.questions ?? []).map((each) => `${id}/${each.id}`);
      const chosen = stock.shuffled(ids, `${own}`).slice(0, Number(count));
      return chosen.map((each) => ({ kind, id: each, seed: own }));
    }
    return [{ kind: kind as Item['kind'], id, seed: own }];
  });
}

/** How far a student is with an item. */
export interface Check {
  readonly done: boolean;
  /** Points of how many; null for what is read. */
  readonly points: readonly [number, number] | null;
  /** Each number typed by hand, or each guess, as it is handed in. */
  readonly answer: string;
}

/** The exercise of an item. */
export const handOf = ({ id, seed }: Item, { exerciseIn }: Stock) =>
  exerciseIn({
    choices: new Map([
      ['seed', String(seed)],
      ['blank', id],
    ]),
  });

/** The guesses that were taken at a bug: their places from 0. */
export const guessesIn = (said: string): readonly number[] =>
  said.split(';').filter(Boolean).map(Number).filter(Number.isInteger);

/** A bug as the buttons on the bench call it. */
export const guessOf = (id: string, { bugs }: Stock): string =>
  msg(bugs.find((bug) => bug.id === id)?.guess ?? id);

/** What came of an item, computed from what was said: nothing but questions say themselves that they were right. */
export function checkOf(item: Item, said: string, stock: Stock): Check {
  switch (item.kind) {
    case 'view':
      return { done: said !== '', points: null, answer: '' };
    case 'ask': {
      const [option = '', right] = said.split(':');
      return { done: said !== '', points: [right === 'r' ? 1 : 0, 1], answer: option };
    }
    case 'bug': {
      const bug = stock.bugs.find(({ id }) => id === item.id);
      const ids = guessesIn(said).map((guess) => bug?.guesses[guess] ?? '');
      const found = ids.includes(item.id);
      const answer = ids.map((id) => guessOf(id, stock)).join('; ');
      return { done: found, points: [found ? 1 : 0, 1], answer };
    }
    case 'hand': {
      const exercise = handOf(item, stock);
      const typed = stock.typedIn(exercise, said);
      const { right, of } = stock.progressOf(exercise, typed);
      const texts = Object.values(typed).filter(Boolean);
      if (of === 0) return { done: said !== '', points: null, answer: '' };
      return { done: texts.length === of, points: [right, of], answer: texts.reverse().join(' ') };
    }
  }
}

/** What came of all of it: a share of the points, which each item has the same of, and whether nothing is left. */
export function outcomeOf(items: readonly Item[], said: readonly string[], stock: Stock) {
  const checks = items.map((item, i) => checkOf(item, said[i] ?? '', stock));
  const shares = checks.flatMap(({ points }) => (points ? [points[0] / points[1]] : []));
  return {
    checks,
    left: checks.filter(({ done }) => !done).length,
    /** Null where there is nothing to be right or wrong about. */
    score: shares.length > 0 ? shares.reduce((a, b) => a + b, 0) / shares.length : null,
  };
}
