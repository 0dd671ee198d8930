import { msg } from '../../words/msg';
import type { Case } from './case';

/** A case under its name, which is that of its file. */
export interface NamedCase extends Case {
  readonly id: string;
}

const files = import.meta.glob<Case>('./cases/*.ts', { eager: true, import: 'bug' });

const nameOf = (path: string): string => path.replace(/^.*\/|\.ts$/g, '');

/** All cases in their order. */
export const cases: readonly NamedCase[] = Object.entries(files)
  .map(([path, each]) => ({ ...each, id: nameOf(path) }))
  .sort((a, b) => a.place - b.place);

export const firstCase: string = cases[0]?.id ?? '';

export const unknownCase = (id: string): string =>
  msg`There is no case “${id}”. The cases are ${cases.map((each) => each.id).join(', ')}.`;

/** The case of that name, or undefined. */
export const caseOf = (id: string): NamedCase | undefined => cases.find((each) => each.id === id);
