import { formulaOf } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { type Frame, label, text, textWidth } from '../kit/frame';
import { appear, arrive } from '../kit/keyframes';
import { path, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { parameterPanel, strip } from '../kit/strip';
import { tiles, words } from '../kit/words';

const rowHeight = 16;
/** Below the table: the row that is taken, and the scales. */
const beneath = 92;

/** Number of table rows shown above and below the chosen one. */
function around({ room = 0 }: Frame, top: number): number {
  return Math.max(6, Math.floor(((room - top - beneath) / rowHeight - 1) / 2));
}

interface Window {
  readonly first: number;
  readonly count: number;
  readonly picked: number;
}

function windowOf(m: StepContext, each: number): Window {
  const id = m.tokens[m.focus]?.id ?? 0;
  const size = m.model.config.vocab_size;
  const count = Math.min(size, 2 * each + 1);
  const first = Math.max(0, Math.min(size - count, id - each));
  return { first, count, picked: id - first };
}

const namesWidth = 108;

function rowNames(m: StepContext, w: Window, x: number, y: number): readonly Mark[] {
  return Array.from({ length: w.count }, (_, i) => {
    const id = w.first + i;
    const piece = m.model.vocabulary[id] ?? '';
    const picked = i === w.picked;
    const room = namesWidth - 44;
    const size = Math.max(11, Math.min(13, (room / textWidth(piece, 1, true)) | 0));
    const baseline = y + i * rowHeight + 12;
    const style = {
      serif: true,
      bold: picked,
      size,
      tone: picked ? ('query' as const) : ('ink-2' as const),
    };
    return [
      text(x + 34, baseline, String(id), { anchor: 'end', size: 11, bold: picked }),
      text(x + 40, baseline, piece, style),
    ];
  }).flat();
}

function table(
  m: StepContext,
  frame: Frame,
  top: number,
  name: string,
): { marks: Mark[]; bottom: number; pickedY: number } {
  const w = windowOf(m, around(frame, top));
  const x = frame.left + namesWidth;
  const width = frame.inner - namesWidth;
  const panel = parameterPanel(
    m,
    name,
    [w.first, w.count],
    { x, y: top, width, height: w.count * rowHeight },
    { role: 'residual', label: msg`rows ${w.first} to ${w.first + w.count - 1} of the word table` },
  );
  const pickedY = top + w.picked * rowHeight;
  const waiting = text(x + 8, top + 16, msg`fetching the word table …`);
  const marks: Mark[] = [
    panel ?? waiting,
    ...rowNames(m, w, frame.left, top),
    rect(x - 2, pickedY - 1, width + 4, rowHeight + 1.5, { stroke: 'ink', keys: appear(0.1, 0.3) }),
  ];
  return { marks, bottom: top + w.count * rowHeight, pickedY };
}

export const draw: Draw = (m, frame) => {
  const formula = formulaOf(m.graph, 'embedding.tokens', 'lookup');
  const head = words(m, frame);
  const under = tiles(m, head, 'embedding.tokens', 'residual', { axis: 'y', from: 0.7, to: 1 });
  const id = m.tokens[m.focus]?.id ?? 0;
  const first = label(frame, under.bottom + 8, {
    name: msg`Word table`,
    formula: `${m.model.config.vocab_size} × ${m.dModel}`,
    note: msg`one row per piece of the vocabulary; some of them`,
  });
  const rows = table(m, frame, first.top + 4, formula.table);
  const scaled = formula.scale !== 1;
  const second = label(frame, Math.max(rows.bottom + 20, first.bottom), {
    name: msg`Embedding`,
    formula: scaled ? msg`row ${id} × √${m.dModel}` : msg`row ${id}`,
  });
  // As wide as the row that it is a copy of, so that on its way it covers no names of rows.
  const place = {
    ...{ x: frame.left + namesWidth, y: second.top + 6 },
    ...{ width: frame.inner - namesWidth, height: 24 },
  };
  const keys = arrive(0.3, 0.7, 0, rows.pickedY - place.y);
  const row = strip(m, 'embedding.tokens', m.focus, 'residual', place, { keys });
  const guide = path(`M${place.x + place.width / 2} ${rows.bottom + 4}v14`, {
    stroke: 'ink-2',
    keys: appear(0.3, 0.5),
  });
  const numbers = m.trace.row('embedding.tokens', m.focus);
  const start = Array.from(numbers.slice(0, 3), (x) => signed(x)).join(', ');
  return {
    marks: [
      ...head.marks,
      ...under.marks,
      ...first.marks,
      ...rows.marks,
      ...second.marks,
      guide,
      row,
    ],
    bottom: place.y + place.height + 8,
    chosen: [chosenCell(m, 'embedding.tokens')],
    caption: [
      msg`${quoted(m.word)} has number ${id} in the vocabulary, so row ${id} of the table stands for it.`,
      msg`It begins ${start}, … The same row in every sentence.`,
    ],
  };
};
