import type { ModelConfig, ModelInfo, Parameter } from '../../model/protocol';
import type { Tensor } from '../../model/trace';
import { relatives } from '../../relatives/client';
import { passTensors } from '../../relatives/pass-tensors';
import { dataflow, formulaOf, type Graph } from '../../state/dataflow/graph';
import { graphOf } from '../../state/why';
import type { FigureContext } from '../kit/hosted-figure';

/** What a model with experts made of a sentence. */
export interface Reading {
  readonly words: readonly string[];
  readonly config: ModelConfig;
  readonly graph: Graph;
  /** It is the model that is open, not the figure's own. */
  readonly own: boolean;
  readonly info: ModelInfo;
  tensor(name: string): Tensor;
  /** A learned parameter; undefined while it is on its way. */
  parameter(name: string): Parameter | undefined;
}

export const routerOf = (layer: number): string => `layers.${layer}.feedForward.router`;
export const layersOf = ({ config }: Reading): number => config.num_hidden_layers;
export const expertsOf = ({ config }: Reading): number => config.num_local_experts ?? 0;
export const takenOf = ({ config }: Reading): number => config.num_experts_per_tok ?? 2;

/** The names of a layer's router, weight and bias. */
export const routerParameters = (layer: number) =>
  [`encoder.layer.${layer}.router.weight`, `encoder.layer.${layer}.router.bias`] as const;

/** What the router of a layer reads. */
export const routerInput = ({ graph }: Reading, layer: number): string =>
  formulaOf(graph, routerOf(layer), 'linear').x;

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

async function readBy(text: string): Promise<Reading> {
  const ask = relatives();
  const info = await ask.info('experts');
  const { config } = info;
  const names = Array.from({ length: config.num_hidden_layers }, (_, l) => routerParameters(l));
  const [answer, ...parameters] = await Promise.all([
    ask.variantRun({ file: 'experts', text, structure: '' }),
    ...names.flat().map((name) => ask.parameter({ model: 'experts', name })),
  ]);
  const found = new Map(parameters.map((each) => [each.name, each]));
  return {
    ...{ words: answer.tokens.map(({ piece }) => piece), config, info, own: false },
    graph: dataflow(config),
    tensor: passTensors(answer).tensor,
    parameter: (name) => found.get(name),
  };
}

/** The figure's own model reads the sentence; the reading before stays until that has come. */
function byShipped(m: FigureContext): Reading | null {
  const asked = askedOf(m);
  const text = m.state.sentence;
  if (asked.text !== text && asked.asking === null) {
    asked.asking = text;
    readBy(text)
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
    ...{ own: true, graph: graphOf(info, trace) },
    tensor: (name) => trace.tensor(name),
    parameter: (name) => state.parameters.get(name),
  };
}

/** Why nothing could be read; empty while there is no reason. */
export const problemOf = (m: FigureContext): string => (isOwn(m) ? '' : askedOf(m).problem);
