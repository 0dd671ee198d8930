// @vitest-environment happy-dom
import type { ReactiveControllerHost } from 'lit';
import { expect, it } from 'vitest';
import { FileDrop } from '../../../web/src/element/file-drop';

function drag(type: string, dataTransfer: { types?: string[]; files?: File[] }): Event {
  const event = new Event(type, { cancelable: true });
  return Object.assign(event, { dataTransfer: { types: [], files: [], ...dataTransfer } });
}

function begin() {
  const element = document.createElement('div');
  const host = Object.assign(element, { addController() {} });
  const opened: File[] = [];
  const controller = new FileDrop(host as unknown as ReactiveControllerHost & HTMLElement, (file) =>
    opened.push(file),
  );
  controller.hostConnected();
  return { element, opened, controller };
}

it('opens a file that is dropped, and marks the element while one is over it', () => {
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
  expect(opened).toEqual([file]);
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
