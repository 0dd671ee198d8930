import { ownRun, type Run } from '../../model/protocol';
import { isGradient, valuesOf } from '../dataflow/cell';
import { isTrained } from '../defaults';
import type { Guess } from '../prediction';
import type { State } from '../state';
import { type Why, whyOf } from '../why';
import { answersTo, hostedWants } from './answers';
import { type Ask, nothingWanted, type Wants } from './ask';
import { type Hand, handled, type Scope, scopeInEffect, scopesOf, type Target } from './hand';
import { guessOf } from './reading';
import { sameRun, touches } from './run-text';
import { type Ablation, ablationsOf } from './without';

/** A change that is offered in one scope, and what is measured of it. */
export interface Offer {
  readonly target: Target;
  readonly hand: Hand;
  /** The change is made. */
  readonly made: boolean;
  /** Null while it is being measured, and of a model that reads nothing. */
  readonly reading: Guess | null;
}

export interface ScopeOffers {
  readonly scope: Scope;
  /** Mute, double, negate, and the value of the field. */
  readonly offers: readonly Offer[];
}

export interface MeasuredAblation extends Ablation {
  readonly reading: Guess | null;
}

/** What can be done to a number that is asked "why?", and what would come of it. */
export interface WhatIf {
  readonly why: Why;
  /** What the model reads without what the reader did to this number. */
  readonly was: Guess | null;
  readonly scopes: readonly ScopeOffers[];
  readonly ablations: readonly MeasuredAblation[];
  /** The ends of the slider for its value. */
  readonly range: readonly [low: number, high: number];
}

const offered: readonly Hand[] = [
  { kind: 'mute' },
  { kind: 'gain', gain: 2 },
  { kind: 'gain', gain: -1 },
];

/** The question about a number, and the runs that answer it. */
interface Bench {
  readonly why: Why;
  readonly run: Run;
  readonly scopes: readonly Scope[];
  readonly ablations: readonly Ablation[];
  /** The run without what the reader did to the number, then those of the changes offered. */
  readonly offers: Ask | null;
  /** With the number in the field, scope by scope. */
  readonly set: Ask | null;
  /** Without each operand. */
  readonly less: Ask | null;
}

let known: { readonly parts: readonly unknown[]; readonly bench: Bench | null } = {
  ...{ parts: [], bench: null },
};

/** The bench of what is asked; made once for the same question. */
function benchOf(state: State): Bench | null {
  const { trace, trail, parameters, preview, token } = state;
  const parts = [trace, trail, parameters, preview, token];
  if (!parts.every((part, i) => part === known.parts[i])) known = { parts, bench: newBench(state) };
  return known.bench;
}

/** Runs of the text on show; they are their own key. Null where the model reads nothing. */
function askOf({ trace, model, token }: State, runs: readonly Run[]): Ask | null {
  if (!trace?.has('logits') || !model || !isTrained(model) || runs.length === 0) return null;
  const { text, masked } = trace.encoding;
  return {
    key: JSON.stringify([text, masked, token, runs]),
    ...{ text, masked, token, pieces: [], count: runs.length },
    variant: (i) => runs[i] ?? {},
  };
}

const targetOf = ({ cell }: Why, { id }: Scope): Target => ({ kind: 'cell', cell, scope: id });

/** The number in the field: the cell's own. */
const setHand = ({ value }: Why): Hand => ({ kind: 'set', value });

function absencesIn(state: State, { cell, explanation, context }: Why, run: Run) {
  if (!explanation || !state.trace) return [];
  const isChanged = (of: typeof cell) => run.changes.some((text) => touches(text, of));
  const values = valuesOf(state.trace, state.parameters);
  return ablationsOf({ cell, explanation, context, values }, isChanged);
}

function newBench(state: State): Bench | null {
  const why = whyOf(state);
  // A gradient is no number of the forward pass, which alone can be changed.
  if (!why || isGradient(why.cell.name)) return null;
  const { cell, context } = why;
  const run = state.trace?.encoding.run ?? ownRun;
  const scopes = scopesOf(cell, context);
  const untouched = handled(run, { kind: 'cell', cell }, { kind: 'restore' }, context);
  const ablations = absencesIn(state, why, untouched);
  const inEveryScope = (hands: readonly Hand[]) =>
    scopes.flatMap((scope) =>
      hands.map((hand) => handled(run, targetOf(why, scope), hand, context)),
    );
  const less = ({ changes }: Ablation) => ({
    ...untouched,
    changes: [...untouched.changes, ...changes],
  });
  return {
    ...{ why, run, scopes, ablations },
    offers: askOf(state, [untouched, ...inEveryScope(offered)]),
    set: askOf(state, inEveryScope([setHand(why)])),
    less: askOf(state, ablations.map(less)),
  };
}

/** What is to be computed for the number that is asked "why?". */
export function whyWants(state: State): Wants {
  // What is asked there is of another run, in which nothing is changed.
  if (hostedWants(state).onShow) return nothingWanted;
  const { offers, less, set } = benchOf(state) ?? {};
  return { traces: [], asks: [offers, less, set].flatMap((ask) => ask ?? []) };
}

/** What a run of an ask reads; null while it is not known. */
function readingOf(state: State, ask: Ask | null, index: number): Guess | null {
  const outcome = ask && answersTo(state, ask)[index];
  return outcome ? guessOf(state, outcome) : null;
}

/** Whether two runs differ at most in the order of their changes. */
const sameRuns = (a: Run, b: Run): boolean =>
  sameRun({ ...a, changes: [...a.changes].sort() }, { ...b, changes: [...b.changes].sort() });

/** What the slider reaches: a weight from 0 to 1, another number to twice its size. */
function rangeOf({ cell, value, explanation }: Why): readonly [number, number] {
  if (cell.name.endsWith('.weights')) return [0, 1];
  const size = Math.max(1, Math.ceil(2 * Math.abs(explanation?.value ?? 0)), Math.abs(value));
  return [-size, size];
}

/** The answer to "why?" where nothing can be changed; null where nothing is asked. */
export function whyAlone(state: State): WhatIf | null {
  const why = whyOf(state);
  return why && { why, was: null, scopes: [], ablations: [], range: [0, 1] };
}

/** What can be done to the number that is asked "why?"; null where none is. */
export function whatIfOf(state: State): WhatIf | null {
  const bench = benchOf(state);
  if (!bench) return whyAlone(state);
  const { why, run, scopes, ablations, offers, set, less } = bench;
  const isChanged = scopeInEffect(scopes, run) !== null;
  const offer = (scope: Scope, hand: Hand, reading: Guess | null): Offer => {
    const target = targetOf(why, scope);
    const made = isChanged && sameRuns(handled(run, target, hand, why.context), run);
    return { target, hand, made, reading };
  };
  const ofScope = (scope: Scope, i: number) =>
    offered.map((hand, j) =>
      offer(scope, hand, readingOf(state, offers, 1 + i * offered.length + j)),
    );
  return {
    ...{ why, was: readingOf(state, offers, 0), range: rangeOf(why) },
    scopes: scopes.map((scope, i) => ({
      scope,
      offers: [...ofScope(scope, i), offer(scope, setHand(why), readingOf(state, set, i))],
    })),
    ablations: ablations.map((ablation, i) => ({
      ...ablation,
      reading: readingOf(state, less, i),
    })),
  };
}
