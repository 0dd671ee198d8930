import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';

/** What a careful site sends: no inline script or style, no eval, no address but its own. */
export const strictPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** The path that a request names; undefined where it names none, as `//` or `/%E0` do. */
function pathOf(url) {
  try {
    return normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  } catch {
    return undefined;
  }
}

/** For files whose names change with what is in them, as a careful site sends them: kept for ever. */
export const cachedByName = (path) => ({
  'cache-control': /-[0-9a-f]{10}\.\w+$/.test(path)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache',
});

/** A server of a folder's files, not yet listening. `headers` may depend on the path. */
export function folderServer(folder, headers = {}) {
  return createServer((request, response) => {
    const path = pathOf(request.url);
    const file = path && join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(file ? 404 : 400).end();
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    const more = typeof headers === 'function' ? headers(path) : headers;
    response.writeHead(200, { 'content-type': type, ...more });
    // A file that cannot be read breaks the connection off.
    pipeline(createReadStream(file), response, () => {});
  });
}

/** Listens on this machine alone; port 0 takes any that is free. Resolves to the origin. */
export function listen(server, port = 0) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${server.address().port}`);
    });
  });
}
