/// The worker: the only code that holds the page's wasm module and its models. A classic script, since
/// Chromium refuses a module worker from a blob on file://.
import { fromBase64 } from './bytes';
import { openCore } from './core-inside';
import type { Start } from './protocol';
import { EncoderJobs } from './worker-jobs';
import { serve } from './worker-side';

const jobs = new EncoderJobs(openCore());

serve(jobs.handlers, ({ model }: Start) => void jobs.preload(fromBase64(model)));
