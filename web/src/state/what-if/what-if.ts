import type { Outcome, Run } from '../../model/protocol';
import { valuesOf } from '../dataflow/values';
import { isTrained } from '../defaults';
import { topGuesses } from '../prediction';
import type { State } from '../state';
import { type Why, whyOf } from '../why';
import type { Ask } from './ask';
import { type Hand, handled, scopeInEffect, type Target } from './hand';
import { touches } from './region';
import { sameRun } from './run-text';
import { type Scope, scopesOf } from './scope';
import { type Absence, absencesOf } from './without';

/** What the model reads at the word in focus. */
export interface Reading {
  readonly piece: string;
  readonly probability: number;
}

/** A change that is offered in one scope, and what is measured of it. */
export interface Offer {
  readonly target: Target;
  readonly hand: Hand;
  /** The change is made. */
  readonly made: boolean;
  /** Null while it is being measured, and of a model that reads nothing. */
  readonly reading: Reading | null;
}

export interface ScopeOffers {
  readonly scope: Scope;
  /** Mute, double, negate, and the value of the field. */
  readonly offers: readonly Offer[];
}

export interface MeasuredAbsence extends Absence {
  readonly reading: Reading | null;
}

/** What can be done to a number that is asked "why?", and what would come of it. */
export interface WhatIf {
  readonly why: Why;
  /** What the model reads now. */
  readonly now: Reading | null;
  readonly scopes: readonly ScopeOffers[];
  readonly absences: readonly MeasuredAbsence[];
  /** The ends of the slider for its value. */
  readonly range: readonly [low: number, high: number];
}

const offered: readonly Hand[] = [
  { kind: 'mute' },
  { kind: 'gain', gain: 2 },
  { kind: 'gain', gain: -1 },
];

/** Of a run with the number that is asked, and how it would be run without what the reader did to it. */
interface Bench {
  readonly why: Why;
  readonly run: Run;
  readonly untouched: Run;
  readonly scopes: readonly Scope[];
  readonly absences: readonly Absence[];
}

interface Known {
  readonly parts: readonly unknown[];
  readonly bench: Bench | null;
}
let known: Known = { parts: [], bench: null };

/** The bench of what is asked; computed once for the same question. */
function benchOf(state: State): Bench | null {
  const { trace, trail, parameters, preview } = state;
  const parts = [trace, trail, parameters, preview];
  if (!parts.every((part, i) => part === known.parts[i])) known = { parts, bench: newBench(state) };
  return known.bench;
}

function newBench(state: State): Bench | null {
  const why = whyOf(state);
  if (!why || !state.trace) return null;
  const { cell, explanation, context } = why;
  const run = state.trace.encoding.run ?? { structure: '', changes: [] };
  const scopes = scopesOf(cell, context);
  const untouched = handled(run, { kind: 'cell', cell }, { kind: 'restore' }, context);
  const isChanged = (of: typeof cell) => untouched.changes.some((text) => touches(text, of));
  const values = valuesOf(state.trace, state.parameters);
  const absences = explanation ? absencesOf({ cell, explanation, context, values }, isChanged) : [];
  return { why, run, untouched, scopes, absences };
}

/** The number that the field holds: the cell's own. */
const setHand = ({ why }: Bench): Hand => ({ kind: 'set', value: why.value });

const targetOf = ({ why }: Bench, { id }: Scope): Target => ({
  ...{ kind: 'cell', cell: why.cell, scope: id },
});

/** The runs of an ask, which together are its key. */
function asked(state: State, runs: readonly Run[]): Ask | null {
  const { trace, model, token } = state;
  if (!trace?.has('logits') || !model || !isTrained(model) || runs.length === 0) return null;
  const { text, masked } = trace.encoding;
  return {
    key: JSON.stringify([text, masked, token, runs]),
    ...{ text, masked, token, pieces: [], count: runs.length },
    variant: (i) => runs[i] ?? {},
  };
}

const inEveryScope = (bench: Bench, hands: readonly Hand[]): readonly Run[] =>
  bench.scopes.flatMap((scope) =>
    hands.map((hand) => handled(bench.run, targetOf(bench, scope), hand, bench.why.context)),
  );

/** The asks of a bench: of the changes offered, of the value in the field, of each operand's absence. */
function asksOf(state: State, bench: Bench) {
  const { untouched, absences } = bench;
  const less = absences.map(({ changes }) => ({
    ...untouched,
    changes: [...untouched.changes, ...changes],
  }));
  return {
    offers: asked(state, inEveryScope(bench, offered)),
    set: asked(state, inEveryScope(bench, [setHand(bench)])),
    absences: asked(state, less),
  };
}

/** What is to be computed for the number that is asked "why?". */
export function asksOfWhy(state: State): readonly Ask[] {
  const bench = benchOf(state);
  if (!bench) return [];
  const { offers, set, absences } = asksOf(state, bench);
  // While the reader drags, the picture goes first.
  return [offers, state.live ? null : set, state.live ? null : absences].filter(
    (ask) => ask !== null,
  );
}

const answersOf = (state: State, ask: Ask | null): readonly Outcome[] =>
  (ask && state.computed.outcomes.get(ask.key)) ?? [];

function readingOf({ model }: State, outcome: Outcome | undefined): Reading | null {
  const piece = outcome && model?.vocabulary[outcome.best];
  return piece === undefined ? null : { piece, probability: outcome?.probability ?? 0 };
}

/** What the run on show reads at the word in focus. */
export function readingNow({ trace, model, token }: State): Reading | null {
  if (!trace?.has('logits') || !model || !isTrained(model)) return null;
  return topGuesses(trace, model.vocabulary, token, 1)[0] ?? null;
}

/** Whether two runs differ at most in the order of their changes. */
const sameRuns = (a: Run, b: Run): boolean =>
  sameRun({ ...a, changes: [...a.changes].sort() }, { ...b, changes: [...b.changes].sort() });

/** What the slider reaches: a weight from 0 to 1, another number well beyond its tensor's size. */
function rangeOf({ why, untouched }: Bench): readonly [number, number] {
  if (why.cell.name.endsWith('.weights')) return [0, 1];
  const was = untouched.changes.length === 0 ? why.value : (why.explanation?.value ?? why.value);
  const size = Math.max(1, Math.ceil(2 * Math.abs(was)), Math.abs(why.value));
  return [-size, size];
}

/** What can be done to the number that is asked "why?"; null where nothing is, or nothing can be. */
export function whatIfOf(state: State): WhatIf | null {
  const bench = benchOf(state);
  if (!bench) return null;
  const { why, run, scopes, absences } = bench;
  const asks = asksOf(state, bench);
  const [offers, set, less] = [asks.offers, asks.set, asks.absences].map((ask) =>
    answersOf(state, ask),
  );
  const isSet = scopeInEffect(scopes, run) !== null;
  const offer = (scope: Scope, hand: Hand, outcome: Outcome | undefined): Offer => {
    const target = targetOf(bench, scope);
    const made = isSet && sameRuns(handled(run, target, hand, why.context), run);
    return { target, hand, made, reading: readingOf(state, outcome) };
  };
  return {
    why,
    now: readingNow(state),
    scopes: scopes.map((scope, i) => ({
      scope,
      offers: [
        ...offered.map((hand, j) => offer(scope, hand, offers?.[i * offered.length + j])),
        offer(scope, setHand(bench), set?.[i]),
      ],
    })),
    absences: absences.map((absence, i) => ({ ...absence, reading: readingOf(state, less?.[i]) })),
    range: rangeOf(bench),
  };
}
