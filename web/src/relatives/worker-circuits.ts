import type { Circuit, FoveaRelativesModule, Model } from 'fovea-relatives-wasm';
import { reportProgress } from '../model/worker-side';
import type {
  CircuitAnswer,
  CircuitEdge,
  CircuitPairAnswer,
  CircuitQuestion,
  KeptParts,
  Requests,
} from './protocol';

/** What a module needs for it: that of this file, or of published models. */
type CircuitsModule = Pick<FoveaRelativesModule, 'createCircuit'>;

/** So many random sets are measured beside a circuit. */
const randomSets = 50;

/** The circuit falls apart until this is left of the answer. */
const fallen = 0.5;
const mostFalls = 8;

const countOf = (kept: readonly number[]): number => kept.reduce((sum, one) => sum + one, 0);

const without = (kept: readonly number[], at: number): number[] =>
  kept.map((one, i) => (i === at ? 0 : one));

/** Searches for the share, and tells each round. */
function searched(
  circuit: Circuit,
  from: readonly number[],
  keep: number,
  tell: (round: KeptParts) => void,
): readonly number[] {
  circuit.begin(from, keep);
  for (;;) {
    const round = circuit.round();
    tell({ kept: Array.from(round.kept), share: round.share });
    if (round.done) return Array.from(round.without);
  }
}

/** What is left where parts go on being taken, the least missed first. */
function falls(circuit: Circuit, from: readonly number[]): KeptParts[] {
  const frames: KeptParts[] = [];
  let kept = [...from];
  let share = 1;
  while (frames.length < mostFalls && share > fallen && countOf(kept) > 0) {
    let best: KeptParts | null = null;
    for (const [at, one] of kept.entries()) {
      if (one === 0) continue;
      const fewer = without(kept, at);
      const left = circuit.share(fewer);
      if (!best || left > best.share) best = { kept: fewer, share: left };
    }
    if (!best) break;
    frames.push(best);
    kept = [...best.kept];
    share = best.share;
  }
  return frames;
}

function edgesOf(circuit: Circuit, kept: readonly number[]): CircuitEdge[] {
  const numbers = circuit.edges(kept);
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const [from = 0, to = -1, share = 0] = numbers.subarray(3 * i, 3 * i + 3);
    return { from, to: to < 0 ? null : to, share };
  });
}

/** Searches for a circuit; `progress` hears what part of all is left. */
export function circuitOf(
  circuit: Circuit,
  keep: number,
  progress: (share: number) => void = () => undefined,
): CircuitAnswer {
  const { nodes, ...answers } = circuit.info();
  const all = Array<number>(nodes).fill(1);
  const frames: KeptParts[] = [{ kept: all, share: 1 }];
  const missed = searched(circuit, all, keep, (round) => {
    progress(countOf(round.kept) / nodes);
    if (countOf(round.kept) < countOf(frames.at(-1)?.kept ?? all)) frames.push(round);
  });
  const found = frames.length - 1;
  const { kept } = frames[found] as KeptParts;
  const others = kept.map((one) => 1 - one);
  const rest = circuit.share(others);
  let second: KeptParts | null = null;
  if (rest >= keep)
    searched(circuit, others, keep, (round) => {
      second = round;
    });
  const edges = edgesOf(circuit, kept);
  frames.push(...falls(circuit, kept));
  const random = Array.from(circuit.random(countOf(kept), randomSets));
  return { ...answers, frames, found, without: missed, edges, random, rest, second };
}

/** A sentence without its marks, and where the words begin that ~ and + stand before. */
function unmarked(marked: string) {
  let text = '';
  const at: Record<string, number> = {};
  for (const word of marked.split(' ')) {
    if (text) text += ' ';
    const [, mark = '', rest = ''] = /^([~+-]?)(.*)$/.exec(word) ?? [];
    if (mark) at[mark] = text.length;
    text += rest;
  }
  return { text, pronoun: at['~'], meant: at['+'] };
}

/** A marked sentence as the model takes it: where the pronoun is, the piece that it means, and whether the model says so. */
function readMarked(model: Model, marked: string) {
  const { text, pronoun, meant } = unmarked(marked);
  const { tokens, tensors, data } = model.encode(text, {});
  const token = tokens.findIndex(({ begin }) => begin === pronoun);
  const piece = tokens.find(({ begin }) => begin === meant)?.id;
  const logits = tensors.find(({ name }) => name === 'logits');
  const from = (logits?.offset ?? 0) + token * (logits?.axes[1]?.size ?? 0);
  const row = data.subarray(from, from + (logits?.axes[1]?.size ?? 0));
  const isRight = !logits || row.indexOf(Math.max(...row)) === piece;
  return { text, count: tokens.length, token, piece, isRight };
}

/** The circuit of a pair of marked sentences; null where the model does not read both rightly. */
export function circuitOfPair(
  fovea: CircuitsModule,
  model: Model,
  { one, two, keep }: Omit<Requests['circuitPair'], 'model'>,
): CircuitPairAnswer | null {
  const [first, second] = [readMarked(model, one), readMarked(model, two)];
  const isPair = first.count === second.count && first.token === second.token;
  if (!isPair || first.token < 0 || first.piece === second.piece) return null;
  if (!first.isRight || !second.isRight) return null;
  const { text, token } = first;
  const circuit = fovea.createCircuit(model, { text, twin: second.text, token });
  try {
    const { nodes } = circuit.info();
    let kept: readonly number[] = Array<number>(nodes).fill(1);
    searched(circuit, kept, keep, (round) => {
      kept = round.kept;
    });
    return { kept: countOf(kept), nodes, ...circuit.roles(kept) };
  } finally {
    circuit.delete();
  }
}

/** What the worker does about circuits: the last one asked about stays. */
export class CircuitJobs {
  private readonly fovea: CircuitsModule;
  private readonly modelOf: (number: number) => Model;
  private last: {
    readonly key: string;
    readonly model: Model;
    readonly circuit: Circuit;
  } | null = null;

  constructor(fovea: CircuitsModule, modelOf: (number: number) => Model) {
    this.fovea = fovea;
    this.modelOf = modelOf;
  }

  search({ id, keep, ...question }: Requests['circuit'] & { readonly id: number }): CircuitAnswer {
    return circuitOf(this.of(question), keep, (share) => reportProgress(id, share));
  }

  share({ kept, ...question }: Requests['circuitShare']): { readonly share: number } {
    return { share: this.of(question).share(kept) };
  }

  pair({ model, ...pair }: Requests['circuitPair']): CircuitPairAnswer | null {
    return circuitOfPair(this.fovea, this.modelOf(model), pair);
  }

  private of(question: CircuitQuestion): Circuit {
    const { model: number, ...asked } = question;
    const model = this.modelOf(number);
    const key = JSON.stringify(asked);
    if (this.last?.key === key && this.last.model === model) return this.last.circuit;
    this.last?.circuit.delete();
    this.last = null;
    const circuit = this.fovea.createCircuit(model, asked);
    this.last = { key, model, circuit };
    return circuit;
  }
}
