// @vitest-environment happy-dom
import type { ReactiveControllerHost } from 'lit';
import { expect, it, vi } from 'vitest';
import { FileDrop } from '../../../web/src/element/file-drop';

function drag(
  type: string,
  dataTransfer: { types?: string[]; files?: File[]; items?: object[] },
): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return Object.assign(event, { dataTransfer: { types: [], files: [], ...dataTransfer } });
}

function begin() {
  const element = document.createElement('div');
  const host = Object.assign(element, { addController() {} });
  const opened: (readonly File[])[] = [];
  const controller = new FileDrop(
    host as unknown as ReactiveControllerHost & HTMLElement,
    async (files) => opened.push(await files),
  );
  controller.hostConnected();
  return { element, opened, controller };
}

it('opens a file that is dropped, and marks the element while one is over it', async () => {
  const { element, opened } = begin();
  const file = new File([], 'm.safetensors');
  const over = drag('dragover', { types: ['Files'] });
  element.dispatchEvent(over);
  expect(over.defaultPrevented).toBe(true);
  expect(element.hasAttribute('dropping')).toBe(true);
  element.dispatchEvent(drag('dragleave', {}));
  expect(element.hasAttribute('dropping')).toBe(false);
  element.dispatchEvent(over);
  const drop = drag('drop', { files: [file] });
  element.dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  expect(element.hasAttribute('dropping')).toBe(false);
  await vi.waitFor(() => expect(opened).toEqual([[file]]));
});

it('leaves text that is dragged to the browser, and stops when the element goes', () => {
  const { element, opened, controller } = begin();
  const over = drag('dragover', { types: ['text/plain'] });
  element.dispatchEvent(over);
  element.dispatchEvent(drag('drop', {}));
  expect(over.defaultPrevented).toBe(false);
  expect(element.hasAttribute('dropping')).toBe(false);
  controller.hostDisconnected();
  element.dispatchEvent(drag('drop', { files: [new File([], 'm')] }));
  expect(opened).toEqual([]);
});

it('leaves a file to the figure that took it', () => {
  const { element, opened } = begin();
  const figure = element.appendChild(document.createElement('p'));
  figure.addEventListener('drop', (event) => event.preventDefault());
  element.dispatchEvent(drag('dragover', { types: ['Files'] }));
  const drop = drag('drop', { files: [new File([], 'sentences.txt')] });
  figure.dispatchEvent(drop);
  expect(element.hasAttribute('dropping')).toBe(false);
  expect(opened).toEqual([]);
});

it('opens the files of a folder that is dropped and of those in it, with their paths', async () => {
  const { element, opened } = begin();
  const [model, config] = [new File([], 'm.safetensors'), new File([], 'config.json')];
  const entry = (file: File, folder: string) => ({
    isFile: true,
    fullPath: `${folder}/${file.name}`,
    file: (give: (file: File) => void) => give(file),
  });
  const folderOf = (name: string, handed: object[][]) => ({
    isDirectory: true,
    name,
    createReader: () => ({
      readEntries: (give: (some: object[]) => void) => give(handed.shift() ?? []),
    }),
  });
  const inside = folderOf('1_Pooling', [[entry(config, '/bert/1_Pooling')]]);
  const folder = folderOf('bert', [[entry(model, '/bert')], [inside], []]);
  const items = [{ webkitGetAsEntry: () => folder }];
  const data = { types: ['Files'], files: [new File([], 'bert')], items };
  element.dispatchEvent(drag('drop', data));
  await vi.waitFor(() => expect(opened).toEqual([[model, config]]));
  const paths = opened[0]?.map((file) => (file as File & { path?: string }).path);
  expect(paths).toEqual(['/bert/m.safetensors', '/bert/1_Pooling/config.json']);
});
