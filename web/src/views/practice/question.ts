import type { ModelInfo } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { positive } from '../../state/format';
import type { EncodeRequest } from '../../state/what-if/ask';
import type { Misconception } from './misconceptions';
import { Run } from './run';
import { oneSentence, type Wanted } from './sentences';

/** Where the number of a verdict can be seen. */
export interface Seen {
  readonly view: string;
  readonly layer?: number;
  readonly head?: number;
  readonly token?: number;
  /** The run that is shown. Default: the first. */
  readonly run?: number;
}

/**
 * A question as it is put to a reader. Key and options are computed; an option is known by its id, so
 * that neither the language nor the order in which options stand decides what is right.
 */
export interface Posed {
  readonly asks: string;
  /** By id. */
  readonly options: Readonly<Record<string, string>>;
  /** The id that the numbers bear out. */
  readonly key: string;
  /** By misconception: the id that its rule leads to. */
  readonly mistakes: Readonly<Partial<Record<Misconception, string>>>;
  /** The answer with the number that refutes the other options. */
  readonly why: string;
  readonly see: Seen;
}

/** The runs of a question, of the model at hand. */
export type Runs = readonly [Run, ...Run[]];

export interface Question {
  readonly id: string;
  /** The view that has to be understood first. */
  readonly after: string;
  /** What the core is to run; `variant` chooses among equivalent sentences. Default: one sentence. */
  readonly runs?: (variant: number) => readonly Wanted[];
  /** The principle that explains the answer: a name in its concept's `principles`. */
  readonly principle: string;
  poses(...runs: Runs): Posed;
}

/** Several questions about one idea. */
export interface Concept {
  readonly title: string;
  /** Sentences that explain its answers. */
  readonly principles: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
}

/** What is to be computed for a question. */
export const requestsOf = (
  { runs = oneSentence }: Question,
  variant: number,
  { vocabulary }: ModelInfo,
): readonly EncodeRequest[] =>
  runs(variant).map(({ text, structure = '', loss }) => ({
    text,
    masked: [],
    run: { structure, changes: [] },
    ...(loss && {
      loss: {
        token: text.split(' ').indexOf(loss.of),
        piece: vocabulary.indexOf(loss.piece),
      },
    }),
  }));

export const runsOf = (model: ModelInfo, traces: readonly Trace[]): Runs =>
  traces.map((trace) => new Run(model, trace)) as unknown as Runs;

/** How an option that is a number is known, in every language. */
const idOf = (x: number): string => `x${Number(x.toPrecision(6))}`;

/** A probability with a decimal, which differences show in: `99.8 %`. */
export const chance = (p: number): string => `${positive(100 * p, 1)}\u00a0%`;

/**
 * Options that are numbers: the right one and what each misconception computes, in rising order. What
 * reads the same is one option, the right one if it is among them.
 */
export function numbers(
  right: number,
  mistakes: Readonly<Partial<Record<Misconception, number>>>,
  write: (x: number) => string,
): Pick<Posed, 'options' | 'key' | 'mistakes'> {
  const key = idOf(right);
  const wrong = Object.entries(mistakes);
  const ids = new Map(
    [right, ...wrong.map(([, x]) => x)].reverse().map((x) => [write(x), idOf(x)]),
  );
  const rising = [right, ...wrong.map(([, x]) => x)].sort((a, b) => a - b);
  const named = wrong.map(([name, x]) => [name, ids.get(write(x)) ?? key] as const);
  return {
    options: Object.fromEntries(rising.map((x) => [ids.get(write(x)) ?? key, write(x)])),
    key,
    mistakes: Object.fromEntries(named.filter(([, id]) => id !== key)),
  };
}
