import { cssColor, cssInk, signedScale } from '../../render/color';
import { stagger } from '../../render/motion';
import { layoutValueFlow, type ValueFlow } from '../../render/value-flow';
import { nearest, placeOfWord, sumOver, type WordPlace } from '../../render/visible-words';
import { fine, signed } from '../../state/format';
import { text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { cells, group, path, rect, shapes } from '../kit/marks';
import type { CellsMark, GroupMark, Keyframe, SvgMark, TextMark } from '../kit/scene';
import { headObject } from './attention-row';
import { formerNumber } from './former-marks';
import {
  type ColumnsLayout,
  type FigureLayout,
  isDim,
  type OutputGrid,
  type RowsLayout,
  stripHeight,
  type WordPlaces,
} from './scene';
import { meanValue, type Slot } from './slots';

/** Values with a smaller weight flow faintly, and not cell by cell. */
const loudFlow = 0.03;

const dimming = (at: FigureLayout, slot: Slot) => ({
  opacity: isDim(at, nearest(slot)) ? 0.4 : 1,
});

/** A word's value; of the words beyond, their mean by weight. */
function slotValue({ row }: FigureLayout, slot: WordPlace): ArrayLike<number> {
  return slot.rest ? meanValue(row, slot) : (row.values[slot.first] ?? []);
}

const isOwn = ({ row }: FigureLayout, { rest, first }: Slot): boolean =>
  !rest && first === row.focus;

/** Where the focus word's own value waits until it is summed, relative to where it then is: over its key, or thin below its word. */
function waitingPlace(at: FigureLayout): Omit<Keyframe, 'at'> {
  const { key, value } = at.words[at.row.focus] as WordPlaces;
  if (at.kind === 'rows') return { dx: at.x.words - value.x, dy: 15, scaleY: 0.1 };
  return { dy: key.y - stripHeight - 2 - at.y.end - value.y };
}

/** The focus word's own value comes from Q K V and waits; in a figure of this step alone, or below an open fold, there is no place for it. */
function ownValue(at: FigureLayout, strip: CellsMark): GroupMark {
  const own = group([strip], { object: headObject(at.row, 'value') });
  if (at.part || at.chain) return own;
  return group([own], {
    origin: [strip.x, strip.y + strip.height / 2],
    keys: [{ at: 3, ...waitingPlace(at) }, { at: 3.24 }],
  });
}

/** A value strip in its column, before it flows. */
function valueStrip(at: FigureLayout, slot: Slot): GroupMark {
  const { row, words, slots, shown } = at;
  const box = words[slot.first]?.value ?? { x: 0, y: 0, width: 0, height: 0 };
  const strip = cells(slotValue(at, slot), signedScale('value', row.bounds.value), box);
  if (isOwn(at, slot)) return ownValue(at, strip);
  const place = placeOfWord(shown, slot.first);
  const [begin, end] = stagger(place, slots.length, 3, 3.16);
  return group([strip], { keys: [{ at: begin, opacity: 0, dy: -12 }, { at: end }] });
}

/** The tapers and currents of one value. */
function current(at: ColumnsLayout, flow: ValueFlow, slot: Slot, j: number): readonly SvgMark[] {
  const { row } = at;
  const { line = null, width = 0, taper = '' } = flow.currents[j] ?? {};
  const threads = flow.threads.filter((thread) => thread.key === j);
  const cellByCell = (outlines: readonly string[]) =>
    shapes(slotValue(at, slot), signedScale('value', row.bounds.value), outlines);
  const loud = Math.abs(sumOver(slot, row.weights)) >= loudFlow;
  const below = threads.flatMap(({ flow: d }) => d ?? []);
  return [
    loud
      ? group([cellByCell(threads.map((thread) => thread.taper))], { opacity: 0.78 })
      : path(taper, { fill: 'value', opacity: 0.12 }),
    ...(below.length > 0 ? [cellByCell(below)] : []),
    ...(line ? [path(line, { stroke: 'value', width: Math.max(0.6, width), opacity: 0.6 })] : []),
  ];
}

/** Every value strip narrows to weight × width, flows down, and lies beside the others. */
export function summedColumns(at: ColumnsLayout): readonly SvgMark[] {
  const { row, slots, strip, lower, block, output } = at;
  const middle = Math.min(block, at.width - at.gutter) / 2;
  const flow = layoutValueFlow({
    weights: slots.map((slot) => Math.abs(sumOver(slot, row.weights))),
    cells: row.dK,
    centres: slots.map(({ centre }) => centre),
    strip,
    mouth: { centre: middle, width: strip },
    top: lower.values + stripHeight,
    neck: lower.neck,
    end: lower.mouth,
  });
  const columns = (marks: (slot: Slot, place: number) => readonly SvgMark[]) =>
    slots.map((slot, i) => group([group(marks(slot, i), { role: 'value' })], dimming(at, slot)));
  const top = lower.values + stripHeight;
  return [
    ...columns((slot) => [valueStrip(at, slot)]),
    group(
      columns((slot, i) => current(at, flow, slot, i)),
      {
        clip: { x: 0, y: top, width: block, height: lower.mouth - top },
        sweep: { axis: 'y', from: 3.24, to: 3.7 },
      },
    ),
    delta(flow.mouth, lower.mouth, output, Math.min(output.perRow, row.dK) * output.cell),
  ];
}

/** From the mouth, as wide as weight 1, to the first row of the output. */
function delta(
  mouth: { readonly left: number; readonly width: number },
  y: number,
  { left, top }: OutputGrid,
  width: number,
): SvgMark {
  const [a, b, right] = [mouth.left, mouth.left + mouth.width, left + width];
  const m = (y + top) / 2;
  const d = `M${a} ${y}C${a} ${m} ${left} ${m} ${left} ${top}H${right}C${right} ${m} ${b} ${m} ${b} ${y}Z`;
  return opening(d, [(a + b) / 2, y], 3.68, mouth.width / width);
}

/** The shape in which the sum opens into the cells of the output. */
function opening(
  d: string,
  origin: readonly [number, number],
  from: number,
  narrow: number,
): SvgMark {
  return path(d, {
    fill: 'value',
    opacity: 0.13,
    role: 'value',
    origin,
    keys: [
      { at: from, opacity: 0, scaleX: narrow, scaleY: 0 },
      { at: from + 0.001, scaleX: narrow, scaleY: 0 },
      { at: 3.82 },
    ],
  });
}

/** Height of a value strip at weight 1, and the least that one of any weight is drawn with. */
export const fullValue = 30;
const leastValue = 0.7;

/** In rows a value is at the right, and shrinks to the height of its weight. */
export function rowValue(at: RowsLayout, slot: Slot): GroupMark {
  const { row, words } = at;
  const box = words[slot.first]?.value ?? { x: 0, y: 0, width: 0, height: 0 };
  const weight = sumOver(slot, row.weights);
  const share = Math.min(1, Math.abs(weight));
  const height = share > 0 ? Math.max(leastValue, share * fullValue) : 0;
  const strip = cells(slotValue(at, slot), signedScale('value', row.bounds.value), box);
  const own = isOwn(at, slot);
  return group([own ? ownValue(at, strip) : strip], {
    role: 'value',
    origin: [box.x, box.y + box.height / 2],
    keys: [
      ...(own ? [] : [{ at: 3.06, opacity: 0 }, { at: 3.16 }]),
      { at: 3.24 },
      { at: 3.6, scaleY: height / fullValue },
    ],
  });
}

function rowsDelta(at: RowsLayout): SvgMark {
  const { x, output } = at;
  const end = output.top - 2;
  const right = x.values + x.strip;
  const d = `M${x.values} 0C${x.values} ${end} ${output.left} 0 ${output.left} ${end}H${right}V0Z`;
  const narrow = x.strip / (right - output.left);
  return opening(d, [right, 0], 3.6, narrow);
}

/** The place of a cell in an output grid. */
export function outputCell(grid: OutputGrid, i: number): { x: number; y: number } {
  const row = Math.floor(i / grid.perRow);
  return { x: grid.left + (i % grid.perRow) * grid.cell, y: grid.top + row * grid.height };
}

/** A cell's former number below the new one, in the ink of the cell. */
function formerOutput(now: TextMark, was: string, left: number): readonly SvgMark[] {
  const place = { x: now.x, y: now.y + 14 };
  return formerNumber(now, was, place, 10, left + 2).map((mark) => inked(mark, now.ink));
}

/** A gradient where there is little room: one digit with an exponent, no zero before a point. */
const briefly = (x: number): string =>
  Math.abs(x) < 0.001 && x !== 0
    ? x.toExponential(0).replaceAll('-', '\u2212')
    : fine(x).replace('0.', '.');

/** A cell's gradient below its number. */
const gradientOutput = (now: TextMark, gradient: number, index: number): TextMark => ({
  ...now,
  ...{ y: now.y + 14, size: 9, text: briefly(gradient) },
  shows: { tensor: 'grad.heads', index },
});

const inked = (mark: SvgMark, ink: string | undefined): SvgMark => {
  if (!ink) return mark;
  if (mark.kind === 'group') return { ...mark, marks: mark.marks.map((each) => inked(each, ink)) };
  return mark.kind === 'text' || mark.kind === 'path' ? { ...mark, ink } : mark;
};

/** The output strip: cells with their numbers, which appear one after another. */
export function outputMarks(at: FigureLayout): readonly SvgMark[] {
  const { row, output: grid } = at;
  const scale = signedScale('value', row.bounds.output);
  const [width, height] = [grid.cell - 1, grid.height - 1];
  const drawn = Array.from(row.output, (z, i): readonly SvgMark[] => {
    const { x, y } = outputCell(grid, i);
    const keys = appear(...stagger(i, row.output.length, 3.8, 4));
    const former = at.former?.output[i];
    const gradient = at.gradient?.output[i];
    const beside =
      gradient === undefined ? former !== undefined && signed(former) !== signed(z) : true;
    const lift = beside ? 6 : 0;
    const number = text(x + width / 2, y + grid.height / 2 + 4 - lift, signed(z), {
      anchor: 'middle',
      size: grid.cell < 37 ? 11 : 12,
      ink: cssInk(scale, z),
      shows: { tensor: 'heads', index: i },
      keys,
    });
    return [
      rect(x, y, width, height, { fill: 'zero', ink: cssColor(scale, z), keys }),
      number,
      ...(former === undefined ? [] : formerOutput(number, signed(former), x)),
      ...(gradient === undefined ? [] : [gradientOutput(number, gradient, i)]),
    ];
  });
  const shape = at.kind === 'rows' ? [rowsDelta(at)] : [];
  return [...shape, group(drawn.flat(), { role: 'value', object: headObject(row, 'heads') })];
}
