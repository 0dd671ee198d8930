import { expect, it } from 'vitest';
import { signedScale, weightScale } from '../../../../web/src/render/color';
import { dataflow } from '../../../../web/src/state/dataflow/graph';
import { frameOf } from '../../../../web/src/views/kit/frame';
import { legendOf } from '../../../../web/src/views/kit/legend';
import type { Mark, Panel } from '../../../../web/src/views/kit/scene';
import type { StepContext } from '../../../../web/src/views/kit/step-context';
import { makeModel } from '../../fixtures';

const model = makeModel();
const context = { model, graph: dataflow(model.config) } as unknown as StepContext;

const panel = (tensor: string, scale: Panel['scale']): Panel => ({
  ...{ kind: 'panel', x: 0, y: 0, width: 9, height: 9, rows: 1, columns: 1, label: '', lit: [] },
  ...{ tensor, scale, cells: null, data: new Float32Array(1) },
});

const isText = (mark: Mark) => mark.kind === 'text';

it('a scale runs from its lower end at the left to its upper end at the right', () => {
  const drawn = [
    panel('layers.0.attention.query', signedScale('query', 4.26)),
    panel('layers.0.attention.weights', weightScale),
  ];
  const { marks } = legendOf(context, drawn, frameOf(900), 0);
  const bars = marks.filter((mark) => mark.kind === 'panel');
  const texts = marks.filter(isText);
  const written = bars.map((bar, i) => {
    const [left, right] = [texts[2 * i], texts[2 * i + 1]];
    expect((left?.x ?? 0) <= bar.x && (right?.x ?? 0) >= bar.x + bar.width).toBe(true);
    return [left?.text, bar.data[0], bar.data.at(-1), right?.text];
  });
  const high = Math.fround(4.26);
  expect(written).toEqual([
    ['\u22124.3', -high, high, '4.3  query'],
    ['0', 0, 1, '1  weight'],
  ]);
});
