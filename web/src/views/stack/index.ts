import { quoted } from '../../state/dataflow/naming';
import { signed } from '../../state/format';
import { cosine } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, label } from '../kit/frame';
import { headTile } from '../kit/grid';
import { appear } from '../kit/keyframes';
import { path } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { strip } from '../kit/strip';
import { words } from '../kit/words';

const height = 20;

function tilesOf(
  m: StepContext,
  frame: Frame,
  layer: number,
  y: number,
  during: readonly [number, number],
) {
  const pitch = frame.inner / m.heads;
  const size = Math.max(12, Math.min(44, pitch - 8));
  const marks = Array.from({ length: m.heads }, (_, head) =>
    headTile(
      m,
      layer,
      head,
      { x: frame.left + pitch * head + (pitch - size) / 2, y, size },
      { keys: appear(...during) },
    ),
  );
  return { marks: marks.flat(), size };
}

export const draw: Draw = (m, frame) => {
  const { layerInputs } = m.graph;
  const head = words(m, frame);
  const layers = m.model.config.num_hidden_layers;
  const enters = m.trace.row(layerInputs[0] ?? '', m.focus);
  const marks: Mark[] = [...head.marks];
  const first = label(frame, head.bottom, {
    name: msg`Input`,
    formula: msg`x before layer 1`,
    tone: 'residual',
  });
  const place = { x: frame.left, y: first.top + 4, width: frame.inner, height };
  marks.push(...first.marks, strip(m, layerInputs[0] ?? '', m.focus, 'residual', place));
  let y = Math.max(place.y + height, first.bottom) + 8;
  for (let layer = 0; layer < layers; layer++) {
    const from = layer / layers;
    const to = (layer + 1) / layers;
    const name = layerInputs[layer + 1] ?? '';
    const like = cosine(enters, m.trace.row(name, m.focus));
    const side = label(frame, y, {
      name: msg`Layer ${layer + 1}`,
      formula: msg`x after layer ${layer + 1}`,
      note: msg`cosine to the input ${signed(like)}`,
    });
    const tiles = tilesOf(m, frame, layer, side.top + 6, [from, from + (to - from) * 0.4]);
    const line = { x: frame.left, y: side.top + 6 + tiles.size + 12, width: frame.inner, height };
    const sweep = { axis: 'x', from: from + (to - from) * 0.4, to } as const;
    const role = m.graph.tensors.get(name)?.label.role ?? 'residual';
    const down = path(`M${frame.left + frame.inner / 2} ${line.y - 8}v6`, { stroke: 'ink-2' });
    marks.push(...side.marks, ...tiles.marks, down, strip(m, name, m.focus, role, line, { sweep }));
    y = Math.max(line.y + height, side.bottom) + 14;
  }
  const last = cosine(enters, m.trace.row(layerInputs[layers] ?? '', m.focus));
  return {
    marks,
    bottom: y,
    chosen: [chosenCell(m, layerInputs[m.layer + 1] ?? '')],
    caption: [
      msg`The same block ${layers} times, each time with other weights.`,
      msg`After layer ${layers}, the vector of ${quoted(m.word)} has a cosine of ${signed(last)} with the vector it started as. That says how far it has turned, not what turned it.`,
    ],
  };
};
