import type { ModelConfig } from '../../../model/protocol';
import { relatives } from '../../../relatives/client';
import { decoderGraph } from '../../../relatives/dataflow/decoder-graph';
import type {
  DecodeAnswer,
  DecodeRequest,
  PassTrace,
  TraceRequest,
} from '../../../relatives/protocol';
import { cell, cellText, type Values } from '../../../state/dataflow/cell';
import type { Graph } from '../../../state/dataflow/graph';
import { shareOf } from '../../../state/dataflow/kinds/attention';
import { weight } from '../../../state/format';
import { msg } from '../../../words/msg';
import { askingOf, type Derive, deriveCells, followHere } from '../derivation';
import type { FigureContext } from '../hosted-figure';
import { valuesOfPass } from '../run-of';
import { type HeadOf, shownWord } from './words';
import { rowsBefore } from './writing';

/** The pass over what was written, and what says how it is computed. */
interface Pass {
  readonly graph: Graph;
  readonly config: ModelConfig;
  readonly vocabulary: readonly string[];
  readonly trace: PassTrace;
}

interface Held {
  key: string;
  pass: Pass | null;
}

const requestOf = ({ model, source }: DecodeRequest, { steps }: DecodeAnswer): TraceRequest => ({
  ...{ model, taken: steps.slice(0, -1).map(({ id }) => id) },
  ...(source === undefined ? {} : { source }),
});

async function read(request: TraceRequest): Promise<Pass> {
  const ask = relatives();
  const [trace, { config, vocabulary }] = await Promise.all([
    ask.trace(request),
    ask.info(request.model),
  ]);
  return { trace, config, vocabulary, graph: decoderGraph(config) };
}

/** The pass over all that was written before the last place; null until it is there. */
function passOf(m: FigureContext, request: TraceRequest): Pass | null {
  const held = m.kept<Held>('pass', { key: '', pass: null });
  const key = JSON.stringify(request);
  if (held.key === key) return held.pass;
  Object.assign(held, { key, pass: null });
  const take = (pass: Pass | null) => {
    if (held.key === key) m.keep('pass', Object.assign(held, { pass }));
  };
  read(request).then(take, () => take(null));
  return null;
}

/** What a figure's keys are in the pass: "cross 3" and "self 0" are weights of a place. */
function cellKey(key: string, place: number, { layer, head }: HeadOf): string {
  const [, name, at] = /^(cross|self) (\d+)$/.exec(key) ?? [];
  if (!name) return key;
  const part = name === 'cross' ? 'crossAttention' : 'attention';
  return cellText(cell(`decoder.layers.${layer}.${part}.weights`, head, place - 1, Number(at)));
}

/** The probability of a word at a place: "next 412". */
function ofWord(values: Values, place: number, id: number, of: readonly string[]) {
  const [, count = 0] = values.shape('logits');
  const logits = Array.from({ length: count }, (_, i) => cell('logits', place - 1, i));
  const how = shareOf(
    logits.map((each) => ({ cell: each, value: values.at(each) })),
    id,
  );
  const what = msg`The probability of “${shownWord(of[id] ?? '')}”: its score goes through a softmax with those of all ${count} tokens that the model knows.`;
  return { text: weight(how.value), what, how };
}

/** How the numbers of a place came about: its weights, its likeliest words, and all that they were computed from. */
export function placeDerivations(
  m: FigureContext,
  answer: DecodeAnswer,
  request: DecodeRequest,
  place: number,
  at: HeadOf,
): Derive {
  const asking = askingOf(m);
  const pass = asking.open === '' ? null : passOf(m, requestOf(request, answer));
  if (!pass) return () => null;
  const { graph, vocabulary, trace } = pass;
  const values = valuesOfPass(m, request.model, trace);
  const tokensOf = (words: readonly string[]) => words.map((word) => ({ piece: shownWord(word) }));
  const context = {
    ...{ graph, vocabulary, heads: answer.model.heads, dModel: answer.model.dModel },
    tokens: tokensOf(rowsBefore(answer, answer.steps.length)),
    source: tokensOf(answer.source?.tokens ?? []),
  };
  const follow = followHere({ graph, values, context }, asking);
  const ofCell = deriveCells({ graph, values, context }, follow);
  return (key) => {
    const id = /^next (\d+)$/.exec(key)?.[1];
    if (id === undefined) return ofCell(cellKey(key, place, at));
    return { ...ofWord(values, place, Number(id), vocabulary), scope: { context, follow } };
  };
}
