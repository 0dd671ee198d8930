import { type Outcome, ownRun, type Variant } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { isTrained } from '../defaults';
import { type Guess, topGuesses } from '../prediction';
import type { State } from '../state';
import { argmax } from '../vector';
import { answersTo } from './answers';
import { type Ask, nothingWanted, type Wants } from './ask';

/** Ways to say how much each word matters for what the model reads at the word in focus. */
export type EffectId = 'weight' | 'rollout' | 'gradient' | 'left-out';

/** A number for each token; null where it is not known, or not yet. */
export interface Effect {
  readonly id: EffectId;
  readonly values: readonly (number | null)[];
}

export interface Effects {
  /** What the model reads at the word in focus. */
  readonly answer: Guess;
  readonly effects: readonly Effect[];
  /** The probability of that answer where no word may look at a token. */
  readonly without: readonly (number | null)[];
  /** Runs that are still to be made. */
  readonly waiting: number;
}

/** Most words whose effect is measured: of a longer text those around the word in focus. */
const most = 32;

/** The tokens from `first` up to, not including, `end`, of `of`. */
interface Measured {
  readonly first: number;
  readonly end: number;
  readonly of: number;
}

function measuredOf(of: number, focus: number): Measured {
  const first = Math.max(0, Math.min(of - most, focus - most / 2));
  return { first, end: Math.min(of, first + most), of };
}

/** By how much a word's vector is scaled up and down, to see how the answer changes. */
const step = 0.003;

const runsOfToken = 3;

/** The runs of a token: its vector scaled up, scaled down, and no word looking at it. */
function variantsOf(token: number, layers: number): readonly (readonly string[])[] {
  const scaled = (by: number) => [`embedding.output[${token},:]*=${by}`];
  const hidden = Array.from(
    { length: layers },
    (_, l) => `layers.${l}.attention.scores[:,:,${token}]=-inf`,
  );
  return [scaled(1 + step), scaled(1 - step), hidden];
}

/** The part of a state that effects are measured of; null of a model that reads nothing. */
function subjectOf({ trace, model, token }: State) {
  if (!trace?.has('logits') || !model || !isTrained(model)) return null;
  const count = trace.encoding.tokens.length;
  const focus = Math.min(Math.max(0, token), count - 1);
  const [answer] = topGuesses(trace, model.vocabulary, focus, 1);
  if (!answer || count < 2) return null;
  return { trace, model, focus, answer, shown: measuredOf(count, focus) };
}

type Subject = NonNullable<ReturnType<typeof subjectOf>>;

function askOf({ trace, model, focus, answer, shown }: Subject): Ask {
  const { text, masked, run = ownRun } = trace.encoding;
  const { first, end } = shown;
  const { num_hidden_layers: layers } = model.config;
  return {
    key: JSON.stringify(['effects', text, masked, run, focus, first, end]),
    ...{ text, masked, token: focus, pieces: [model.vocabulary.indexOf(answer.piece)] },
    count: (end - first) * runsOfToken,
    variant(i): Variant {
      const token = first + Math.floor(i / runsOfToken);
      const changes = variantsOf(token, layers)[i % runsOfToken] ?? [];
      return { structure: run.structure, changes: [...run.changes, ...changes] };
    },
  };
}

/** What is to be computed for the view "effects". */
export function effectsWants(state: State): Wants {
  const subject = subjectOf(state);
  return subject ? { ...nothingWanted, asks: [askOf(subject)] } : nothingWanted;
}

/**
 * Attention rollout (Abnar & Zuidema 2020): the weights of a layer, averaged over its heads and, for
 * the residual connection, with the identity, multiplied from the last layer to the first.
 */
export function rolloutOf(trace: Trace, layers: number, focus: number): readonly number[] {
  const count = trace.encoding.tokens.length;
  let shares = new Array<number>(count).fill(0);
  shares[focus] = 1;
  for (let layer = layers - 1; layer >= 0; layer--) {
    const { data, shape } = trace.tensor(`layers.${layer}.attention.weights`);
    const heads = shape[0] ?? 1;
    const next = shares.map((share) => share / 2);
    for (let row = 0; row < heads * count; row++) {
      const share = (shares[row % count] ?? 0) / (2 * heads);
      if (share === 0) continue;
      for (let key = 0; key < count; key++)
        next[key] = (next[key] ?? 0) + share * (data[row * count + key] ?? 0);
    }
    shares = next;
  }
  return shares;
}

/** Outcomes are numbers of 32 bits: nearer to 0 and 1 they do not tell. */
const nearest = 1e-7;

/** ln(p ÷ (1 − p)): what is almost sure still moves. */
function logOdds(probability: number): number {
  const p = Math.min(1 - nearest, Math.max(nearest, probability));
  return Math.log(p / (1 - p));
}

/** A number for each word that is shown, made from the outcomes of its runs; null where they lack. */
function measured(
  outcomes: readonly Outcome[],
  { first, end, of: count }: Measured,
  of: (probabilities: readonly number[]) => number,
): readonly (number | null)[] {
  return Array.from({ length: count }, (_, token) => {
    const from = (token - first) * runsOfToken;
    const inside = token >= first && token < end;
    const runs = inside ? outcomes.slice(from, from + runsOfToken) : [];
    return runs.length < runsOfToken ? null : of(runs.map(({ asked }) => asked[0] ?? 0));
  });
}

/** How much each word matters for what is read at the word in focus, told in four ways. */
export function effectsOf(state: State): Effects | null {
  const subject = subjectOf(state);
  if (!subject) return null;
  const { trace, model, focus, answer, shown } = subject;
  const ask = askOf(subject);
  const outcomes = answersTo(state, ask);
  const { num_hidden_layers: layers, num_attention_heads: heads } = model.config;
  const layer = Math.min(Math.max(0, state.layer), layers - 1);
  const head = Math.min(Math.max(0, state.head), heads - 1);
  const weights = Array.from(trace.row(`layers.${layer}.attention.weights`, head, focus));
  const gradient = measured(
    outcomes,
    shown,
    ([up = 0, down = 0]) => (logOdds(up) - logOdds(down)) / (2 * step),
  );
  const without = measured(outcomes, shown, ([, , hidden = 0]) => hidden);
  const leftOut = without.map((probability) =>
    probability === null ? null : logOdds(answer.probability) - logOdds(probability),
  );
  return {
    ...{ answer, without },
    effects: [
      { id: 'weight', values: weights },
      { id: 'rollout', values: rolloutOf(trace, layers, focus) },
      { id: 'gradient', values: gradient },
      { id: 'left-out', values: leftOut },
    ],
    waiting: ask.count - outcomes.length,
  };
}

/** The token that matters most, in either direction; null where nothing is known of any. */
export function foremost({ values }: Effect): number | null {
  if (values.every((value) => value === null)) return null;
  return argmax(values.map((value) => Math.abs(value ?? 0)));
}
