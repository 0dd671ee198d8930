import { formulaOf } from '../../state/dataflow/graph';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { line, path, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Box, Mark, Tone } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { strip } from '../kit/strip';
import { firesIn, namesOf, unitOf } from './units';

/** A row of numbers as bars about a middle line, those that count drawn strong. */
interface Bars {
  readonly values: Float32Array;
  readonly strong: (i: number) => boolean;
  readonly tone: Tone;
}

/** Where 0 is, and how high a number of 1 is. */
function scaleOf({ values }: Bars, { y, height }: Box) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const unit = high > low ? height / (high - low) : 0;
  return { base: y + unit * high, unit };
}

/** Upright strokes, one for each number, as one path. */
function strokes(
  bars: Bars,
  box: Box,
  { base, unit }: ReturnType<typeof scaleOf>,
  which: (i: number) => boolean,
): string {
  const pitch = box.width / bars.values.length;
  const middle = base.toFixed(1);
  const drawn = Array.from(bars.values, (value, i) => {
    const seen = which(i) && Math.abs(unit * value) > 0.2;
    if (!seen) return '';
    const x = (box.x + pitch * (i + 0.5)).toFixed(1);
    return `M${x} ${middle}v${(-unit * value).toFixed(1)}`;
  });
  return drawn.join('') || 'M0 0';
}

function barMarks(bars: Bars, box: Box): readonly Mark[] {
  const width = Math.max(0.7, Math.min(4, (box.width / bars.values.length) * 0.7));
  const scale = scaleOf(bars, box);
  const { base } = scale;
  const of = (strong: boolean) => strokes(bars, box, scale, (i) => bars.strong(i) === strong);
  return [
    line(box.x, base, box.x + box.width, base),
    path(of(false), { stroke: bars.tone, width, opacity: 0.25 }),
    path(of(true), { stroke: bars.tone, width }),
  ];
}

interface Line {
  readonly name: string;
  readonly formula: string;
  readonly tensor: string;
  readonly tone: 'residual' | 'feed-forward';
  readonly height: number;
  readonly strong?: (i: number) => boolean;
}

/** Bars, and below them the same numbers as cells that can be asked. */
function drawLine(
  m: StepContext,
  frame: Frame,
  top: number,
  of: Line,
): Drawn & { readonly box: Box } {
  const values = m.trace.row(of.tensor, m.focus);
  const note = msg`${signed(Math.min(...values))} to ${signed(Math.max(...values))}`;
  const noted = of.strong ? { note } : {};
  const side = label(frame, top, { name: of.name, formula: of.formula, tone: of.tone, ...noted });
  const box = { x: frame.left, y: side.top + 4, width: frame.inner, height: of.height };
  const under = { ...box, y: box.y + box.height + 2, height: 8 };
  const cells = strip(m, of.tensor, m.focus, of.tone, under);
  const one = { ...cells, rows: 1, columns: cells.data.length };
  const bars = { values, tone: of.tone, strong: of.strong ?? (() => true) };
  return {
    marks: [...side.marks, ...barMarks(bars, box), one],
    bottom: Math.max(under.y + under.height + 8, side.bottom + 4),
    box: { ...box, height: box.height + 10 },
  };
}

/** d → d_ff → d of the word in focus, and the unit that is looked at. */
export function wordBars(m: StepContext, frame: Frame, top: number): Drawn {
  const { hidden, activated, output } = namesOf(m);
  const { x } = formulaOf(m.graph, hidden, 'linear');
  const before = m.trace.row(hidden, m.focus);
  const wide = before.length;
  const fires = firesIn(m);
  const first = drawLine(m, frame, top, {
    ...{
      name: msg`In`,
      formula: msg`x, ${m.dModel} numbers`,
      tensor: x,
      tone: 'residual',
      height: 26,
    },
  });
  const second = drawLine(m, frame, first.bottom, {
    ...{ name: msg`Hidden units`, formula: `f(x · W₁ + b), ${wide}`, tensor: activated },
    ...{ tone: 'feed-forward', height: frame.narrow ? 72 : 54 },
    strong: (unit) => fires(before[unit] ?? 0),
  });
  const third = drawLine(m, frame, second.bottom, {
    ...{ name: msg`Out`, formula: `· W₂ + b, ${m.dModel}`, tensor: output },
    ...{ tone: 'feed-forward', height: 26 },
  });
  const unit = unitOf(m);
  const at = second.box.x + (second.box.width * (unit + 0.5)) / wide;
  const { y, height } = second.box;
  const end = at > frame.left + frame.inner * 0.75;
  return {
    marks: [
      ...[first, second, third].flatMap(({ marks }) => marks),
      rect(at - 3, y - 2, 6, height + 4, { stroke: 'ink' }),
      text(at + (end ? -7 : 7), y + 9, msg`unit ${unit + 1}`, {
        ...{ anchor: end ? 'end' : 'start', size: 12, bold: true, tone: 'ink' },
      }),
    ],
    bottom: third.bottom,
  };
}
