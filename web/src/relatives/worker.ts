/// The worker that runs the encoder's relatives, and encoders of every kind for the page. A classic
/// script, as ../model/worker.ts.
import createFoveaRelatives, { type FoveaRelativesModule, type Model } from 'fovea-relatives-wasm';
import binary from 'fovea-relatives-wasm/binary?bytes';
import experts from '../../models/fovea-experts.safetensors?bytes';
import nextWord from '../../models/fovea-next-word.safetensors?bytes';
import pictures from '../../models/fovea-pictures.safetensors?bytes';
import rewrite from '../../models/fovea-rewrite.safetensors?bytes';
import { fromBase64 } from '../model/bytes';
import type {
  Answers as EncoderAnswers,
  Requests as EncoderRequests,
  ModelConfig,
  ModelInfo,
  Start,
} from '../model/protocol';
import { sourceOf } from '../model/source';
import { type Handlers, serve } from '../model/worker-side';
import { decoded } from './decode';
import type {
  Answers,
  PassTrace,
  PictureAnswer,
  PictureRequest,
  Requests,
  ShippedModel,
  TraceRequest,
  VariantAnswer,
  VariantRequest,
} from './protocol';
import { presented, VariantJobs } from './variant-jobs';
import { partHandlers } from './worker-parts';

const files: Readonly<Record<ShippedModel, () => Uint8Array<ArrayBuffer>>> = {
  rewrite,
  'next-word': nextWord,
  pictures,
  experts,
};

const core = createFoveaRelatives({ wasmBinary: binary() });

/** Those that were asked for, and what each says of itself. */
const models = new Map<ShippedModel, { readonly model: Model; readonly info: ModelInfo }>();

function modelOf(fovea: FoveaRelativesModule, name: ShippedModel) {
  const known = models.get(name);
  if (known) return known;
  const model = fovea.loadModel(sourceOf(files[name]()));
  const info = model.info();
  const opened = { model, info: { ...info, config: info.config as unknown as ModelConfig } };
  models.set(name, opened);
  return opened;
}

function trace(fovea: FoveaRelativesModule, { model, ...written }: TraceRequest): PassTrace {
  const { tensors, data } = fovea.decoderTrace(modelOf(fovea, model).model, written);
  return { tensors, data: data as Float32Array<ArrayBuffer> };
}

/** As the page's views read it. */
function variant(fovea: FoveaRelativesModule, { file, text }: VariantRequest): VariantAnswer {
  const { model, info } = modelOf(fovea, file);
  const { tokens, tensors, data } = model.encode(text, {});
  return presented({ tokens, tensors, data }, info.config);
}

function picture(fovea: FoveaRelativesModule, { pixels, question }: PictureRequest): PictureAnswer {
  const { model } = modelOf(fovea, 'pictures');
  const { tensors, data, answers } = fovea.readPicture(model, pixels, question);
  return { tensors, data: data as Float32Array<ArrayBuffer>, answers };
}

const jobs = new VariantJobs(core);

const handlers = async (): Promise<
  Handlers<EncoderRequests & Requests, EncoderAnswers & Answers>
> => {
  const fovea = await core;
  return {
    ...(await jobs.handlers),
    ...partHandlers(fovea, jobs.opened()),
    info: ({ model }) => modelOf(fovea, model).info,
    file: ({ model }) => ({ data: files[model]() }),
    decode({ model: name, ...writing }) {
      const { model, info } = modelOf(fovea, name);
      return decoded(fovea, model, info, writing);
    },
    trace: (request) => trace(fovea, request),
    variant: (request) => variant(fovea, request),
    picture: (request) => picture(fovea, request),
    modelParameter: ({ model, name }) => modelOf(fovea, model).model.parameter(name),
  };
};

serve(handlers(), ({ model }: Start) => void jobs.preload(fromBase64(model)));
