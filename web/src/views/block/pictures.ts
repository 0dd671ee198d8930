import { signedScale, weightScale } from '../../render/color';
import type { Part } from '../../state/parts';
import { binned } from '../../widgets/bins';
import { msg } from '../../words/msg';
import { shownFrom } from '../kit/keyframes';
import { handle } from '../kit/marks';
import type { Box, Mark, Panel } from '../kit/scene';
import { boundOf, type StepContext } from '../kit/step-context';

const turned = new WeakMap<Float32Array['buffer'], Map<string, Float32Array>>();

/** A tensor transposed, one token per column; computed once per trace. */
function transposed(m: StepContext, name: string, cells: Matrix): Float32Array {
  const { buffer } = m.trace.encoding.data;
  const known = turned.get(buffer) ?? new Map<string, Float32Array>();
  turned.set(buffer, known);
  const found = known.get(name) ?? transpose(cells);
  known.set(name, found);
  return found;
}

type Matrix = Pick<Panel, 'data' | 'rows' | 'columns'>;

function transpose({ data, rows, columns }: Matrix): Float32Array {
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
    const cells = binned({ data: own, rows: n, columns: n, keys: 'sum' });
    return { ...cells, scale: weightScale };
  }
  const d = shape[1] ?? 0;
  const scale = signedScale(part.role, boundOf(m, part.tensor));
  const cells = binned({ data, rows: n, columns: d, keys: null });
  if (!upright) return { ...cells, scale };
  return { data: transposed(m, part.tensor, cells), rows: d, columns: cells.rows, scale };
}

/** A part's whole tensor as a picture, and the button that opens its step. */
export function picture(m: StepContext, part: Part, box: Box, upright: boolean): readonly Mark[] {
  const name = part.name.map((line) => msg(line)).join(' ');
  const named = part.id === 'weights' ? msg`${name}, head ${m.head + 1}` : name;
  const label = msg`${named}: open the step`;
  return [
    {
      kind: 'panel',
      ...box,
      ...cellsOf(m, part, upright),
      label:
        part.id === 'weights'
          ? msg`${name}, layer ${m.layer + 1}, head ${m.head + 1}`
          : msg`${name}, layer ${m.layer + 1}`,
      cells: null,
      tensor: part.tensor,
      lit: [],
      keys: shownFrom(part.id === 'x' ? 'position' : part.step),
    },
    handle(box, label, { kind: 'go', step: part.step, layer: m.layer }),
  ];
}
