import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

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

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
};

export interface Site {
  /** With its port, without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

async function listen(server: Server): Promise<Site> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${port}`, close };
}

function send(response: ServerResponse, path: string, headers: Record<string, string>): void {
  if (!existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404).end();
    return;
  }
  const type = types[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, ...headers });
  createReadStream(path).pipe(response);
}

/** A folder on an ephemeral port. */
export function serveFolder(folder: string, headers: Record<string, string>): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(decodeURIComponent(pathname));
    send(response, join(folder, path === '/' ? 'index.html' : path), headers);
  });
  return listen(server);
}

/** One page, whatever is asked for, on an ephemeral port: an origin of its own. */
export function servePage(html: string, headers: Record<string, string> = {}): Promise<Site> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  return listen(server);
}
