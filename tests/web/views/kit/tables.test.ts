// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { signedScale } from '../../../../web/src/render/color';
import { cell } from '../../../../web/src/state/dataflow/cell';
import { tablesOf } from '../../../../web/src/views/kit/render';
import type { Panel, Scene } from '../../../../web/src/views/kit/scene';

const panel = (label: string, y: number): Panel => ({
  kind: 'panel',
  ...{ x: 0, y, width: 10, height: 10, rows: 1, columns: 2, label, lit: [] },
  data: Float32Array.of(-0.001, 0.5),
  scale: signedScale('value', 1),
  cells: { origin: cell('a', 0, 0), rowAxis: null, columnAxis: 1 },
});

it('writes the numbers of each picture once, and no zero below zero', () => {
  const marks = [panel('head 1', 0), panel('head 1', 40), panel('head 2', 0)];
  const scene = { marks, words: [], tables: true } as unknown as Scene;
  render(
    tablesOf(scene, () => {}),
    document.body,
  );
  const captions = [...document.querySelectorAll('caption')].map((each) => each.textContent);
  expect(captions).toEqual(['head 1', 'head 2']);
  expect(document.querySelector('td + td, th + td')?.textContent).toBe('0.00');
});
