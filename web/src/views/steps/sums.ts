import type { Role } from '../../render/color';
import { signed } from '../../render/format';
import { cell } from '../../state/dataflow/cell';
import { strongest } from '../../state/vector';
import { type Frame, label, text } from './frame';
import { handle } from './marks';
import type { Matter } from './matter';
import { arrive } from './pose';
import type { Drawn } from './product';
import type { Mark } from './scene';
import { rowsFor, strip } from './strip';

interface Line {
  readonly tensor: string;
  readonly name: string;
  readonly formula: string;
}

export interface SumOf {
  readonly a: Line;
  readonly b: Line;
  readonly out: Line;
  readonly roles: readonly [Role, Role, Role];
  readonly begin: number;
  readonly end: number;
}

const height = 22;
const pitch = 44;

/** The number that is spelt out beneath: the one looked at, else the strongest of the sum. */
function chosen(m: Matter, of: SumOf): number {
  const names = [of.a.tensor, of.b.tensor, of.out.tensor];
  const at = m.point && names.includes(m.point.name) && m.point.index[0] === m.focus;
  return at ? (m.point?.index[1] ?? 0) : strongest(m.trace.row(of.out.tensor, m.focus));
}

function spelt(m: Matter, frame: Frame, y: number, of: SumOf): readonly Mark[] {
  const j = chosen(m, of);
  const at = (line: Line) => signed(m.trace.row(line.tensor, m.focus)[j] ?? 0, 3);
  const place = cell(of.out.tensor, m.focus, j);
  const written = `number ${j + 1}:  ${at(of.a)} + ${at(of.b)} = ${at(of.out)}`.replace(
    '+ −',
    '− ',
  );
  const d = m.trace.row(of.out.tensor, m.focus).length;
  const half = 115;
  const middle = frame.left + (frame.inner * (j + 0.5)) / d;
  const x = Math.min(frame.left + frame.inner - half, Math.max(frame.left + half, middle));
  return [
    text(x, y + 14, written, { size: 13, tone: 'ink', anchor: 'middle' }),
    handle({ x: x - half, y: y - 2, width: 2 * half, height: 24 }, `Why ${at(of.out)}?`, {
      kind: 'cell',
      cell: place,
    }),
  ];
}

/** Two strips, one above the other, and their sum, cell by cell. */
export function sums(m: Matter, frame: Frame, top: number, of: SumOf): Drawn {
  const marks: Mark[] = [];
  let y = top;
  [of.a, of.b, of.out].forEach((part, i) => {
    const role = of.roles[i] ?? 'residual';
    const sign = ['', '+', '='][i] ?? '';
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
      i === 1
        ? { keys: arrive(of.begin, of.begin + span * 0.35, 0, -8) }
        : i === 2
          ? { sweep: { axis: 'x' as const, from: of.begin + span * 0.35, to: of.end } }
          : {};
    marks.push(...beside.marks, strip(m, part.tensor, m.focus, role, place, moving));
    if (!frame.narrow)
      marks.push(text(frame.left - 14, place.y + 17, sign, { size: 17, tone: 'ink' }));
    y = Math.max(y + (frame.narrow ? 0 : pitch), place.y + place.height + 8, beside.bottom + 6);
  });
  return { marks: [...marks, ...spelt(m, frame, y, of)], bottom: y + 26 };
}
