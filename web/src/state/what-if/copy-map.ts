import type { Outcome, Variant } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { msg } from '../../words/msg';
import { bestIds } from '../prediction';
import type { State } from '../state';
import { graphOf } from '../why';
import { answersTo } from './answers';
import { type Ask, requestKey, type Wants } from './ask';
import { runOf } from './history';
import { numbersAt, withOption, withoutCopies } from './run-text';
import { otherText, type Twins, twinRequests, twinsOf } from './twins';

/**
 * The runs that read a sentence early: at the words as they come in, after the first layer, and so on;
 * the layers that would follow are skipped.
 */
export function readoutAsk(state: State, text: string): Ask {
  const { masked, token, model } = state;
  const layers = model?.config.num_hidden_layers ?? 0;
  const run = withoutCopies(runOf(state));
  return {
    key: JSON.stringify(['read out', requestKey({ text, masked, run }), token]),
    ...{ text, masked, token, pieces: [] },
    count: layers + 1,
    variant(index): Variant {
      let { structure } = run;
      for (let layer = index; layer < layers; layer++)
        structure = withOption(structure, 'layer', 'off', layer);
      return { ...run, structure };
    },
  };
}

/** What a sentence is read as, before the first layer and after each; as far as it has been computed. */
export const readouts = (state: State, text: string): readonly Outcome[] =>
  answersTo(state, readoutAsk(state, text));

/** What of a word can be copied: its vector, or what one head hands to it. */
export interface Source {
  readonly tensor: string;
  /** The columns that are copied, as a region writes them. */
  readonly columns: string;
  /** Of a vector, the number of layers before it; of a head, its layer, counted from 0. */
  readonly layer: number;
  /** Counted from 0; null for a whole vector. */
  readonly head: number | null;
}

export const regionOf = ({ tensor, columns }: Source, token: number): string =>
  `${tensor}[${token},${columns}]`;

/** What a source is called: "after layer 2", "head 5 of layer 2". */
export function placeName({ layer, head }: Pick<Source, 'layer' | 'head'>): string {
  if (head !== null) return msg`head ${head + 1} of layer ${layer + 1}`;
  return layer === 0 ? msg`as it comes in` : msg`after layer ${layer}`;
}

/** The vectors of a word: as it enters, and after each layer. */
export function vectorsOf({ model }: State, { upper, lower }: Twins): readonly Source[] {
  if (!model) return [];
  return [...new Set(graphOf(model, upper).layerInputs)]
    .filter((tensor) => upper.has(tensor) && lower.has(tensor))
    .map((tensor, layer) => ({ tensor, columns: ':', layer, head: null }));
}

/** The heads of a layer. */
export function headsOf({ model }: State, { upper }: Twins, layer: number): readonly Source[] {
  const tensor = `layers.${layer}.attention.heads`;
  if (!model || !upper.has(tensor)) return [];
  const { num_attention_heads: heads, hidden_size: d } = model.config;
  const width = d / heads;
  return Array.from({ length: heads }, (_, head) => {
    const columns = `${width * head}:${width * (head + 1)}`;
    return { tensor, columns, layer, head };
  });
}

/** Two readings, by their pieces' ids: the way from one to the other is measured. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

/** The most probable pieces of both runs at a token, each once, those of the upper run first. */
export function readings({ upper, lower }: Twins, token: number, count: number) {
  const best = (trace: Trace) => bestIds(trace.row('logits', token), count);
  return [...new Set([...best(upper), ...best(lower)])];
}

/** The pair that the reader chose, else what the two runs read, else what the lower run reads first and second. */
export function pairOf({ pair, model, token }: State, { upper, lower }: Twins): Pair | null {
  if (!upper.has('logits') || !lower.has('logits')) return null;
  const [from = -1, to = -1] = pair.split(' ').map((piece) => model?.vocabulary.indexOf(piece));
  if (from >= 0 && to >= 0 && from !== to) return { from, to };
  const [above = 0] = bestIds(upper.row('logits', token), 1);
  const below = bestIds(lower.row('logits', token), 2);
  return { from: above, to: below.find((id) => id !== above) ?? above };
}

