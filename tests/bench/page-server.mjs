// Serves the build folder and tells its parent where, in a process of its own: the one that drives the
// browser would answer late while it handles the browser's events. With the argument `isolated`
// the pages are isolated from other origins.
import { buildPath } from '../../scripts/lib/paths.mjs';
import { folderServer, listen } from '../../scripts/lib/static-server.mjs';

const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

const isolated = process.argv[2] === 'isolated';
process.once('disconnect', () => process.exit());
process.send(await listen(folderServer(buildPath(), isolated ? isolation : {})));
