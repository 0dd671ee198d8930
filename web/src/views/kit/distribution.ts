import { formulaOf, statisticsOf } from '../../state/dataflow/graph';
import { signed } from '../../state/format';
import { layersLeg } from '../../state/timeline';
import { awaitsGuess } from '../../state/tour/veil';
import { cosine, largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, label, text } from './frame';
import { appear, arrive } from './keyframes';
import { dot, line, path, rect } from './marks';
import type { Drawn } from './product';
import type { Keyframe, Mark } from './scene';
import { chosenCell, type StepContext } from './step-context';
import { strip, vector } from './strip';

/** Where a vector of the residual stream is: "x after layer 2"; null for any other tensor. */
export function placeOfX({ graph }: StepContext, tensor: string): string | null {
  const layer = graph.layerInputs.indexOf(tensor);
  if (layer < 0) return null;
  return layer === 0 ? msg`x before layer 1` : msg`x after layer ${layer}`;
}

/** The same without its x. */
function placeInStack({ graph }: StepContext, tensor: string): string {
  const layer = graph.layerInputs.indexOf(tensor);
  return layer === 0 ? msg`before layer 1` : msg`after layer ${layer}`;
}

/** Height of all rows together, at most; and of one. */
const room = 120;
const most = 26;
/** Rows lower than this are not all named. */
const leastNamed = 13;

/** The share of the step in which a word travels through the layers before, if there are any. */
export const travel = ({ layer }: Pick<StepContext, 'layer'>): number =>
  layer > 0 ? layersLeg : 0;

/** Comes from the place of its vector one layer before, `dy` above, as it leaves a layer. */
export function leaving(m: StepContext, layer: number, dy: number): readonly Keyframe[] {
  const share = travel(m) / m.layer;
  return arrive(share * (layer - 1), share * layer, 0, -dy);
}

/**
 * The focus word on its way through the layers before this one: its vector after each of them, one
 * below the other, all on one scale, with its cosine to the vector that it began as.
 */
export function layersBefore(
  m: StepContext,
  frame: Frame,
  top: number,
  { names, width }: { readonly names: readonly string[]; readonly width: number },
): Drawn {
  const pitch = Math.min(most, room / names.length);
  const rows = names.map((name) => m.trace.row(name, m.focus));
  const bars = largest(rows.map(largest)) || 1;
  const side = label(frame, top, {
    name: msg`{0:Layer 1|Layers 1 to ${m.layer}}`,
    formula: `±${signed(bars, 1)}`,
    note: frame.narrow ? '' : msg`right: the cosine with x before layer 1`,
  });
  const y = side.top + 4;
  const every = Math.ceil(leastNamed / pitch);
  const marks = names.flatMap((name, i): readonly Mark[] => {
    const place = { x: frame.left, y: y + pitch * i, width, height: pitch - 4 };
    const keys = i > 0 ? { keys: leaving(m, i, pitch) } : {};
    const one = strip(m, name, m.focus, 'residual', place, { ...keys, bars });
    if (i % every !== 0) return [one];
    const like = signed(cosine(rows[0] as Float32Array, rows[i] as Float32Array));
    const written = frame.narrow ? like : `${placeInStack(m, name)}: ${like}`;
    const at = text(frame.left + width + 6, place.y + place.height - 3, written, { size: 11 });
    return [one, { ...at, ...keys }];
  });
  return {
    marks: [...side.marks, ...marks],
    bottom: Math.max(y + pitch * names.length, side.bottom),
  };
}

interface SpreadOf {
  readonly x: string;
  readonly norm: string;
  /** Start and end time of the movement. */
  readonly begin: number;
  readonly end: number;
}

const rowHeight = 74;
const mostDots = 256;
const radius = 2.4;

/** One word's numbers on an axis: raw, standardised, and after γ and β. */
interface NormStage {
  readonly name: string;
  readonly formula: string;
  readonly note: string;
  readonly values: readonly number[];
  /** Where mean and standard deviation are marked. */
  readonly middle: number;
  readonly spread: number;
}

