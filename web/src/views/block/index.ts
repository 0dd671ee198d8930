import { later, msg } from '../../words/msg';
import { text } from '../kit/frame';
import { gainIn, knob } from '../kit/knob';
import { handle } from '../kit/marks';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { type Draw, stepView } from '../kit/step-view';
import type { Caption } from '../view';
import { tallBlock } from './tall';
import { wideBlock } from './wide';

/** Below this width the flow runs downwards. */
const wideFrom = 560;

/** Where the numbers of layers begin, and what the switch of the whole layer takes behind them. */
const start = 44;
const behind = 100;

/** The layers as numbers to choose from; where they are many, closer together or, narrow, in several rows. */
function layers(m: StepContext, width: number): { marks: readonly Mark[]; bottom: number } {
  const count = m.model.config.num_hidden_layers;
  const step = width < wideFrom ? 26 : Math.min(26, (width - start - behind) / count);
  const perRow = Math.floor((width - start) / step);
  const place = (i: number, x = 0) =>
    [start + step * (i % perRow) + x, 26 * Math.floor(i / perRow)] as const;
  const choices = Array.from({ length: count }, (_, layer) => {
    const [x, y] = place(layer);
    const action = { kind: 'head', layer, head: m.head } as const;
    return handle({ x, y, width: step - 2, height: 24 }, msg`layer ${layer + 1}`, action, {
      chosen: layer === m.layer,
      text: String(layer + 1),
      look: 'choice',
    });
  });
  const target = { kind: 'option', key: 'layer', layer: m.layer } as const;
  const [endX, endY] = place(count - 1, step + 20);
  const [x, y] = endX + behind - 20 > width ? [start + 12, endY + 26] : [endX, endY];
  const what = gainIn(m, target) === 0 ? msg`skipped` : msg`in full`;
  const marks = [
    text(0, 17, msg`layer`, { size: 13 }),
    ...choices,
    ...knob(m, [x, y + 12], target, msg`the whole of layer ${m.layer + 1}`),
    text(x + 16, y + 17, what, { size: 13 }),
  ];
  return { marks, bottom: y + 28 };
}

const orders = {
  post: later('LayerNorm after each sum'),
  pre: later('LayerNorm before each sublayer'),
  none: later('Nothing is normalised'),
} as const;

function caption(m: StepContext): Caption {
  return [
    msg`Layer ${m.layer + 1} of ${m.model.config.num_hidden_layers}: attention mixes the words, the feed-forward part works on each alone, and both add to what came in.`,
    msg`${msg(orders[m.graph.structure.norm])}. Press a part to open its step.`,
  ];
}

const draw: Draw = (m, frame) => {
  const wide = frame.width >= wideFrom;
  const choice = layers(m, frame.width);
  const { marks, bottom } = wide ? wideBlock(m, frame) : tallBlock(m, frame.width, choice.bottom);
  return {
    marks: [...choice.marks, ...marks],
    bottom,
    caption: caption(m),
    chosen: [],
    scales: false,
  };
};

/** The whole block: data flow as ribbons, the residual connection around it, pulses that follow the time. */
export const figure = stepView('block', draw);
