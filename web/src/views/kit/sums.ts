import type { Role } from '../../render/color';
import { largest } from '../../state/vector';
import { type Frame, label, text } from './frame';
import type { Drawn } from './product';
import type { Mark } from './scene';
import type { StepContext } from './step-context';
import { vector } from './strip';

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

const height = 36;
const pitch = 46;

/** Two vectors as bars, one above the other and on one scale, and their sum. */
export function sums(m: StepContext, frame: Frame, top: number, of: SumOf): Drawn {
  const marks: Mark[] = [];
  const parts = [of.a, of.b, of.out].filter((part) => part !== null);
  const bars = largest(parts.map(({ tensor }) => largest(m.trace.row(tensor, m.focus)))) || 1;
  let y = top;
  [of.a, of.b, of.out].forEach((part, i) => {
    if (!part) return;
    const role = of.roles[i] ?? 'residual';
    const sign = ['', of.a ? '+' : '', '='][i] ?? '';
    const name = frame.narrow && sign ? `${sign} ${part.name}` : part.name;
    const tone = i === 2 ? role : 'ink';
    const beside = label(frame, y, { name, formula: part.formula, tone });
    const place = { x: frame.left, y: beside.top + 2, width: frame.inner, height };
    const span = of.end - of.begin;
    const moving =
      i === 2 ? { sweep: { axis: 'x' as const, from: of.begin + span * 0.35, to: of.end } } : {};
    marks.push(
      ...beside.marks,
      ...vector(m, place, { name: part.tensor, role }, { ...moving, bars }),
    );
    if (!frame.narrow && sign)
      marks.push(text(frame.left - 14, place.y + 23, sign, { size: 17, tone: 'ink' }));
    y = Math.max(y + (frame.narrow ? 0 : pitch), place.y + place.height + 8, beside.bottom + 6);
  });
  return { marks, bottom: y };
}
