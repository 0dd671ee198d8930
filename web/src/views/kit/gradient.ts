import { signedScale } from '../../render/color';
import { gradientOf } from '../../state/dataflow/cell';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, text } from './frame';
import { cellAt } from './panel';
import type { Mark, Panel } from './scene';
import type { StepContext } from './step-context';
import { light } from './strip';

/** Between numbers and their gradients. */
const gap = 2;

/** Share of a panel that its numbers keep. */
const kept = 0.55;

/**
 * The two parts of a panel: one above the other; side by side where its numbers run down, and of a
 * matrix, whose rows are named beside it.
 */
function halves({ x, y, width, height, columns, rows, cells }: Panel) {
  if ((columns === 1 && rows > 1) || cells?.rowAxis) {
    const own = width * kept;
    return [{ width: own }, { x: x + own + gap, width: width - own - gap }] as const;
  }
  const own = height * kept;
  return [{ height: own }, { y: y + own + gap, height: height - own - gap }] as const;
}

/** The gradients of a panel's numbers; null where the trace has none. */
function gradientsOf(m: StepContext, panel: Panel): Panel | null {
  const { cells, data } = panel;
  if (!cells) return null;
  const origin = gradientOf(cells.origin);
  if (!m.trace.has(origin.name)) return null;
  const values = Float32Array.from(data, (_, place) => {
    const cell = cellAt(panel, place);
    return cell ? m.values.at({ ...cell, name: origin.name }) : 0;
  });
  const label = msg`gradients of ${panel.label}`;
  return light(m, {
    ...panel,
    data: values,
    label,
    cells: { ...cells, origin },
    object: undefined,
  });
}

/**
 * Beside each picture of numbers the gradient of the loss by them, where the trace has it: all on one
 * scale, to the largest of them.
 */
export function withGradients(
  m: StepContext,
  { left }: Frame,
  marks: readonly Mark[],
): readonly Mark[] {
  const found = new Map(
    marks.flatMap((mark) => {
      const gradients = mark.kind === 'panel' ? gradientsOf(m, mark) : null;
      return gradients ? [[mark, gradients] as const] : [];
    }),
  );
  const scale = signedScale(
    'residual',
    Math.max(...[...found.values()].map(({ data }) => largest(data))),
  );
  return marks.flatMap((mark): readonly Mark[] => {
    const gradients = found.get(mark);
    if (mark.kind !== 'panel' || !gradients) return [mark];
    const [own, other] = halves(mark);
    const panel: Panel = { ...gradients, ...other, scale };
    const sign = text(panel.x - 15, panel.y + 9, '∂', { anchor: 'end', size: 11 });
    return [
      { ...mark, ...own },
      panel,
      ...(left > 0 && mark.x === left && 'y' in other ? [sign] : []),
    ];
  });
}
