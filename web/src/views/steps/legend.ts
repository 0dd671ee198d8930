import type { Scale } from '../../render/color';
import { signed } from '../../render/format';
import { type Frame, text } from './frame';
import type { Drawn } from './product';
import type { Mark, Panel } from './scene';

const itemWidth = 176;
const lineHeight = 20;
const bar = { width: 52, height: 6, samples: 41 };

const keyOf = (scale: Scale): string =>
  scale.kind === 'weight' ? 'weight' : `${scale.role} ${scale.bound.toPrecision(4)}`;

/** The scales of a scene, each once, in the order in which they are met. */
export function scalesOf(marks: readonly Mark[]): readonly Scale[] {
  const panels = marks.filter((mark) => mark.kind === 'panel');
  return [...new Map(panels.map(({ scale }) => [keyOf(scale), scale])).values()];
}

/** A sample of a scale from end to end, its bounds, and whose it is. */
function item(scale: Scale, x: number, y: number): readonly Mark[] {
  const [low, high] = scale.kind === 'weight' ? [0, 1] : [-scale.bound, scale.bound];
  const digits = high < 0.1 ? 3 : high < 1 ? 2 : 1;
  const ends = scale.kind === 'weight' ? ['0', '1'] : [signed(low, digits), signed(high, digits)];
  const steps = Array.from({ length: bar.samples }, (_, i) => i / (bar.samples - 1));
  const sample: Panel = {
    kind: 'panel',
    x: x + 34,
    y: y + 7,
    width: bar.width,
    height: bar.height,
    rows: 1,
    columns: bar.samples,
    data: Float32Array.from(steps, (t) => low + (high - low) * t),
    scale,
    label: `scale from ${ends[0]} to ${ends[1]}`,
    cells: null,
    lit: [],
  };
  const name = scale.kind === 'weight' ? 'weight' : scale.role;
  return [
    text(x + 30, y + 14, ends[0] ?? '', { anchor: 'end', size: 11 }),
    sample,
    text(x + 38 + bar.width, y + 14, `${ends[1]}  ${name}`, { size: 11 }),
  ];
}

/** Beneath a drawing: every scale that it uses, with its real bounds. */
export function legendOf(marks: readonly Mark[], frame: Frame, top: number): Drawn {
  const perLine = Math.max(1, Math.floor(frame.inner / itemWidth));
  const scales = scalesOf(marks);
  const items = scales.flatMap((scale, i) => {
    const x = frame.left + (i % perLine) * itemWidth;
    return item(scale, x, top + Math.floor(i / perLine) * lineHeight);
  });
  return { marks: items, bottom: top + Math.ceil(scales.length / perLine) * lineHeight };
}
