import type { Role } from '../../render/color';
import { type Frame, label, text } from './frame';
import type { Drawn } from './product';
import type { Mark } from './scene';
import type { StepContext } from './step-context';
import { rowsFor, strip } from './strip';

interface SumLine {
  readonly tensor: string;
  readonly name: string;
  readonly formula: string;
}

export interface SumOf {
  /** Null where nothing is added: the sum is b. */
  readonly a: SumLine | null;
  readonly b: SumLine;
  readonly out: SumLine;
  readonly roles: readonly [Role, Role, Role];
  readonly begin: number;
  readonly end: number;
}

const height = 22;
const pitch = 44;

/** Two strips, one above the other, and their sum, cell by cell. */
export function sums(m: StepContext, frame: Frame, top: number, of: SumOf): Drawn {
  const marks: Mark[] = [];
  let y = top;
  [of.a, of.b, of.out].forEach((part, i) => {
    if (!part) return;
    const role = of.roles[i] ?? 'residual';
    const sign = ['', of.a ? '+' : '', '='][i] ?? '';
    const name = frame.narrow && sign ? `${sign} ${part.name}` : part.name;
    const tone = i === 2 ? role : 'ink';
    const beside = label(frame, y, { name, formula: part.formula, tone });
    const rows = rowsFor(m.trace.row(part.tensor, m.focus).length, frame.inner);
    const place = {
      x: frame.left,
      y: beside.top + 4,
      width: frame.inner,
      height: height * Math.min(2, rows),
    };
    const span = of.end - of.begin;
    const moving =
      i === 2 ? { sweep: { axis: 'x' as const, from: of.begin + span * 0.35, to: of.end } } : {};
    marks.push(...beside.marks, strip(m, part.tensor, m.focus, role, place, moving));
    if (!frame.narrow && sign)
      marks.push(text(frame.left - 14, place.y + 17, sign, { size: 17, tone: 'ink' }));
    y = Math.max(y + (frame.narrow ? 0 : pitch), place.y + place.height + 8, beside.bottom + 6);
  });
  return { marks, bottom: y };
}