/** The mean of numbers and their standard deviation. */
interface Spread {
  readonly middle: number;
  readonly spread: number;
}

export function spreadOf(numbers: ArrayLike<number>): Spread {
  const values = Array.from(numbers);
  const middle = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - middle) ** 2, 0);
  return { middle, spread: Math.sqrt(squares / values.length) };
}

/** Whether a norm is over the wrong axis: of each number over the words. */
export const overWords = (m: StepContext, norm: string): boolean =>
  formulaOf(m.graph, norm, 'norm').axis === 'tokens';

/** The word's numbers less their mean, by their deviation; over words, each by its own. */
export function standardised(m: StepContext, { x, norm }: Pick<SpreadOf, 'x' | 'norm'>) {
  const at = overWords(m, norm) ? (j: number) => j : () => m.focus;
  const [mean, rstd] = statisticsOf(m.graph, m.trace, norm);
  return Array.from(
    m.trace.row(x, m.focus),
    (value, j) => (value - (mean?.[at(j)] ?? 0)) * (rstd?.[at(j)] ?? 1),
  );
}

/** Whether a norm leaves the mean where it is. */
export const isRms = (m: StepContext, norm: string): boolean =>
  !statisticsOf(m.graph, m.trace, norm)[0];

/** Mean and standard deviation that the norm itself used; of a norm of another kind, the numbers' own. */
function statistics(m: StepContext, { x, norm }: SpreadOf): Spread {
  if (isRms(m, norm) || overWords(m, norm)) return spreadOf(m.trace.row(x, m.focus));
  const [middle = 0, rstd = 1] = statisticsOf(m.graph, m.trace, norm).map(
    (each) => each?.[m.focus],
  );
  return { middle, spread: 1 / rstd };
}

function stages(m: StepContext, of: SpreadOf): readonly NormStage[] {
  const between = standardised(m, of);
  const out = m.trace.row(of.norm, m.focus);
  const stage = (
    [name, formula]: readonly [string, string],
    values: ArrayLike<number>,
    { middle, spread }: Spread,
    digits = 2,
  ): NormStage => ({
    ...{ name, formula, values: Array.from(values), middle, spread },
    note: `μ = ${signed(middle, digits)}, σ = ${signed(spread, digits)}`,
  });
  const exact = { middle: 0, spread: 1 };
  const rms = isRms(m, of.norm);
  const rule = rms ? 'x ÷ rms' : '(x − μ) ÷ σ';
  return [
    stage([msg`Before`, 'x'], m.trace.row(of.x, m.focus), statistics(m, of)),
    rms || overWords(m, of.norm)
      ? stage([msg`Standardised`, rule], between, spreadOf(between))
      : stage([msg`Standardised`, rule], between, exact, 0),
    stage([msg`Learned scale`, rms ? '· γ' : '· γ + β'], out, spreadOf(out)),
  ];
}

/** Stacks dots that would overlap: the height of each, counted in dots. */
export function stack(places: readonly number[], size: number): readonly number[] {
  const heights = new Map<number, number>();
  return places.map((x) => {
    const column = Math.round(x / size);
    const height = heights.get(column) ?? 0;
    heights.set(column, height + 1);
    return height;
  });
}

interface DotRow {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly base: number;
}

function rowOf(values: readonly number[], x: (v: number) => number, top: number): DotRow {
  const base = top + rowHeight - 12;
  const xs = values.map(x);
  const heights = stack(xs, radius * 2);
  const tallest = Math.max(1, ...heights);
  const pitch = Math.min(radius * 1.8, (rowHeight - 22) / tallest);
  return { xs, ys: heights.map((h) => base - radius - 1 - h * pitch), base };
}

/** Moves from the row above to this one. */
function travelOf(
  from: DotRow,
  to: DotRow,
  i: number,
  begin: number,
  end: number,
): readonly Keyframe[] {
  const dx = (from.xs[i] ?? 0) - (to.xs[i] ?? 0);
  const dy = (from.ys[i] ?? 0) - (to.ys[i] ?? 0);
  return [{ at: begin, dx, dy, opacity: 0 }, { at: begin + 0.02, dx, dy, opacity: 1 }, { at: end }];
}

