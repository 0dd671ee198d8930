import type { Role } from '../../render/color';
import { formulaOf } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { signed } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import type { Caption } from '../view';
import { type Frame, label } from './frame';
import { chosenOf, incoming, type ProductOf, product } from './product';
import { chosenCell, type StepContext } from './step-context';
import type { Draw, Drawing } from './step-view';
import { strip } from './strip';
import { words } from './words';

/** A step that is one product: a word's numbers times one matrix. */
interface MatrixStep {
  readonly out: (m: StepContext) => string;
  readonly role: Role;
  readonly inRole: Role;
  readonly name: string;
  readonly input: string;
  readonly symbols: ProductOf['symbols'];
  readonly note: string;
  /** What makes a number the one that the caption names; default: how far it is from zero. */
  readonly loud?: (x: number) => number;
  readonly caption: (m: StepContext, input: number, output: number, best: string) => Caption;
}

/** How many rows of the matrix are written out, and what all else takes of the height. */
const rows = 3;
const beside = 360;

const barsHeight = ({ room }: Frame): number =>
  room === undefined ? 44 : Math.max(36, Math.min(84, (room - beside) / rows));

/** A run without the matrix: the numbers go on as they are. */
function leftOut(m: StepContext, frame: Frame, step: MatrixStep, x: string): Drawing {
  const head = words(m, frame);
  const { symbols } = step;
  const first = label(frame, head.bottom + 8, {
    name: msg(step.input),
    formula: `${symbols.y} = ${symbols.x}`,
    tone: step.inRole,
  });
  const width = m.trace.row(x, m.focus).length;
  const box = { x: frame.left, y: first.top + 6, width: frame.inner, height: 44 };
  const input = strip(m, step.out(m), m.focus, step.inRole, box);
  return {
    marks: [...head.marks, ...first.marks, input],
    bottom: Math.max(box.y + box.height, first.bottom) + 8,
    caption: [
      msg`The matrix ${symbols.w} is skipped in this run.`,
      msg`The ${width} numbers of ${quoted(m.word)} pass through unchanged.`,
    ],
    chosen: [chosenCell(m, step.out(m))],
  };
}

/** Draws such a step. */
export function matrixStep(step: MatrixStep): Draw {
  return (m, frame) => {
    const out = step.out(m);
    const formula = m.graph.tensors.get(out)?.formula;
    if (formula?.kind === 'same') return leftOut(m, frame, step, formula.x);
    const { x } = formulaOf(m.graph, out, 'linear');
    const row = m.trace.row(out, m.focus);
    const width = m.trace.row(x, m.focus).length;
    const of: ProductOf = {
      ...{ out, role: step.role, inRole: step.inRole, symbols: step.symbols },
      ...{ from: 0, count: row.length, begin: 0.1, end: 0.95 },
      ...{ rows, height: barsHeight(frame), ...(step.loud && { loud: step.loud }) },
    };
    const head = words(m, frame);
    const { symbols } = step;
    const first = label(frame, head.bottom + 4, {
      name: msg(step.input),
      formula: msg`${symbols.x}, ${width} numbers`,
      tone: step.inRole,
    });
    const input = incoming(m, frame, first.top + 2, x, of);
    const second = label(frame, Math.max(input.bottom + 10, first.bottom + 4), {
      name: msg(step.name),
      formula: `${symbols.y} = ${symbols.x} · ${symbols.w} + b`,
      note: msg`${row.length} × ${width} weights. ${msg(step.note)}`,
      tone: step.role,
    });
    const drawn = product(m, frame, second.top + 8, of);
    const at = argmax(row.map(step.loud ?? Math.abs));
    const best = msg`number ${at + 1}, ${signed(row[at] ?? 0)}`;
    return {
      marks: [...head.marks, ...first.marks, ...input.marks, ...second.marks, ...drawn.marks],
      bottom: Math.max(drawn.bottom, second.bottom) + 8,
      caption: step.caption(m, width, row.length, best),
      chosen: [chosenOf(m, of)],
    };
  };
}
