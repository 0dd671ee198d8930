import type { Scale } from '../../render/color';
import { type Cell, cell, isGradient, isParameter } from '../../state/dataflow/cell';
import { nameOf as cellName } from '../../state/dataflow/naming';
import { fine, signed } from '../../state/format';
import { msg } from '../../words/msg';
import { type Frame, text, textWidth } from './frame';
import { placeOf } from './panel';
import type { Drawn } from './product';
import { type Mark, type Panel, type Tip, tensorOf } from './scene';
import type { StepContext } from './step-context';

const lineHeight = 20;
const bar = { width: 52, height: 6, samples: 41 };
/** Left of a bar and right of it: its ends, and what stands between two items. */
const room = { before: 34, after: 4, between: 20 };

/** What a tensor is called beside its scale: one line, one name for each tensor of a picture. */
function nameOf(m: StepContext, tensor: string, scale: Scale): string {
  if (scale.kind === 'weight') return msg`weight`;
  if (isGradient(tensor)) return msg`∂, gradients`;
  if (tensor === '') return msg`x, layers before`;
  if (isParameter(tensor)) {
    const { what, symbol } = cellName(cell(tensor, 0, 0), m.context);
    return symbol.startsWith('W') ? symbol : what;
  }
  const layer = m.graph.layerInputs.indexOf(tensor);
  if (layer >= 0) return layer === 0 ? msg`input` : msg`after layer ${layer}`;
  return msg(m.graph.tensors.get(tensor)?.label.short ?? scale.role);
}

interface ScaleEntry {
  readonly tensor: string;
  readonly scale: Scale;
}

/**
 * The scales of a scene's coloured cells, one for each tensor, in the order in which they are met.
 * Tensors that share one have one entry, which names none of them.
 */
export function scalesOf(marks: readonly Mark[]): readonly ScaleEntry[] {
  const panels = marks.filter((mark) => mark.kind === 'panel').filter(({ look }) => !look);
  const entries = panels.map((panel): readonly [Scale | string, ScaleEntry] => {
    const { scale } = panel;
    const tensor = tensorOf(panel);
    if (scale.kind === 'weight') return ['weight', { tensor, scale }];
    if (isGradient(tensor)) return ['gradient', { tensor, scale }];
    const alone = panels.every((other) => other.scale !== scale || tensorOf(other) === tensor);
    return alone ? [tensor || scale.role, { tensor, scale }] : [scale, { tensor: '', scale }];
  });
  return [...new Map(entries).values()];
}

/** An entry as it is written: its ends at the left and at the right of its bar. */
interface Item extends ScaleEntry {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly ends: readonly [string, string];
}

function itemOf(m: StepContext, { tensor, scale }: ScaleEntry): Item {
  const entry = { tensor, scale, name: nameOf(m, tensor, scale) };
  if (scale.kind === 'weight') return { ...entry, low: 0, high: 1, ends: ['0', '1'] };
  const high = scale.bound;
  if (isGradient(tensor)) return { ...entry, low: -high, high, ends: [fine(-high), fine(high)] };
  const digits = high < 0.1 ? 3 : high < 1 ? 2 : 1;
  return { ...entry, low: -high, high, ends: [signed(-high, digits), signed(high, digits)] };
}

/** What is right of the bar. */
const rightOf = ({ ends, name }: Item): string => `${ends[1]}  ${name}`;

const widthOf = (item: Item): number =>
  room.before + bar.width + room.after + textWidth(rightOf(item), 11) * 1.06;

/** A sample of a scale from end to end, its bounds, and whose it is. */
function draw(item: Item, x: number, y: number): readonly Mark[] {
  const { tensor, scale, name, low, high, ends } = item;
  const steps = Array.from({ length: bar.samples }, (_, i) => i / (bar.samples - 1));
  const sample: Panel = {
    kind: 'panel',
    x: x + room.before,
    y: y + 7,
    width: bar.width,
    height: bar.height,
    rows: 1,
    columns: bar.samples,
    data: Float32Array.from(steps, (t) => low + (high - low) * t),
    scale,
    label: msg`scale from ${ends[0]} to ${ends[1]}, ${name}`,
    cells: null,
    tensor,
    lit: [],
  };
  const at = x + room.before + bar.width + room.after;
  return [
    text(x + room.before - room.after, y + 14, ends[0], { anchor: 'end', size: 11 }),
    sample,
    text(at, y + 14, rightOf(item), { size: 11 }),
  ];
}

/** Below a drawing: every scale that it uses, with its real bounds and the tensor's name. */
export function legendOf(m: StepContext, drawn: readonly Mark[], frame: Frame, top: number): Drawn {
  const items = scalesOf(drawn).map((entry) => itemOf(m, entry));
  const pitch = Math.max(...items.map(widthOf)) + room.between;
  const columns = Math.max(1, Math.floor((frame.inner + room.between) / pitch));
  const marks = items.flatMap((item, i) => {
    const x = frame.left + pitch * (i % columns);
    return draw(item, x, top + lineHeight * Math.floor(i / columns));
  });
  return { marks, bottom: top + lineHeight * Math.max(1, Math.ceil(items.length / columns)) };
}

/** Room beside the text, and between it and the cell. */
const margin = 8;

/** What a pointed cell is, over the cell: of several panels that show it, the first. */
export function tipOf(
  marks: readonly Mark[],
  point: Cell | null,
  text: string,
  width: number,
): Tip | null {
  if (!point || text === '') return null;
  for (const mark of marks) {
    if (mark.kind !== 'panel') continue;
    const place = placeOf(mark, point);
    if (place < 0) continue;
    const [w, h] = [mark.width / mark.columns, mark.height / mark.rows];
    const half = Math.min(width, textWidth(text, 12) * 1.1 + 2 * margin) / 2;
    const x = mark.x + ((place % mark.columns) + 0.5) * w;
    const y = mark.y + Math.floor(place / mark.columns) * h - margin / 2;
    return { x: Math.max(half, Math.min(width - half, x)), y, text };
  }
  return null;
}
