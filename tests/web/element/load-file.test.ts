// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { packed } from '../../../scripts/lib/packing.mjs';
import { loadFile } from '../../../web/src/element/load-file-in-page';

const fileIn = (id: string, text: string) => {
  const element = document.createElement('template');
  element.id = id;
  element.content.append(text);
  document.body.append(element);
};

afterEach(() => {
  document.body.replaceChildren();
  for (const script of document.head.querySelectorAll('script')) script.remove();
  vi.unstubAllGlobals();
});

const script = packed('globalThis.ranHere = "“yes”";');

/** The scripts that were put into the page; they do not run here. */
const scripts = () => [...document.head.querySelectorAll('script')].map((each) => each.textContent);

it('unpacks the script of a file that stands in the page', async () => {
  fileIn('fovea-learn.js', script);
  // It defines nothing here.
  await expect(loadFile('learn')).rejects.toThrow('is cut off before');
  expect(scripts()).toEqual(['globalThis.ranHere = "“yes”";']);
});

it('says so where the page was cut off, before the file or in it', async () => {
  await expect(loadFile('learn')).rejects.toThrow('This copy of the page is cut off before');
  fileIn('fovea-learn.js', script.slice(0, 15));
  await expect(loadFile('learn')).rejects.toThrow('This copy of the page is cut off before');
  expect(scripts().join('')).toBe('');
});
