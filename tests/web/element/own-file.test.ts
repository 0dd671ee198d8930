// @vitest-environment happy-dom
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { ownFile } from '../../../web/src/element/own-file-in-page';

function element(id: string, text: string): void {
  const made = document.createElement('div');
  made.id = id;
  made.textContent = text;
  document.body.append(made);
}

const packed = (text: string) => gzipSync(text).toString('base64');

afterEach(() => document.body.replaceChildren());

it('puts the model back where it stood in the script', async () => {
  element('fovea-model', 'AbC=');
  const files = { 'fovea.js': ['const model = "', '"; // “end”'], 'embed.js': ['tell()'] };
  element('fovea-own-files', packed(JSON.stringify(files)));
  expect(await (await ownFile('fovea.js')).text()).toBe('const model = "AbC="; // “end”');
  expect(await (await ownFile('embed.js')).text()).toBe('tell()');
  await expect(ownFile('other.js')).rejects.toThrow('does not contain other.js');
});

it('has the scripts of single views as the page has them', async () => {
  element('fovea-figures', packed('figures()'));
  expect(await (await ownFile('fovea-figures.js')).text()).toBe('figures()');
});
