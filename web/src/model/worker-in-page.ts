/// What worker.ts is in dist/index.html, which sends the core and the model as they are packed there.
import createFovea, { type FoveaModule } from 'fovea-wasm';
import { runsRelaxedSimd } from './bytes';
import { patched, unpacked } from './packed';
import type { PackedCore, Start } from './protocol';
import { EncoderJobs } from './worker-jobs';
import { serve } from './worker-side';

/** The first message of a kind, which is nothing that has to be answered. */
const heard = <Message extends PackedCore | Start>(kind: Message['kind']): Promise<Message> =>
  new Promise((resolve) => {
    self.addEventListener('message', (event: MessageEvent<Message>) => {
      if (event.data.kind !== kind) return;
      event.stopImmediatePropagation();
      resolve(event.data);
    });
  });

async function openCore(): Promise<FoveaModule> {
  const { plain, relaxed } = await heard<PackedCore>('core');
  const bytes = await unpacked(plain, true);
  const wasmBinary = runsRelaxedSimd() ? patched(await unpacked(relaxed), bytes) : bytes;
  return createFovea({ wasmBinary });
}

const jobs = new EncoderJobs(openCore());
const ready = heard<Start>('start').then(async ({ model }) => jobs.preload(await unpacked(model)));

serve(ready.then(() => jobs.handlers));
