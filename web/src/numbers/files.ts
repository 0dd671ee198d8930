import type { Tensor, Trace } from '../model/trace';
import { cellText, type Operand, valuesOf } from '../state/dataflow/cell';
import { explain } from '../state/dataflow/graph';
import type { AnswerFormat, NumberFormat, Writers } from '../state/numbers';
import { type Answer, answerTo, title } from './answer';
import { bytesOf, joined, npz, table } from './formats';
import { scriptOf } from './numpy';
import { workbookOf } from './workbook';

const piecesOf = ({ encoding }: Trace): string[] => encoding.tokens.map(({ piece }) => piece);

const tensorsOf = (trace: Trace): Tensor[] => trace.names.map((name) => trace.tensor(name));

/** Every tensor by its name, and the pieces of the text as `words`: what `numpy.load` reads. */
const npzOf = (trace: Trace): Uint8Array<ArrayBuffer> =>
  npz(piecesOf(trace), 'words', tensorsOf(trace));

/** The same tensors and names that `fovea encode --trace` writes. */
function safetensors(trace: Trace): Uint8Array<ArrayBuffer> {
  let end = 0;
  const header: Record<string, unknown> = { __metadata__: { words: piecesOf(trace).join('\n') } };
  const parts = tensorsOf(trace).map(({ name, shape, data }) => {
    const bytes = bytesOf(data);
    header[name] = { dtype: 'F32', shape, data_offsets: [end, end + bytes.length] };
    end += bytes.length;
    return bytes;
  });
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(text.length / 8) * 8;
  const prefix = new DataView(new ArrayBuffer(8));
  prefix.setUint32(0, length, true);
  const spaces = new Uint8Array(length - text.length).fill(0x20);
  return joined(new Uint8Array(prefix.buffer), text, spaces, ...parts);
}

/** What the places along an axis are called: words along those of the text, else their numbers. */
function labelsOf(axis: string, size: number, pieces: readonly string[]): readonly string[] {
  const named = ['token', 'query', 'key'].includes(axis) && size === pieces.length;
  return Array.from({ length: size }, (_, i) => (named ? `${i} ${pieces[i]}` : String(i)));
}

/**
 * One tensor as a table, a row for each place along all axes but the last, which are the first columns,
 * and a column for each place along the last. Numbers have all the digits that tell one float from the next.
 */
function csv(trace: Trace, name: string): string {
  const { axes, shape, data } = trace.tensor(name);
  const labels = axes.map((axis, i) => labelsOf(axis, shape[i] ?? 0, piecesOf(trace)));
  const columns = labels.at(-1) ?? ['0'];
  const last = axes.at(-1) ?? '';
  const heads = [...axes.slice(0, -1), ...columns.map((label) => `${last} ${label}`)];
  const places = labels
    .slice(0, -1)
    .reduce<string[][]>(
      (all, axis) => all.flatMap((place) => axis.map((at) => [...place, at])),
      [[]],
    );
  const rows = places.map((place, i) => [
    ...place,
    ...[...data.subarray(i * columns.length, (i + 1) * columns.length)].map((x) =>
      Number.isFinite(x) ? Number(x.toPrecision(9)) : x,
    ),
  ]);
  return table([heads, ...rows]);
}

/** The number that is asked, then what it was computed from: each product of a sum, else each operand. */
function answerCsv({ cell, value, context, trace, parameters }: Answer): string {
  const { list, operands } = explain(context.graph, valuesOf(trace, parameters), cell);
  const told = ({ cell: of, value: x }: Operand) => [
    title({ cell: of, context }),
    cellText(of),
    Number(x.toPrecision(9)),
  ];
  const parts = list?.kind === 'terms' ? list.terms : [];
  const factors = parts.flatMap((part) => part.factors.map(({ cell: of }) => cellText(of)));
  const others = operands.filter(({ cell: of }) => !factors.includes(cellText(of)));
  return table([
    ['what', 'cell', 'value', 'times what', 'cell', 'value', 'product'],
    told({ cell, value }),
    ...parts.map((part) => [...part.factors.flatMap(told), part.value]),
    ...others.map(told),
  ]);
}

/** An answer to "why?" as a file: its arithmetic, all the way as formulas, or as a script. */
export const answerAs: Writers['answerAs'] = async (format: AnswerFormat, of, parameter) => {
  const answer = await answerTo(of, parameter);
  if (format === 'csv') return new Blob([answerCsv(answer)], { type: 'text/csv' });
  if (format === 'py') return new Blob([scriptOf(answer)], { type: 'text/x-python' });
  return new Blob([joined(await workbookOf(answer))], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
};

/** The numbers of a trace as a file: the table of one tensor, or all of them. */
export function numbersAs(trace: Trace, format: NumberFormat, name: string): Blob {
  if (format === 'csv') return new Blob([csv(trace, name)], { type: 'text/csv' });
  const bytes = format === 'npz' ? npzOf(trace) : safetensors(trace);
  return new Blob([bytes], { type: 'application/octet-stream' });
}
