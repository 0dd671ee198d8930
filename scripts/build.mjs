// `npm run build`: the wasm, then dist/ from it.
import { pageStages } from './lib/build.mjs';
import { setUpForPage } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';

await exitOnError(async () => {
  setUpForPage();
  const { ok } = await runStages(pageStages);
  process.exitCode = ok ? 0 : 1;
});
