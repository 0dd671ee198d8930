// @vitest-environment happy-dom
import type { ReactiveControllerHost } from 'lit';
import { expect, it, vi } from 'vitest';
import { FileDrop } from '../../../web/src/element/file-drop';

function drag(
  type: string,
  dataTransfer: { types?: string[]; files?: File[]; items?: object[] },
): Event {
  const event = new Event(type, { cancelable: true });
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

it('opens the files of a folder that is dropped, without those of folders in it', async () => {
  const { element, opened } = begin();
  const [model, config] = [new File([], 'm.safetensors'), new File([], 'config.json')];
  const entry = (file: File) => ({
    isFile: true,
    file: (give: (file: File) => void) => give(file),
  });
  const handed = [[entry(model)], [entry(config), { isFile: false, isDirectory: true }], []];
  const folder = {
    isDirectory: true,
    name: 'bert',
    createReader: () => ({
      readEntries: (give: (some: object[]) => void) => give(handed.shift() ?? []),
    }),
  };
  const items = [{ webkitGetAsEntry: () => folder }];
  const data = { types: ['Files'], files: [new File([], 'bert')], items };
  element.dispatchEvent(drag('drop', data));
  await vi.waitFor(() => expect(opened).toEqual([[model, config]]));
});
