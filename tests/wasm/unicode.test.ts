import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildPath, nativePath } from '../../scripts/lib/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fovea-unicode-'));
afterAll(() => rmSync(folder, { recursive: true }));

function table(command: string, ...args: string[]): string[] {
  const file = join(folder, 'table.txt');
  execFileSync(command, [...args, file]);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

// A code point that the older of the two tables does not know yet is of no class and folds to
// itself there. Everywhere else the two must agree.
const unknown = (line: string): boolean => {
  const [code, kind, ...folded] = line.split(' ');
  return kind === '0' && folded.length === 1 && folded[0] === code;
};

it('utf8proc and the platform agree on every code point that both know @thorough', () => {
  const native = table(nativePath('tests/wasm/fovea_unicode_table'));
  const wasm = table(process.execPath, buildPath('wasm/tests/wasm/fovea_unicode_table.js'));
  expect(native).toHaveLength(0x110000 - 0x80 - 0x800);
  expect(wasm).toHaveLength(native.length);

  const differing = native.flatMap((line, i) => (line === wasm[i] ? [] : [[line, wasm[i] ?? '']]));
  const contradictions = differing.filter((pair) => !pair.some(unknown));
  expect(contradictions).toEqual([]);
  // Unicode adds a few thousand characters a year, nearly all of them letters without case.
  expect(differing.length).toBeLessThan(2000);
});
