import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildPath } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures';
import { nativeTrace } from './native-trace';
import { compareWithCore } from './stage-numbers';
import { prependToWorker } from './worker';

// Which of the two modules runs here, and that either computes what the native core does.

/** Keeps what is instantiated. */
const spy = `{
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = (bytes, imports) => instantiate((self.taken = bytes), imports);
}`;

async function digestOfTaken(page: Page): Promise<string> {
  const digests = page.workers().map((worker) =>
    worker.evaluate(async () => {
      const { taken } = globalThis as unknown as { taken: Uint8Array<ArrayBuffer> };
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', taken))];
    }),
  );
  const [digest] = await Promise.all(digests);
  return Buffer.from(digest ?? []).toString('hex');
}

const digestOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(buildPath(`wasm/${file}`)))
    .digest('hex');

for (const { what, first, file } of [
  { what: 'Chromium runs the module for relaxed SIMD', first: '', file: 'fovea_relaxed.wasm' },
  {
    what: 'a browser without relaxed SIMD runs the plain module',
    first: 'WebAssembly.validate = () => false;',
    file: 'fovea.wasm',
  },
]) {
  test(`${what}, with the core’s numbers`, async ({ explorer, site, page }) => {
    await prependToWorker(page, first + spy);
    await explorer.open(site.origin);
    await expect.poll(() => digestOfTaken(page)).toBe(digestOf(file));
    await compareWithCore(
      explorer,
      nativeTrace("The animal didn't cross the street because it was too tired"),
    );
    expect(explorer.complaints).toEqual([]);
  });
}
