import type { Encoding, ModelConfig, ModelInfo, Outcome } from '../model/protocol';
import {
  type Core,
  type EncodeRequest,
  EncoderJobs,
  type LoadRequest,
  type OutcomesRequest,
} from '../model/worker-jobs';
import { asTheCoreHas } from './core-changes';
import { presented } from './presented';

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
    this.configs.set(request.model, info.config);
    return info;
  }

  protected override unload(number: number): void {
    super.unload(number);
    this.configs.delete(number);
  }

  protected override encode(request: EncodeRequest): Encoding {
    const { run } = request;
    const config = this.configOf(request.model);
    const changes = run.changes.map((change) => asTheCoreHas(change, config));
    const encoding = super.encode({ ...request, run: { ...run, changes } });
    return { ...presented(encoding, config, run.structure), run };
  }

  protected override outcomes(request: OutcomesRequest): Outcome[] {
    const config = this.configOf(request.model);
    const variants = request.variants.map(({ changes = [], ...variant }) => ({
      ...variant,
      changes: changes.map((change) => asTheCoreHas(change, config)),
    }));
    return super.outcomes({ ...request, variants });
  }

  private configOf(model: number): ModelConfig {
    const config = this.configs.get(model);
    if (!config) throw new Error(`there is no model ${model}`);
    return config;
  }
}
