// What the reader of a post waits for over a slow line: from the start of the navigation to the
// first figure. The element is all that is sent, compressed as a careful server compresses it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { listen } from '../../scripts/lib/static-server.mjs';
import { tellWhenPainted } from './page-waits.mjs';
import { quietTab } from './pages.mjs';
import { say } from './progress.mjs';
import { median } from './rounds.mjs';

const rounds = 3;
const bytesPerSecond = 1.5e6 / 8;
/** Of every request. */
const latencyMs = 100;
const tickMs = 10;

const post = `<!doctype html><meta charset="utf-8"><title>A post</title><h1>A post</h1>
<script async src="fovea.js"></script><fovea-encoder></fovea-encoder>`;

function compressed(file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(readFileSync(file), { params });
}

/** Sends as many bytes as a line of that speed has let through by now: the browser's own throttle lets through fewer. */
async function sendSlowly(response, bytes) {
  const begin = performance.now();
  for (let sent = 0; sent < bytes.length; ) {
    await setTimeout(tickMs);
    const due = Math.round(((performance.now() - begin) / 1000) * bytesPerSecond);
    response.write(bytes.subarray(sent, due));
    sent = due;
  }
  response.end();
}

const serverOf = (script) =>
  createServer(async ({ url }, response) => {
    await setTimeout(latencyMs);
    const type = { 'content-type': url === '/fovea.js' ? 'text/javascript' : 'text/html' };
    if (url === '/') response.writeHead(200, type).end(post);
    else if (url !== '/fovea.js') response.writeHead(404).end();
    else sendSlowly(response.writeHead(200, { ...type, 'content-encoding': 'br' }), script);
  });

async function visit(browser, url) {
  const page = await quietTab(browser);
  await page.addInitScript(tellWhenPainted, 'fovea-encoder');
  const told = page.waitForEvent('console');
  await page.goto(url, { waitUntil: 'commit' });
  const ms = Number((await told).text());
  await page.context().close();
  return ms;
}

/** The median over the rounds, and the bytes that were sent for it. */
export async function slowLine(browser) {
  const script = compressed(projectPath('dist/fovea.js'));
  const server = serverOf(script);
  const url = await listen(server);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    say(`figure in a post, round ${round + 1} of ${rounds}`);
    times.push(await visit(browser, url));
  }
  server.closeAllConnections();
  server.close();
  const engine = `figure in a post, ${(script.length / 1e6).toFixed(2)} MB at 1.5 Mbit/s`;
  return [{ suite: 'start', engine, model: 'demo', n: 11, ms: median(times) }];
}
