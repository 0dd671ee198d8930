import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderServer, listen } from '../../scripts/lib/static-server.mjs';

const parent = mkdtempSync(join(tmpdir(), 'fovea-'));
const server = folderServer(join(parent, 'site'), { 'x-own': 'yes' });
let origin = '';

beforeAll(async () => {
  mkdirSync(join(parent, 'site/assets'), { recursive: true });
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  writeFileSync(join(parent, 'site/index.html'), '<p>page');
  writeFileSync(join(parent, 'site/assets/a.js'), 'let a;');
  origin = await listen(server);
});
afterAll(() => {
  server.close();
  rmSync(parent, { recursive: true });
});

/** The whole answer to a request whose target no URL parser has tidied. */
function rawAnswer(target: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe('the server of a folder', () => {
  it('gives files with their types and the headers asked for', async () => {
    const page = await fetch(`${origin}/?query#hash`);
    expect(await page.text()).toBe('<p>page');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('x-own')).toBe('yes');
    const script = await fetch(`${origin}/assets/a.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it.each(['//', '/%E0%A4%A', '/%'])('answers 400 to %s, and goes on', async (target) => {
    expect(await rawAnswer(target)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(origin)).status).toBe(200);
  });

  it.each(['/assets', '/assets/b.js', '/index.html/x', '/%00', '/../secret.txt'])(
    'has nothing at %s',
    async (target) => {
      expect(await rawAnswer(target)).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  it('stays within its folder', async () => {
    expect(await rawAnswer('/..%2Fsecret.txt')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await rawAnswer('/assets/%2e%2e/%2e%2e%2fsecret.txt')).toMatch(/^HTTP\/1\.1 404 /);
  });
});
