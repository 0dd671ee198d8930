/// The worker: the only code that holds the page's wasm module and its models. A classic script, since
/// Chromium refuses a module worker from a blob on file://.
import { openCore } from './core-inside';
import type { Request, Start, Watch } from './protocol';
import { EncoderJobs } from './worker-jobs';

const jobs = new EncoderJobs(openCore());

self.onmessage = ({ data }: MessageEvent<Start | Watch | Request>) => jobs.hear(data);
