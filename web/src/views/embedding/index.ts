import { formulaOf } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { type Frame, label, text, textWidth } from '../kit/frame';
import { appear, arrive } from '../kit/keyframes';
import { line, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Box, Mark } from '../kit/scene';
import { chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { endRoom, parameterPanel, vector } from '../kit/strip';
import { words } from '../kit/words';

const rowHeight = 18;
const namesWidth = 108;
/** The row that is taken, between its neighbours. */
const picked = { height: 44, gap: 8 };

/** How many neighbours in the table are named above the row, and below it. */
const around = ({ room = 0 }: Frame, top: number): number =>
  Math.max(2, Math.min(12, Math.floor((room - top - 190) / (2 * rowHeight))));

/** A row's number and its token. */
function rowName(m: StepContext, id: number, x: number, y: number, own: boolean): readonly Mark[] {
  const piece = m.model.vocabulary[id] ?? '';
  const room = namesWidth - 44;
  const size = Math.max(11, Math.min(own ? 16 : 13, (room / textWidth(piece, 1, true)) | 0));
  const tone = own ? 'query' : 'ink-2';
  return [
    text(x + 34, y, String(id), { anchor: 'end', size: 11, bold: own, tone: own ? 'ink' : tone }),
    text(x + 40, y, piece, { serif: true, bold: own, size, tone }),
  ];
}

interface Table extends Drawn {
  readonly row: Box;
}

/** The embedding table as a list of its tokens, with the row of the word in focus. */
function table(m: StepContext, frame: Frame, top: number, name: string): Table {
  const id = m.tokens[m.focus]?.id ?? 0;
  const size = m.model.config.vocab_size;
  const each = around(frame, top);
  const before = Math.min(each, id);
  const after = Math.min(each, size - 1 - id);
  const x = frame.left + namesWidth;
  const row = {
    ...{ x, y: top + before * rowHeight + picked.gap },
    ...{ width: frame.inner - namesWidth, height: picked.height },
  };
  const marks: Mark[] = [];
  for (let i = -before; i <= after; i++) {
    const shift = i > 0 ? 2 * picked.gap + picked.height - rowHeight : 0;
    const y = i === 0 ? row.y + row.height / 2 + 5 : top + (before + i) * rowHeight + shift + 13;
    marks.push(...rowName(m, id + i, frame.left, y, i === 0));
    if (i !== 0) marks.push(line(x, y - 4, frame.left + frame.inner, y - 4));
  }
  const cells = { ...row, width: row.width - endRoom };
  const panel = parameterPanel(m, name, [id, 1], cells, {
    role: 'residual',
    label: msg`row ${id} of the embedding table`,
  });
  marks.push(
    panel
      ? { ...panel, look: 'bars' }
      : text(x + 8, row.y + 20, msg`fetching the embedding table …`),
    rect(x - 2, row.y - 3, row.width + 4, row.height + 6, {
      stroke: 'ink',
      keys: appear(0.1, 0.3),
    }),
  );
  const bottom = top + (before + after) * rowHeight + 2 * picked.gap + picked.height;
  return { marks, bottom, row };
}

export const figure: Draw = (m, frame) => {
  const formula = formulaOf(m.graph, 'embedding.tokens', 'lookup');
  const head = words(m, frame);
  const id = m.tokens[m.focus]?.id ?? 0;
  const first = label(frame, head.bottom + 8, {
    name: msg`Embedding table`,
    formula: `${m.model.config.vocab_size} × ${m.dModel}`,
    note: msg`one row per token of the vocabulary, a few of them named`,
  });
  const rows = table(m, frame, first.top + 4, formula.table);
  const scaled = formula.scale !== 1;
  const second = label(frame, Math.max(rows.bottom + 16, first.bottom), {
    name: msg`Embedding`,
    formula: scaled ? msg`row ${id} × √${m.dModel}` : msg`row ${id}`,
  });
  // As wide as the row that it is a copy of, so that on its way it covers no names of rows.
  const place = { ...rows.row, y: second.top + 6 };
  const keys = arrive(0.3, 0.7, 0, rows.row.y - place.y);
  const row = vector(m, place, { name: 'embedding.tokens', role: 'residual' }, { keys });
  const numbers = m.trace.row('embedding.tokens', m.focus);
  const start = signed(numbers[0] ?? 0);
  return {
    marks: [...head.marks, ...first.marks, ...rows.marks, ...second.marks, ...row],
    ...{ bottom: place.y + place.height + 8, scales: false },
    chosen: [chosenCell(m, 'embedding.tokens')],
    caption: [
      msg`${quoted(m.word)} is token ${id} of the vocabulary, so row ${id} of the embedding table becomes its vector:`,
      msg`it begins with ${start} and is the same in every sentence.`,
    ],
  };
};
