/// The worker: the only code that holds the page's wasm module and its models. A classic script, since
/// Chromium refuses a module worker from a blob on file://.
import { openCore } from './core-inside';
import type { Start } from './protocol';
import { EncoderJobs } from './worker-jobs';
import { serve } from './worker-side';

const jobs = new EncoderJobs(openCore());

serve(jobs.handlers, (start: Start) => void jobs.preload(start));
