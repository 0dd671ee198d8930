import type { Trace } from '../../model/trace';
import { mix } from '../../render/motion';
import { signed } from '../../state/format';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { text } from '../kit/frame';
import type { Drawing } from '../kit/hosted-figure';
import { dot, line, path, rect } from '../kit/marks';
import { type Curve, type Plot, placeOfX, plotMarks } from '../kit/plot';
import type { SvgMark } from '../kit/scene';
import type { Size } from '../view';

/** Mean and standard deviation of some numbers. */
export interface Statistics {
  readonly mean: number;
  readonly deviation: number;
}

/** `eps` is added to the variance, as in the norms of the model. */
export function statisticsOf(values: ArrayLike<number>, eps: number): Statistics {
  const all = Array.from(values);
  const mean = all.reduce((sum, x) => sum + x, 0) / (all.length || 1);
  const variance = all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (all.length || 1);
  return { mean, deviation: Math.sqrt(variance + eps) };
}

/** What both norms make of one number of one word, in a batch of sentences. */
export interface Compared {
  readonly sentences: number;
  /** Over the numbers of this word. */
  readonly layer: Statistics;
  /** Over this number of all words of all sentences. */
  readonly batch: Statistics;
  /** The number, less the mean and over the deviation: before what the norm has learned. */
  readonly byLayer: number;
  readonly byBatch: number;
}

/** The numbers that a norm reads, one row a word. */
export const inputOf = (trace: Trace, layer: number) =>
  trace.tensor(`layers.${layer}.attention.residual`);

/** One number of every word of a sentence. */
export function column(trace: Trace, layer: number, index: number): readonly number[] {
  const { shape, data } = inputOf(trace, layer);
  const [rows = 0, width = 1] = shape;
  return Array.from({ length: rows }, (_, row) => data[row * width + index] ?? 0);
}

export interface Place {
  readonly layer: number;
  readonly token: number;
  /** Which number of the word. */
  readonly index: number;
  readonly eps: number;
}

/** With the first sentence alone, with the first two, and so on; the word is one of the first. */
export function compared(batch: readonly Trace[], place: Place): readonly Compared[] {
  const [own] = batch;
  if (!own) return [];
  const { layer, token, index, eps } = place;
  const row = own.row(`layers.${layer}.attention.residual`, token);
  const x = row[index] ?? 0;
  const byWord = statisticsOf(row, eps);
  const columns = batch.map((trace) => column(trace, layer, index));
  return batch.map((_, i) => {
    const batchwise = statisticsOf(columns.slice(0, i + 1).flat(), eps);
    return {
      ...{ sentences: i + 1, layer: byWord, batch: batchwise },
      byLayer: (x - byWord.mean) / byWord.deviation,
      byBatch: (x - batchwise.mean) / batchwise.deviation,
    };
  });
}

