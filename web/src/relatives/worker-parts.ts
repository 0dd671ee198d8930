import type { FoveaRelativesModule, Model } from 'fovea-relatives-wasm';
import type { Requests as EncoderRequests, Encoding } from '../model/protocol';
import type { Handlers } from '../model/worker-side';
import type { PartKind, PartsAnswers, PartsRequests } from './protocol';
import { CircuitJobs } from './worker-circuits';
import { HeadJobs } from './worker-heads';

/** What a module needs for it: that of this file, or of published models. */
type PartsModule = Pick<FoveaRelativesModule, 'createCircuit' | 'createHeadStudy'>;

/** Models by their numbers, and how the page reads their texts. */
interface Opened {
  modelOf(number: number): Model;
  encode(request: EncoderRequests['encode']): Encoding;
}

/** What a worker does about the parts of a model that is open. */
export function partHandlers(
  fovea: PartsModule,
  opened: Opened,
): Pick<Handlers<PartsRequests, PartsAnswers>, PartKind> {
  const circuits = new CircuitJobs(fovea, opened.modelOf);
  const heads = new HeadJobs(fovea, opened);
  return {
    circuit: (request) => circuits.search(request),
    circuitShare: (request) => circuits.share(request),
    circuitPair: (request) => circuits.pair(request),
    headStudy: (request) => heads.study(request),
    headArches: (request) => heads.arches(request),
    headPlaces: (request) => heads.places(request),
  };
}
