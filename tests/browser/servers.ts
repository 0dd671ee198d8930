import { createServer, type Server } from 'node:http';
import { folderServer, listen } from '../../scripts/lib/static-server.mjs';

export interface Site {
  /** With its port, without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

/** The server on an ephemeral port. */
async function open(server: Server): Promise<Site> {
  const origin: string = await listen(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin, close };
}

/** A folder as `npm start` serves it. */
export const serveFolder = (
  folder: string,
  headers: Record<string, string> | ((path: string) => Record<string, string>),
): Promise<Site> => open(folderServer(folder, headers));

/** A page of which the rest comes later. */
export function serveInParts(begin: string, rest: Promise<string>): Promise<Site> {
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(begin);
    response.end(await rest);
  });
  return open(server);
}

/** One page, whatever is asked for: an origin of its own. */
export function servePage(html: string, headers: Record<string, string> = {}): Promise<Site> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  return open(server);
}
