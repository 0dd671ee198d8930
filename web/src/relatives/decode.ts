import type { DecodedStep, FoveaRelativesModule, Model } from 'fovea-relatives-wasm';
import type { ModelInfo } from '../model/protocol';
import type { DecodeAnswer, DecodeRequest, DecodeStep, PassTensors, PassTrace } from './protocol';

/** Views, not copies. */
export function passTensors({ tensors, data }: PassTrace): PassTensors {
  const infos = new Map(tensors.map((info) => [info.name, info]));
  return {
    names: [...infos.keys()],
    tensor(name) {
      const info = infos.get(name);
      if (!info) throw new Error(`The pass has no tensor "${name}"`);
      const shape = info.axes.map(({ size }) => size);
      const axes = info.axes.map((axis) => axis.name);
      return { name, shape, axes, data: data.subarray(info.offset, info.offset + info.length) };
    },
  };
}

function stepOf({ cross, ...step }: DecodedStep, position: number): DecodeStep {
  return { position, ...step, ...(cross && { cross }) };
}

/** What a model's decoder writes, as the page takes it. */
export function decoded(
  fovea: FoveaRelativesModule,
  model: Model,
  { config }: Pick<ModelInfo, 'config'>,
  writing: Omit<DecodeRequest, 'model'>,
): DecodeAnswer {
  const { source, steps } = fovea.decode(model, writing);
  return {
    ...(source.length > 0 && {
      source: { tokens: source.map(({ piece }) => piece), ids: source.map(({ id }) => id) },
    }),
    steps: steps.map(stepOf),
    model: {
      layers: config.decoder_layers ?? 0,
      heads: config.num_attention_heads,
      dModel: config.hidden_size,
    },
  };
}