const shades = { layer: 'norm', batch: 'query' } as const;
const names = { layer: 'LayerNorm', batch: 'BatchNorm' } as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The batch as it lies: a block for each sentence, a row for each word; what each norm reads is marked. */
function batchMap(
  batch: readonly Trace[],
  { token, index }: Place,
  dModel: number,
  { x, y, width, height }: Box,
): readonly SvgMark[] {
  const gap = 4;
  const counts = batch.map((trace) => trace.encoding.tokens.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const pitch = (height - gap * (counts.length - 1)) / total;
  let top = y;
  const blocks = counts.flatMap((count, i): readonly SvgMark[] => {
    const [at, tall] = [top, count * pitch];
    top += tall + gap;
    return [
      rect(x, at, width, tall, { fill: 'zero' }),
      text(x - 6, at + tall / 2 + 4, String(i + 1), { anchor: 'end', size: 11 }),
    ];
  });
  return [
    ...blocks,
    rect(x, y + token * pitch, width, Math.max(2, pitch), { fill: shades.layer }),
    rect(x + (index / dModel) * width, y, Math.max(2, width / dModel), height, {
      fill: shades.batch,
    }),
  ];
}

interface Read {
  readonly norm: keyof typeof shades;
  readonly about: string;
  /** What is read, part by part; the number asked about is one of the first part. */
  readonly parts: readonly (readonly number[])[];
  readonly own: number;
  readonly statistics: Statistics | undefined;
}

/** What a norm reads as bars, over the mean and one deviation on either side. */
function readBars({ norm, about, parts, own, statistics }: Read, bound: number, box: Box) {
  const { x, y, width, height } = box;
  const tone = shades[norm];
  const gap = 6;
  const pitch = (width - gap * (parts.length - 1)) / parts.flat().length;
  const unit = height / (2 * bound);
  const zero = y + 38 + height / 2;
  let at = x;
  const bars = parts.flatMap((part, i) => {
    const from = at;
    at += part.length * pitch + gap;
    return part.map((value, j): SvgMark => {
      const tall = Math.max(0.5, Math.abs(value) * unit);
      const fill = i === 0 && j === own ? 'ink' : tone;
      const thick = Math.max(1, pitch * 0.7);
      return rect(from + j * pitch, value < 0 ? zero : zero - tall, thick, tall, { fill });
    });
  });
  const { mean, deviation } = statistics ?? { mean: 0, deviation: 0 };
  return [
    text(x, y + 13, names[norm], { tone, size: 15, bold: true, serif: true }),
    text(x, y + 29, about),
    rect(x, zero - (mean + deviation) * unit, width, 2 * deviation * unit, { fill: 'zero' }),
    ...bars,
    line(x, zero - mean * unit, x + width, zero - mean * unit, tone),
    text(x + width + 6, zero + 4, `±${signed(bound, 1)}`, { size: 11 }),
  ];
}

/** What stands above and below the batch on a stage: its heading, sentences and buttons. */
const around = 141;

/** What each norm reads of a batch: LayerNorm a word’s row, BatchNorm one number of every word. */
export function batchPicture(
  batch: readonly Trace[],
  { place, word, found }: { place: Place; word: string; found: Compared | undefined },
  { width, height = 0 }: Size,
): Drawing {
  const { layer, token, index } = place;
  const row = [...(batch[0] as Trace).row(`layers.${layer}.attention.residual`, token)];
  const columns = batch.map((trace) => column(trace, layer, index));
  const total = columns.flat().length;
  const bound = largest([...row, ...columns.flat()]) || 1;
  const each = Math.max(118, (height - around) / 2);
  const tall = each - 46;
  const map = { x: 14, y: 4, width: width < 420 ? 52 : 96, height: 2 * each - 12 };
  const left = map.x + map.width + 18;
  const box = { x: left, width: width - left - 36, height: tall };
  const reads: readonly Read[] = [
    {
      ...{ norm: 'layer', parts: [row], own: index, statistics: found?.layer },
      about: msg`reads a row: all ${row.length} numbers of ${word}`,
    },
    {
      ...{ norm: 'batch', parts: columns, own: token, statistics: found?.batch },
      about: msg`reads a column: number ${index + 1} of all ${total} words`,
    },
  ];
  return {
    ...{ width, height: 2 * each },
    marks: [
      ...batchMap(batch, place, row.length, map),
      ...reads.flatMap((read, i) => readBars(read, bound, { ...box, y: each * i })),
    ],
  };
}

/** Where each norm puts the number: a ring for the batch as it was, a dot on its way to the batch as it is. */
export function resultsPlot(
  all: readonly Compared[],
  before: number,
  t: number,
  { width, height = 0 }: Size,
): Drawing {
  const rowHeight = Math.max(76, Math.min(140, height / 5));
  const [from, to] = [all[Math.min(before, all.length) - 1], all.at(-1)];
  const values = all.flatMap(({ byLayer, byBatch }) => [byLayer, byBatch]);
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)];
  const pad = (high - low) * 0.12 || 1;
  const wide = width >= 380;
  const box = { x: wide ? 92 : 4, y: 0, width: width - (wide ? 104 : 16), height: 2 * rowHeight };
  const plot: Plot = {
    ...{ box, x: { from: low - pad, to: high + pad }, y: { from: 0, to: 1 }, curves: [] },
    ...{ left: { ticks: [] }, below: {} },
  };
  const row = (which: 'layer' | 'batch', i: number): readonly SvgMark[] => {
    const at = (of: Compared | undefined) => (which === 'layer' ? of?.byLayer : of?.byBatch) ?? 0;
    const y = rowHeight * (i + 0.62);
    const [x1, x2] = [placeOfX(plot, at(from)), placeOfX(plot, mix(at(from), at(to), t))];
    const tone = shades[which];
    return [
      text(0, wide ? y + 5 : y - 32, names[which], { tone, size: 15, bold: true, serif: true }),
      line(box.x, y, box.x + box.width, y),
      ...(Math.abs(x2 - x1) > 1
        ? [path(`M${x1} ${y}H${x2}`, { stroke: tone, width: 3, opacity: 0.4 })]
        : []),
      dot(x1, y, 8, 'paper', { stroke: tone }),
      dot(x2, y, 6, tone),
      text(x2, y - 14, signed(mix(at(from), at(to), t)), {
        ...{ anchor: 'middle', tone, size: 15, bold: true },
      }),
    ];
  };
  const marks = [...plotMarks(plot), ...row('layer', 0), ...row('batch', 1)];
  return { width, height: box.height + 24, marks };
}

/** The mean that each norm takes away, with a deviation on either side, as sentences are added. */
export function statisticsPlot(all: readonly Compared[], width: number): Drawing {
  const curve = (of: 'layer' | 'batch'): Curve => ({
    points: all.map((each) => [each.sentences, each[of].mean]),
    band: all.map(
      ({ sentences, [of]: { mean, deviation } }) =>
        [...[sentences, mean - deviation, mean + deviation]] as [number, number, number],
    ),
    ...{ tone: shades[of], label: names[of], width: 2.4, ...(of === 'batch' && { dash: '5 3' }) },
  });
  const curves = [curve('layer'), curve('batch')];
  const values = curves.flatMap(({ band = [] }) => band.flatMap(([, low, high]) => [low, high]));
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)];
  const room = (high - low) * 0.08 || 1;
  const height = 180;
  const plot: Plot = {
    box: { x: 40, y: 22, width: Math.max(60, width - 40 - 78), height: height - 50 },
    x: { from: 1, to: Math.max(2, all.length) },
    y: { from: low - room, to: high + room },
    ...{ curves, at: all.length, left: { name: msg`mean` } },
    below: { ticks: all.map(({ sentences }) => sentences), write: String },
  };
  return { width, height, marks: plotMarks(plot) };
}
