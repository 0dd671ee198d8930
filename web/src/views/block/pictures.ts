import { signedScale, weightScale } from '../../render/color';
import type { Part } from '../../state/parts';
import { handle } from '../kit/marks';
import type { Box, Mark, Panel } from '../kit/scene';
import { boundOf, type StepContext } from '../kit/step-context';
import { shownFrom } from '../kit/step-times';

const turned = new WeakMap<Float32Array['buffer'], Map<string, Float32Array>>();

/** A tensor transposed, one token per column; computed once per trace. */
function transposed(m: StepContext, name: string): Float32Array {
  const { buffer } = m.trace.encoding.data;
  const known = turned.get(buffer) ?? new Map<string, Float32Array>();
  turned.set(buffer, known);
  const found = known.get(name) ?? transpose(m, name);
  known.set(name, found);
  return found;
}

function transpose(m: StepContext, name: string): Float32Array {
  const { data, shape } = m.trace.tensor(name);
  const [rows = 0, columns = 0] = shape;
  return Float32Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)] ?? 0);
}

function cellsOf(
  m: StepContext,
  part: Part,
  upright: boolean,
): Pick<Panel, 'data' | 'rows' | 'columns' | 'scale'> {
  const { data, shape } = m.trace.tensor(part.tensor);
  const n = m.tokens.length;
  if (shape.length === 3) {
    const own = data.subarray(m.head * n * n, (m.head + 1) * n * n);
    return { data: own, rows: n, columns: n, scale: weightScale };
  }
  const d = shape[1] ?? 0;
  const scale = signedScale(part.role, boundOf(m, part.tensor));
  if (upright) return { data: transposed(m, part.tensor), rows: d, columns: n, scale };
  return { data, rows: n, columns: d, scale };
}

/** A part's whole tensor as a picture, and the button that opens its step. */
export function picture(m: StepContext, part: Part, box: Box, upright: boolean): readonly Mark[] {
  const name = part.name.join(' ');
  const which = part.id === 'weights' ? `, head ${m.head + 1}` : '';
  const label = `${name}${which}: open the step`;
  return [
    {
      kind: 'panel',
      ...box,
      ...cellsOf(m, part, upright),
      label: `${name}, layer ${m.layer + 1}${which}`,
      cells: null,
      tensor: part.tensor,
      lit: [],
      keys: shownFrom(part.id === 'x' ? 'position' : part.step),
    },
    handle(box, label, { kind: 'go', step: part.step, layer: m.layer }),
  ];
}
