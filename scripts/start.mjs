// `npm start [-- --port N]`: brings what is missing, builds what has changed, serves the page.
import { parseArgs } from 'node:util';
import { pageStages } from './lib/build.mjs';
import { projectPath } from './lib/paths.mjs';
import { setUpForPage } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';
import { folderServer, listen, strictPolicy } from './lib/static-server.mjs';

await exitOnError(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  setUpForPage();
  const { ok } = await runStages(pageStages);
  if (!ok) throw new Error('Nothing is served, since the page could not be built.');
  const server = folderServer(projectPath('dist/site'), {
    'content-security-policy': strictPolicy,
  });
  const origin = await listen(server, Number(values.port));
  console.log(`\nFovea is at ${origin}/   (Ctrl+C ends it)`);
});