/** A word's numbers as dots on one axis, before, during and after layer norm. */
export function distribution(m: StepContext, frame: Frame, top: number, of: SpreadOf): Drawn {
  const all = stages(m, of);
  const bound = Math.max(...all.map((stage) => largest(stage.values))) * 1.04 || 1;
  const x = (v: number) => frame.left + (frame.inner * (v + bound)) / (2 * bound);
  const length = all[0]?.values.length ?? 0;
  const every = Math.ceil(length / mostDots);
  const chosen = chosenCell(m, of.norm).index[1] ?? 0;
  const marks: Mark[] = [];
  const rows: DotRow[] = [];
  const times = [of.begin, (of.begin + of.end) / 2, of.end];
  let y = top;
  all.forEach((stage, i) => {
    const side = label(frame, y, {
      name: stage.name,
      formula: stage.formula,
      note: i && awaitsGuess(m.state) ? '?' : stage.note,
      tone: i ? 'norm' : 'ink',
    });
    const row = rowOf(stage.values, x, side.top);
    // Mean and deviation are known when the numbers have come.
    const known = i ? { keys: appear(times[i - 1] ?? 0, times[i] ?? 1) } : {};
    const band = rect(
      x(stage.middle - stage.spread),
      side.top + 4,
      x(stage.spread) - x(-stage.spread),
      rowHeight - 16,
      { fill: 'zero', ...known },
    );
    const upright = `M${x(stage.middle)} ${side.top + 4}V${row.base}`;
    const mean = path(upright, { stroke: 'norm', ...known });
    marks.push(
      ...side.marks,
      band,
      mean,
      line(frame.left, row.base, frame.left + frame.inner, row.base),
    );
    if (i === 2) marks.push(...axis(x, bound, row.base));
    rows.push(row);
    const from = rows[i - 1];
    row.xs.forEach((place, j) => {
      if (j % every !== 0 && j !== chosen) return;
      const keys = from ? travelOf(from, row, j, times[i - 1] ?? 0, times[i] ?? 1) : undefined;
      const options = { opacity: j === chosen ? 1 : 0.55, ...(keys && { keys }) };
      const tone = j === chosen ? 'ink' : i ? 'norm' : 'residual';
      marks.push(dot(place, row.ys[j] ?? 0, j === chosen ? 4 : radius, tone, options));
    });
    y = Math.max(row.base + 14, side.bottom + 2);
  });
  return { marks, bottom: y + 8 };
}

/** The distribution and, below it, the output of layer norm. */
export function normed(m: StepContext, frame: Frame, top: number, of: SpreadOf): Drawn {
  const arrived = of.begin + (of.end - of.begin) * 0.75;
  const spread = distribution(m, frame, top, { ...of, end: arrived });
  const side = label(frame, spread.bottom + 4, {
    name: msg`Normalised`,
    formula: placeOfX(m, of.norm) ?? 'x̂',
    tone: 'norm',
  });
  const place = { x: frame.left, y: side.top + 4, width: frame.inner, height: 34 };
  const sweep = { axis: 'x', from: arrived, to: of.end } as const;
  const row = vector(m, place, { name: of.norm, role: 'norm' }, { sweep });
  return { marks: [...spread.marks, ...side.marks, ...row], bottom: place.y + place.height + 12 };
}

function axis(x: (v: number) => number, bound: number, y: number): readonly Mark[] {
  const step = Math.max(1, 2 ** Math.ceil(Math.log2(bound / 4)));
  const count = Math.floor((0.95 * bound) / step);
  return Array.from({ length: 2 * count + 1 }, (_, i) => {
    const v = (i - count) * step;
    return text(x(v), y + 13, signed(v, 0), { anchor: 'middle', size: 11 });
  });
}
