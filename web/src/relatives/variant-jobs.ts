import type { Model } from 'fovea-relatives-wasm';
import type { Encoding, ModelConfig, ModelInfo, Outcome, Requests } from '../model/protocol';
import { type Core, EncoderJobs, type LoadRequest } from '../model/worker-jobs';
import { type NamedTensors, sharing, withEveryHead, withMainExpert } from './variant-tensors';

/** Changes of tensors that the page knows by other names than the core. */

const ofShared =
  /^(\s*layers\.\d+\.attention\.(?:key|value|key\.rotated))(\.shared)?\s*(\[[^\]]*\])?/;

/** Columns of all heads as columns of those that are shared. */
function columns(text: string, dK: number, copies: number): string {
  const at = (column: number) => Math.floor(column / (dK * copies)) * dK + (column % dK);
  const [begin = '', end] = text.split(':').map((each) => each.trim());
  if (end === undefined) return String(at(Number(begin)));
  const first = begin === '' ? '' : at(Number(begin));
  return `${first}:${end === '' ? '' : at(Number(end) - 1) + 1}`;
}

/** A change as the core takes it: where heads share keys and values, it is of what they share. */
export function toSharedHeads(change: string, config: ModelConfig): string {
  const copies = sharing(config);
  const dK = config.hidden_size / config.num_attention_heads;
  if (copies === 1) return change;
  return change.replace(ofShared, (_, name: string, own?: string, region = '') => {
    if (own || region === '') return name + region;
    const [rows = ':', of = ':'] = region.slice(1, -1).split(',');
    return `${name}[${rows},${columns(of, dK, copies)}]`;
  });
}

/**
 * A trace as the page's views read it: keys and values as every head reads them where heads share
 * them, and of a layer with experts the network that has most of a word. The core's own tensors stay.
 */
export const presented = <Traced extends NamedTensors>(
  traced: Traced,
  config: ModelConfig,
  structure = '',
): Traced => withMainExpert(withEveryHead(traced, config, structure), config);

/** What a model has that is no encoder of text; it has figures of its own. */
function otherKind({ decoder_layers = 0, image_size = 0 }: ModelConfig): string {
  if (decoder_layers > 0) return 'a decoder';
  return image_size > 0 ? 'pictures to read' : '';
}

/** An encoder's jobs for models and runs of every kind, with the trace as the page's views read it. */
export class VariantJobs extends EncoderJobs {
  private readonly configs = new Map<number, ModelConfig>();

  protected override load(fovea: Core, request: LoadRequest): ModelInfo {
    const info = super.load(fovea, request);
    const kind = otherKind(info.config);
    if (kind !== '') {
      this.unload(request.model);
      const message = `config: it has ${kind}, and the page opens encoders of text alone`;
      throw Object.assign(new Error(message), { code: 'invalid-config' });
    }
    return info;
  }

  protected override keep(number: number, model: Model): ModelInfo {
    const info = super.keep(number, model);
    this.configs.set(number, info.config);
    return info;
  }

  /** For what else the worker does with models of the page. */
  opened() {
    return {
      modelOf: (number: number): Model => this.modelOf(number),
      encode: (request: Requests['encode']): Encoding => this.encode(request),
    };
  }

  protected override unload(number: number): null {
    this.configs.delete(number);
    return super.unload(number);
  }

  protected override encode(request: Requests['encode']): Encoding {
    const { run } = request;
    const config = this.configOf(request.model);
    const changes = run.changes.map((change) => toSharedHeads(change, config));
    const encoding = super.encode({ ...request, run: { ...run, changes } });
    return { ...this.presented(request.model, encoding, run.structure), run };
  }

  protected presented<Traced extends NamedTensors>(
    model: number,
    traced: Traced,
    structure = '',
  ): Traced {
    return presented(traced, this.configOf(model), structure);
  }

  protected override outcomes(request: Requests['outcomes']): Outcome[] {
    const config = this.configOf(request.model);
    const variants = request.variants.map(({ changes = [], ...variant }) => ({
      ...variant,
      changes: changes.map((change) => toSharedHeads(change, config)),
    }));
    return super.outcomes({ ...request, variants });
  }

  private configOf(model: number): ModelConfig {
    const config = this.configs.get(model);
    if (!config) throw new Error(`there is no model ${model}`);
    return config;
  }
}
