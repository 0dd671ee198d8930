/// The worker that runs published models. A classic script, as ../model/worker.ts.
import createFoveaPublished from 'fovea-published-wasm';
import plain from 'fovea-published-wasm/binary?bytes';
import relaxed from 'fovea-published-wasm/relaxed?bytes';
import { runsRelaxedSimd } from '../model/bytes';
import type { Start } from '../model/protocol';
import { type Handlers, serve } from '../model/worker-side';
import type { PartsAnswers, PartsRequests } from '../relatives/protocol';
import { partHandlers } from '../relatives/worker-parts';
import { type All, type AllAnswers, PublishedJobs } from './worker-jobs';

const core = createFoveaPublished({ wasmBinary: (runsRelaxedSimd() ? relaxed : plain)() });

const jobs = new PublishedJobs(core);

const handlers = async (): Promise<Handlers<All & PartsRequests, AllAnswers & PartsAnswers>> => ({
  ...(await jobs.handlers),
  ...(await jobs.answers(core)),
  ...partHandlers(await core, jobs.opened()),
});

serve(handlers(), (_: Start) => undefined);
