// What the reader of a post waits for over a slow line: from the start of the navigation to the
// first figure. Everything is sent compressed as a careful server compresses it, and shares the line.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { listen } from '../../scripts/lib/static-server.mjs';
import { tellWhenPainted } from './page-waits.mjs';
import { quietTab } from './pages.mjs';
import { say } from './progress.mjs';
import { median, repeat } from './rounds.mjs';

/** The line takes most of a visit's time, and always the same. */
const rounds = { least: 2, most: 5 };
const bytesPerSecond = 1.5e6 / 8;
/** Of every request. */
const latencyMs = 100;
const tickMs = 10;

const post = `<!doctype html><meta charset="utf-8"><title>A post</title><h1>A post</h1>
<script async src="fovea.js"></script><fovea-encoder></fovea-encoder>`;

const types = { js: 'text/javascript', wasm: 'application/wasm' };

function compressed(file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return promisify(brotliCompress)(readFileSync(file), { params });
}

/** Sends as many bytes as a line of that speed has let through by now: the browser's own throttle lets through fewer. */
class Line {
  #waiting = [];
  #sending = false;
  sent = 0;
  bytesPerSecond = bytesPerSecond;

  send(response, bytes) {
    this.#waiting.push({ response, bytes, from: 0 });
    if (!this.#sending) void this.#run();
  }

  async #run() {
    this.#sending = true;
    let last = performance.now();
    while (this.#waiting.length > 0) {
      await setTimeout(tickMs);
      const now = performance.now();
      const due = ((now - last) / 1000) * this.bytesPerSecond;
      last = now;
      this.#share(Math.round(due / this.#waiting.length));
    }
    this.#sending = false;
  }

  /** Gives each response that waits so many bytes. */
  #share(most) {
    for (const each of this.#waiting) {
      const part = each.bytes.subarray(each.from, each.from + most);
      each.response.write(part);
      each.from += part.length;
      this.sent += part.length;
      if (each.from === each.bytes.length) each.response.end();
    }
    this.#waiting = this.#waiting.filter(
      ({ response, bytes, from }) => from < bytes.length && !response.destroyed,
    );
  }
}

function serverOf(folder, line) {
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, `${folder}/${name}`]));
  const packed = new Map();
  return createServer(async ({ url }, response) => {
    await setTimeout(latencyMs);
    if (url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(post);
    const file = files.get(url);
    if (!file) return void response.writeHead(404).end();
    if (!packed.has(file)) packed.set(file, compressed(file));
    const type = types[file.split('.').pop()] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
    line.send(response, await packed.get(file));
  });
}

async function visit(browser, url) {
  const page = await quietTab(browser);
  await page.addInitScript(tellWhenPainted, 'fovea-encoder');
  const told = page.waitForEvent('console', { timeout: 120_000 });
  await page.goto(url, { waitUntil: 'commit' });
  const ms = Number((await told).text());
  await page.context().close();
  return ms;
}

/** The median over the rounds, and the bytes that had been sent by then. */
async function waitFor(browser, name, folder, milliseconds) {
  const line = new Line();
  const server = serverOf(projectPath(folder), line);
  const url = await listen(server);
  // Compressing takes longer than sending.
  say(`${name}: compressing`);
  line.bytesPerSecond = 1e9;
  await visit(browser, url);
  line.bytesPerSecond = bytesPerSecond;
  const times = [];
  const bytes = [];
  await repeat(milliseconds, rounds, async (round) => {
    say(`${name}, round ${round + 1}`);
    const before = line.sent;
    times.push(await visit(browser, url));
    bytes.push(line.sent - before);
  });
  server.closeAllConnections();
  server.close();
  const engine = `${name}, ${(median(bytes) / 1e6).toFixed(2)} MB at 1.5 Mbit/s`;
  return { suite: 'start', engine, model: 'demo', n: 11, ms: median(times) };
}

export const slowLine = async (browser, milliseconds) => [
  await waitFor(browser, 'figure in a post', 'dist', milliseconds / 2),
  await waitFor(browser, 'figure in a post, from `split/`', 'dist/split', milliseconds / 2),
];