/** The least change of the log-odds between the runs of which a share says anything. */
const leastWay = 0.1;

/** ln p(from) / p(to) in each run; null where the runs do not differ in it. */
export interface Way extends Pair {
  readonly upper: number;
  readonly lower: number;
}

export function wayOf(state: State, twins: Twins): Way | null {
  const pair = pairOf(state, twins);
  if (!pair) return null;
  const oddsIn = (trace: Trace) => {
    const logits = trace.row('logits', state.token);
    return (logits[pair.from] ?? 0) - (logits[pair.to] ?? 0);
  };
  const way = { ...pair, upper: oddsIn(twins.upper), lower: oddsIn(twins.lower) };
  return Math.abs(way.lower - way.upper) >= leastWay ? way : null;
}

/** The smallest float: stands for a probability that was rounded to nothing. */
const tiny = 2 ** -149;

/** How much of the way an outcome has gone from the upper run's reading to the lower one's. */
export function shareOf({ asked }: Outcome, { upper, lower }: Way): number {
  const [from = 0, to = 0] = asked.map((probability) => Math.log(Math.max(tiny, probability)));
  return (from - to - upper) / (lower - upper);
}

/** Copies that are run at once: the map fills in few steps, and the sentence waits less than 0.1 s. */
const together = 24;

/** The runs in which one source of each word is copied: source by source, word by word. */
function askOf(state: State, twins: Twins, { from, to }: Pair, sources: readonly Source[]): Ask {
  const { sentence: text, masked, token } = state;
  const run = withoutCopies(runOf(state));
  const words = twins.upper.encoding.tokens.length;
  const tensors = sources.map(({ tensor }) => tensor);
  return {
    key: JSON.stringify([
      requestKey({ text, masked, run }),
      otherText(state),
      token,
      from,
      to,
      tensors,
    ]),
    ...{ text, masked, token, pieces: [from, to] },
    count: sources.length * words,
    together,
    variant(index): Variant {
      const source = sources[Math.floor(index / words)];
      const region = source && regionOf(source, index % words);
      const numbers = region && numbersAt(twins.lower, region);
      return numbers ? { ...run, changes: [...run.changes, `${region}=${numbers}`] } : run;
    },
  };
}

/** What was copied, and for each word what the upper run then reads; undefined where it is not known yet. */
export interface CopyRow {
  readonly source: Source;
  readonly outcomes: readonly (Outcome | undefined)[];
}

function rowsOf(state: State, twins: Twins, pair: Pair | null, sources: readonly Source[]) {
  const answers = pair ? answersTo(state, askOf(state, twins, pair, sources)) : [];
  const words = twins.upper.encoding.tokens.length;
  return sources.map((source, i): CopyRow => {
    const outcomes = Array.from({ length: words }, (_, token) => answers[i * words + token]);
    return { source, outcomes };
  });
}

/** The map of copies: the vectors of every word, and the heads of the layer in focus. */
export function copyMap(state: State, twins: Twins) {
  const pair = wayOf(state, twins);
  const rows = (sources: readonly Source[]) => rowsOf(state, twins, pair, sources);
  return {
    vectors: rows(vectorsOf(state, twins)),
    heads: rows(headsOf(state, twins, state.layer)),
  };
}

/** The twins, what both are read as early, and the map of copies. */
export function twinsWants(state: State): Wants {
  const traces = twinRequests(state);
  const twins = twinsOf(state);
  if (!twins?.upper.has('logits')) return { traces, asks: [] };
  const early = [state.sentence, otherText(state)].map((text) => readoutAsk(state, text));
  const way = wayOf(state, twins);
  const sources = way ? [vectorsOf(state, twins), headsOf(state, twins, state.layer)] : [];
  const maps = sources.flatMap((each) =>
    way && each.length > 0 ? [askOf(state, twins, way, each)] : [],
  );
  return { traces, asks: [...maps, ...early] };
}
