import { quoted } from '../../state/dataflow/naming';
import { wordsPerRow } from '../../widgets/bins';
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

function layers(m: StepContext): readonly Mark[] {
  const count = m.model.config.num_hidden_layers;
  const choices = Array.from({ length: count }, (_, layer) => {
    const box = { x: 44 + 26 * layer, y: 0, width: 24, height: 24 };
    const chosen = layer === m.layer;
    const action = { kind: 'head', layer, head: m.head } as const;
    return handle(box, `layer ${layer + 1}`, action, {
      chosen,
      text: String(layer + 1),
      look: 'choice',
    });
  });
  const target = { kind: 'option', key: 'layer', layer: m.layer } as const;
  const place = [44 + 26 * count + 20, 12] as const;
  const what = gainIn(m, target) === 0 ? 'skipped' : 'all of it';
  return [
    text(0, 17, 'layer', { size: 13 }),
    ...choices,
    ...knob(m, place, target, `the whole of layer ${m.layer + 1}`),
    text(place[0] + 16, 17, what, { size: 13 }),
  ];
}

const orders = {
  post: 'After each sum comes a layer norm',
  pre: 'Each sublayer takes a normalised copy',
  none: 'Nothing is normalised',
} as const;

/** Describes the picture; the page names the current step. */
function caption(m: StepContext, line: 'column' | 'row'): Caption {
  const order = orders[m.graph.structure.norm];
  const words = wordsPerRow(m.tokens.length);
  const is =
    words === 1
      ? 'is a word'
      : `is ${words} words: the mean of their numbers, the sum of their weights`;
  return [
    `Layer ${m.layer + 1} of ${m.model.config.num_hidden_layers}: attention mixes the words, the feed-forward works on each alone, and both only add to what is there.`,
    `${order}. A ${line} of a picture ${is}. ${quoted(m.word)} is in focus; press a part to open its step.`,
  ];
}

const draw: Draw = (m, frame) => {
  const wide = frame.width >= wideFrom;
  const { marks, bottom } = wide ? wideBlock(m, frame) : tallBlock(m, frame.width, 28);
  const about = caption(m, wide ? 'column' : 'row');
  return { marks: [...layers(m), ...marks], bottom, caption: about, chosen: [], scales: false };
};

/** The whole block: data flow as ribbons, the residual path around it, pulses that follow the time. */
export const block = stepView('block', draw);
