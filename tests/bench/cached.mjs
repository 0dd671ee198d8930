// What is made once and kept in the build folder, until what it is made from changes.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** A fingerprint of texts and of files' bytes. */
export function fingerprint(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/**
 * Has `make(path)` write the file or folder unless it is there with this fingerprint. It gets a
 * temporary name, so that what breaks off leaves nothing that looks whole.
 */
export async function cached(path, print, make) {
  const stamp = `${path}.stamp`;
  if (existsSync(path) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return;
  const temporary = `${path}.new`;
  const remove = (file) => rmSync(file, { recursive: true, force: true });
  remove(temporary);
  await make(temporary);
  for (const file of [stamp, path]) remove(file);
  renameSync(temporary, path);
  writeFileSync(stamp, print);
}
