// Compares the ids of the core's tokenizers with those of @huggingface/tokenizers, on random and
// real Unicode:  node tests/tools/compare_tokenizers.mjs build/release/tests/fovea_tokenize_lines
// [LINES] [SEED] [tokenizer.json …]. Prints what differs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { nmtNfkc } from './charsmap.mjs';
import { randomTexts } from './random_texts.mjs';
import { sizeOf, tokenizers } from './small_tokenizers.mjs';

const [program, lines = '10000', seed = '1', ...files] = process.argv.slice(2);

/** All characters, where the small files of the tests have Latin alone. */
function withFullCharsmap(json) {
  const each = (normalizer) =>
    normalizer?.type === 'Precompiled'
      ? { ...normalizer, precompiled_charsmap: nmtNfkc(0x2ffff) }
      : normalizer;
  const normalizer = json.normalizer?.normalizers
    ? { ...json.normalizer, normalizers: json.normalizer.normalizers.map(each) }
    : each(json.normalizer);
  return { ...json, normalizer };
}

const all =
  files.length > 0
    ? Object.fromEntries(
        files.map((file) => [basename(file), JSON.parse(readFileSync(file, 'utf8'))]),
      )
    : Object.fromEntries(
        Object.entries(tokenizers()).map(([name, json]) => [name, withFullCharsmap(json)]),
      );
// More than are compared: some families leave some out.
const allTexts = randomTexts(Math.ceil(1.3 * lines), Number(seed));

// The library reads a precompiled_charsmap as NFKC of the whole text. SentencePiece, and the core,
// replace what the map has, and leave other characters uncomposed: such texts are left out.
const composes = (text) =>
  [text]
    .flat()
    .map((each) => each.replace(/\p{Cc}/gu, ''))
    .some((each) => each.normalize('NFKC') !== [...each].map((c) => c.normalize('NFKC')).join(''));
const folder = mkdtempSync(join(tmpdir(), 'tokenizers-'));
let failures = 0;
for (const [name, json] of Object.entries(all)) {
  const mapped = JSON.stringify(json.normalizer).includes('"Precompiled"');
  const texts = allTexts.filter((text) => !mapped || !composes(text)).slice(0, Number(lines));
  const path = join(folder, 'tokenizer.json');
  writeFileSync(path, JSON.stringify(json));
  const input = texts.map((text) => JSON.stringify(text)).join('\n');
  const run = spawnSync(program, [path, String(sizeOf(json))], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (run.status !== 0) throw new Error(`${name}: ${run.stderr}`);
  const ours = run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
  const theirs = new Tokenizer(json, {});
  let different = 0;
  texts.forEach((text, i) => {
    const [first, second] = Array.isArray(text) ? text : [text, null];
    const expected = theirs.encode(first, { text_pair: second }).ids.join(' ');
    if (expected === ours[i]) return;
    if (different++ < 3)
      console.log(`${name}: ${JSON.stringify(text)}\n  ${expected}\n  ${ours[i]}`);
  });
  failures += different;
  console.log(`${name}: ${texts.length - different} of ${texts.length} texts have the same ids`);
}
rmSync(folder, { recursive: true });
process.exitCode = failures > 0 ? 1 : 0;
