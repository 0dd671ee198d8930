import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { extension, shortcode } from '../../web/src/state/quarto';

const absent = spawnSync('pandoc', ['--version']).error !== undefined;
const cwd = projectPath('tests/sites/quarto');

/** What a document with one shortcode becomes; the script itself is left out. */
function made(shortcode: string, to: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-quarto-'));
  const args = ['--from=markdown-smart-raw_html', `--lua-filter=${cwd}/quarto.lua`, `--to=${to}`];
  const { stdout, stderr, status } = spawnSync('pandoc', args, {
    ...{ cwd: folder, encoding: 'utf8' },
    input: `${shortcode}\n`,
  });
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

const withPandoc = it.skipIf(absent);

describe('Quarto’s extension', () => {
  const own = (name: string) =>
    readFileSync(join(cwd, '_extensions/fovea', name), 'utf8').trimEnd();

  it('is what “Embed” writes', () => {
    expect(shortcode).toBe(own('fovea.lua'));
    expect(extension).toBe(own('_extension.yml'));
  });

  it('takes along every file beside fovea.js', () => {
    const [, list = ''] = /ipairs\(\{ (.*'de') \}\)/.exec(shortcode) ?? [];
    const sources = readdirSync(projectPath('web/src')).join('\n');
    const files = [...sources.matchAll(/^fovea-(\w+)\.ts$/gm)].map(([, name]) => name);
    const wanted = [...files, ...readdirSync(projectPath('web/languages'))];
    expect(list.replaceAll("'", '').split(', ').sort()).toEqual(wanted.sort());
  });
});

describe('Quarto’s shortcode', () => {
  const call =
    '{{< fovea view="softmax" sentence="a <i> & the cat" token="it" poster="it.png" alt="arches" >}}';

  withPandoc.each(['html', 'revealjs'])('is a figure with its poster in %s', (to) => {
    expect(made(call, to)).toContain(
      '<fovea-encoder sentence="a &lt;i&gt; &amp; the cat" token="it" view="softmax"><img slot="poster" src="it.png" alt="arches"></fovea-encoder>',
    );
  });

  withPandoc('is the poster in LaTeX, and without one the sentence', () => {
    expect(made(call, 'latex')).toContain('\\includegraphics{it.png}');
    expect(made('{{< fovea sentence="the cat ate" >}}', 'latex')).toBe('\\emph{the cat ate}');
  });
});
