import type { ModelConfig, ModelInfo } from '../../model/protocol';
import type { Tensor } from '../../model/trace';
import { relatives } from '../../relatives/client';
import { passTensors } from '../../relatives/decode';
import { type Values, valuesOf } from '../../state/dataflow/cell';
import { dataflow, type Graph } from '../../state/dataflow/graph';
import { graphOf } from '../../state/why';
import type { Run } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { valuesOfPass } from '../kit/run-of';

/** What a model with experts made of a sentence. */
export interface Reading {
  readonly words: readonly string[];
  readonly config: ModelConfig;
  /** It is the model that is open, not the figure's own. */
  readonly own: boolean;
  readonly info: ModelInfo;
  tensor(name: string): Tensor;
  readonly run: Run;
}

export const routerOf = (layer: number): string => `layers.${layer}.feedForward.router`;
export const layersOf = ({ config }: Reading): number => config.num_hidden_layers;
export const expertsOf = ({ config }: Reading): number => config.num_local_experts ?? 0;
export const takenOf = ({ config }: Reading): number => config.num_experts_per_tok ?? 2;

/** Whether the open model has experts, as it is run. */
export const isOwn = ({ model, trace }: Pick<FigureContext, 'model' | 'trace'>): boolean =>
  Boolean(model.config.num_local_experts) && trace.has(routerOf(0));

interface Asked {
  reading: Reading | null;
  /** Of which sentence it is. */
  text: string;
  asking: string | null;
  problem: string;
}

const askedOf = (m: FigureContext): Asked =>
  m.kept<Asked>('read', { reading: null, text: '', asking: null, problem: '' });

/** What the tensors and parameters of a model with experts are called. */
function runOf(
  info: ModelInfo,
  graph: Graph,
  values: Values,
  tokens: Run['context']['tokens'],
): Run {
  const { vocabulary, config } = info;
  const { num_attention_heads: heads, hidden_size: dModel } = config;
  return { graph, values, context: { graph, tokens, vocabulary, heads, dModel } };
}

async function readBy(m: FigureContext, text: string): Promise<Reading> {
  const ask = relatives();
  const info = await ask.info('experts');
  const { config } = info;
  const { tokens, ...answer } = await ask.variantRun({ file: 'experts', text });
  const pass = passTensors(answer);
  return {
    ...{ words: tokens.map(({ piece }) => piece), config, info, own: false },
    run: runOf(info, dataflow(config), valuesOfPass(m, 'experts', pass), tokens),
    tensor: pass.tensor,
  };
}

/** The figure's own model reads the sentence; the reading before stays until that has come. */
function byShipped(m: FigureContext): Reading | null {
  const asked = askedOf(m);
  const text = m.state.sentence;
  if (asked.text !== text && asked.asking === null) {
    asked.asking = text;
    readBy(m, text)
      .then(
        (reading) => Object.assign(asked, { reading, problem: '' }),
        (error: Error) => Object.assign(asked, { problem: error.message }),
      )
      .finally(() => {
        Object.assign(asked, { text: asked.asking, asking: null });
        m.keep('read', asked);
      });
  }
  return asked.reading;
}

/** What is read, by the open model where it has experts, else by one of the figure's own; null before the first. */
export function readingOf(m: FigureContext): Reading | null {
  if (!isOwn(m)) return byShipped(m);
  const { model: info, trace, state } = m;
  return {
    ...{ words: trace.encoding.tokens.map(({ piece }) => piece), config: info.config, info },
    own: true,
    run: runOf(
      info,
      graphOf(info, trace),
      valuesOf(trace, state.parameters),
      trace.encoding.tokens,
    ),
    tensor: (name) => trace.tensor(name),
  };
}

/** Why nothing could be read; empty while there is no reason. */
export const problemOf = (m: FigureContext): string => (isOwn(m) ? '' : askedOf(m).problem);
