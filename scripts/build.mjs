// `npm run build`: the wasm, then dist/ from it.
import { buildPreset, buildWeb } from './lib/build.mjs';
import { setUpForPage } from './lib/setup.mjs';
import { exitOnError } from './lib/stages.mjs';

await exitOnError(async () => {
  setUpForPage();
  await buildPreset('wasm', ['fovea_wasm']);
  await buildWeb();
});
