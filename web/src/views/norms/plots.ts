import type { Trace } from '../../model/trace';
import { signedScale } from '../../render/color';
import { mix } from '../../render/motion';
import { signed } from '../../state/format';
import { largest } from '../../state/vector';
import { msg } from '../../words/msg';
import { text, textWidth } from '../kit/frame';
import { cells, dot, line, path, rect } from '../kit/marks';
import { type Curve, type Plot, placeOfX, plotMarks } from '../kit/plot';
import type { SvgMark } from '../kit/scene';
import type { Drawing } from '../kit/text-figure';
import type { Size } from '../view';
import { type Compared, inputOf, type Place } from './batch';

const left = 62;
const gap = 8;
const head = 34;

/** The numbers drawn of each word: as many as there is room for, the chosen one among them. */
function numbersShown(width: number, dModel: number, index: number) {
  const count = Math.max(8, Math.min(32, dModel, Math.floor((width - left - 8) / 9)));
  const first = Math.max(0, Math.min(dModel - count, index - Math.floor(count / 2)));
  return { first, count };
}

/** Words of a batch, one a row, sentence under sentence: a row is what LayerNorm reads, a column what BatchNorm reads. */
export function batchPicture(
  batch: readonly Trace[],
  place: Place,
  { width, height = 0 }: Size,
): Drawing {
  const { layer, token, index } = place;
  const [, dModel = 1] = inputOf(batch[0] as Trace, layer).shape;
  const { first, count } = numbersShown(width, dModel, index);
  const total = batch.reduce((sum, trace) => sum + trace.encoding.tokens.length, 0);
  const [most, room] = height > 600 ? [20, height / 2] : [12, 222];
  const pitch = Math.max(4, Math.min(most, room / total));
  const inner = width - left - 4;
  const scale = signedScale('residual', largest(inputOf(batch[0] as Trace, layer).data));
  const marks: SvgMark[] = [];
  let y = head;
  let own = y;
  batch.forEach((trace, i) => {
    const rows = trace.encoding.tokens.length;
    if (i === 0) own = y + pitch * token;
    for (let row = 0; row < rows; row++) {
      const data = trace
        .row(`layers.${layer}.attention.residual`, row)
        .subarray(first, first + count);
      const box = { x: left, y: y + pitch * row, width: inner, height: Math.max(2, pitch - 1) };
      marks.push(cells(data, scale, box));
    }
    const middle = y + (pitch * rows) / 2 + 4;
    if (i > 0 || Math.abs(own + pitch / 2 + 4 - middle) > 13)
      marks.push(text(left - 8, middle, i === 0 ? msg`this text` : `+ ${i}`, { anchor: 'end' }));
    y += pitch * rows + gap;
  });
  const [piece] = [batch[0]?.encoding.tokens[token]?.piece ?? ''];
  const x = left + ((index - first) / count) * inner;
  const title = msg`${dModel} numbers of each word → (${first + 1} to ${first + count} shown)`;
  return {
    ...{ width, height: y + 4 },
    marks: [
      ...marks,
      rect(left - 2, own - 2, inner + 4, pitch + 3, { stroke: 'norm' }),
      text(left - 8, own + pitch / 2 + 4, piece, {
        ...{ anchor: 'end', tone: 'ink', serif: true, bold: true, size: 13 },
      }),
      rect(x - 1, head - 4, inner / count + 2, y - head - gap + 8, { stroke: 'query' }),
      text(Math.max(0, Math.min(left, width - textWidth(title, 13))), 12, title, {
        tone: 'norm',
        bold: true,
      }),
      text(Math.min(width - 60, Math.max(left, x)), 26, msg`number ${index + 1} ↓`, {
        tone: 'query',
        bold: true,
      }),
    ],
  };
}

const rowHeight = 76;

const shades = { layer: 'norm', batch: 'query' } as const;
const names = { layer: 'LayerNorm', batch: 'BatchNorm' } as const;

/** Where each norm puts the number: a ring for the batch as it was, a dot on its way to the batch as it is. */
export function resultsPlot(
  all: readonly Compared[],
  before: number,
  t: number,
  width: number,
): Drawing {
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
