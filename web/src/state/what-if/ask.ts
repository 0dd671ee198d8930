import type { Loss, Outcome, Run, Variant } from '../../model/protocol';
import type { Trace } from '../../model/trace';

/** A forward pass that is asked for: a text, its masks, and how it is run. */
export interface EncodeRequest {
  readonly text: string;
  readonly masked: readonly number[];
  readonly run: Run;
  /** Its gradients are wanted too. */
  readonly loss?: Loss | undefined;
}

/** Many runs of one text, of which the prediction at one token alone is wanted. */
export interface Ask {
  /** Tells it from every other ask of the same model. */
  readonly key: string;
  readonly text: string;
  readonly masked: readonly number[];
  readonly token: number;
  /** Ids whose probabilities are wanted. */
  readonly pieces: readonly number[];
  /** Number of variants. */
  readonly count: number;
  /** How many of them are computed at once. Default: few, so that the sentence never waits long. */
  readonly together?: number;
  variant(index: number): Variant;
}

/** What is to be computed beside the trace on show. */
export interface Wants {
  readonly traces: readonly EncodeRequest[];
  /** In the order in which they are to be answered. */
  readonly asks: readonly Ask[];
  /** Tensors whose learned parameters are wanted. Default: none. */
  readonly tensors?: readonly string[];
}

/** A run that a figure shows in place of the reader's own, and where it is looked at. */
export interface OnShow {
  readonly trace: Trace;
  readonly layer: number;
  readonly head: number;
  readonly token: number;
}

/** A question whose answer a figure of another file has computed. */
export interface FigureQuestion {
  readonly asks: string;
  readonly options: readonly string[];
  /** Place of the option that the numbers bear out. */
  readonly right: number;
  /** The answer with its numbers. */
  readonly why: string;
}

/** What a figure of another file wants. */
export interface FigureWants extends Wants {
  /** What questions asked in it are about. Default: the reader's own run. */
  readonly onShow?: OnShow | undefined;
  /** A run that the reader may open in the other views. Default: none. */
  readonly opens?: EncodeRequest | undefined;
  /** What the tour is to ask beside it. Default: nothing. */
  readonly question?: FigureQuestion | undefined;
}

/** The same, while its view is on the stage. */
export interface HostedWants extends FigureWants {
  readonly view: string;
}

export const nothingWanted: Wants = { traces: [], asks: [] };

export const requestKey = ({ text, masked, run, loss }: EncodeRequest): string =>
  JSON.stringify([text, masked, run.structure, run.changes, loss]);

/** What has been computed beside the trace on show: of the model that is open. */
export interface Computed {
  readonly traces: ReadonlyMap<string, Trace>;
  /** The outcomes of an ask that are there so far, in the order of its variants. */
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>;
}

export const nothingComputed: Computed = { traces: new Map(), outcomes: new Map() };

const mostTraces = 12;
const mostAsks = 64;

/** The map with an entry that counts as its latest; the oldest goes where there are too many. */
function keep<T>(map: ReadonlyMap<string, T>, key: string, value: T, most: number) {
  const next = new Map(map);
  next.delete(key);
  next.set(key, value);
  const [oldest] = next.keys();
  if (next.size > most && oldest !== undefined) next.delete(oldest);
  return next;
}

export const withTraceOf = (computed: Computed, key: string, trace: Trace): Computed => ({
  ...computed,
  traces: keep(computed.traces, key, trace, mostTraces),
});

export const withOutcomes = (
  computed: Computed,
  key: string,
  outcomes: readonly Outcome[],
): Computed => ({ ...computed, outcomes: keep(computed.outcomes, key, outcomes, mostAsks) });
