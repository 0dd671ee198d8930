// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { packed, patch } from '../../../scripts/lib/packing.mjs';
import { ownFile } from '../../../web/src/element/own-file-in-page';

function element(id: string, text: string, base?: string): void {
  const made = document.createElement('template');
  made.id = id;
  made.content.append(text);
  if (base) made.dataset.base = base;
  document.body.append(made);
}

afterEach(() => document.body.replaceChildren());

it('puts the bytes back where they stood in the script', async () => {
  element('fovea-model', packed(Buffer.from([1, 2, 3])));
  element('fovea.js', packed('const model = "\0base64 fovea-model\0"; // “end”'));
  element('embed.js', packed('tell()'));
  expect(await (await ownFile('fovea.js')).text()).toBe('const model = "AQID"; // “end”');
  expect(await (await ownFile('embed.js')).text()).toBe('tell()');
  await expect(ownFile('other.js')).rejects.toThrow('does not contain other.js');
});

it('makes a patch what it is of those that it names, one after another', async () => {
  const [first, second, whole] = ['what both have, ', 'word by word', 'word by word, word by word'];
  element('first', packed(first));
  element('second', packed(second));
  element(
    'fovea-figures.js',
    packed(patch(Buffer.from(whole), Buffer.from(first + second))),
    'first second',
  );
  expect(await (await ownFile('fovea-figures.js')).text()).toBe(whole);
});
