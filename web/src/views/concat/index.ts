import { stripObject } from '../../render/passage';
import { percent, weight } from '../../state/format';
import { awaitsGuess } from '../../state/tour/veil';
import { argmax } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { appear, arrive } from '../kit/keyframes';
import { handle, line, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { fan } from '../kit/strands';
import { headMatrix, strip } from '../kit/strip';
import { words } from '../kit/words';

interface HeadBox {
  readonly head: number;
  readonly x: number;
  readonly width: number;
  readonly top: number;
}

const fanHeight = 44;
const stripHeight = 12;

/** In a room at least this high the heads stand in two rows. */
const twoRowsFrom = 520;

function headBoxes(m: StepContext, frame: Frame, top: number, height: number): readonly HeadBox[] {
  const fitting = Math.min(m.heads, Math.max(4, Math.floor(frame.inner / 84)));
  const least = (frame.room ?? 0) > twoRowsFrom ? 2 : 1;
  // Rows are as long as one another, or nearly.
  const perRow = Math.ceil(m.heads / Math.max(least, Math.ceil(m.heads / fitting)));
  const pitch = frame.inner / perRow;
  const size = Math.min(pitch - 12, 120);
  return Array.from({ length: m.heads }, (_, head) => ({
    head,
    x: frame.left + (head % perRow) * pitch + (pitch - size) / 2,
    width: size,
    top: top + Math.floor(head / perRow) * height,
  }));
}

/** The largest weight of the focus word in a head. */
function favourite(
  m: StepContext,
  head: number,
): { readonly token: number; readonly weight: number } {
  const row = m.trace.row(`layers.${m.layer}.attention.weights`, head, m.focus);
  const token = argmax(row);
  return { token, weight: row[token] ?? 0 };
}

function headMarks(m: StepContext, box: HeadBox): readonly Mark[] {
  const { head, x, width, top } = box;
  const { first, end } = m.shown;
  const n = end - first;
  const size = Math.min(width, 72);
  const chosen = head === m.state.head;
  const best = favourite(m, head);
  const y = top + 16 + fanHeight;
  const panel = headMatrix(m, m.layer, head, { x: x + (width - size) / 2, y: y + 6, size });
  const row = rect(
    panel.x - 1,
    y + 6 + ((m.focus - first) * size) / n - 0.5,
    size + 2,
    size / n + 1,
    {
      stroke: 'ink',
    },
  );
  const hidden = awaitsGuess(m.state) && !chosen;
  const word = m.tokens[best.token]?.piece ?? '';
  const open = { layer: m.layer, head };
  return [
    text(x + width / 2, top + 10, msg`head ${head + 1}`, {
      anchor: 'middle',
      bold: chosen,
      tone: chosen ? 'weight' : 'ink-2',
    }),
    ...(hidden ? [] : fan(m, head, { x, y, width, height: fanHeight }, { from: 0, to: 0.3 })),
    panel,
    row,
    handle(
      { x, y: top - 4, width, height: 20 },
      msg`head ${head + 1}`,
      { kind: 'head', ...open },
      { chosen },
    ),
    text(x + width / 2, y + size + 20, hidden ? '?' : `${word} ${weight(best.weight, 2)}`, {
      anchor: 'middle',
      size: 11,
    }),
  ];
}

/** Each head's output below its picture, and the same numbers moving into the long strip. */
function segments(
  m: StepContext,
  boxes: readonly HeadBox[],
  frame: Frame,
  height: number,
  y: number,
): readonly Mark[] {
  const name = `layers.${m.layer}.attention.heads`;
  const width = frame.inner / m.heads;
  const whole = stripObject(name, m.focus, 0, m.dModel);
  const together = rect(frame.left, y, frame.inner, 24, { object: whole });
  const parts = boxes.flatMap(({ head, x, width: across, top }): Mark[] => {
    const part = [head * m.dK, m.dK] as const;
    const under = { x, y: top + height - 28, width: across, height: stripHeight };
    const place = { x: frame.left + head * width, y, width: width - 2, height: 24 };
    const keys = arrive(0.45 + 0.02 * head, 0.8 + 0.02 * head, under.x - place.x, under.y - y);
    const own = head === m.head;
    const comes = own ? {} : { keys: appear(0.25, 0.4), copy: true };
    return [
      strip(m, name, m.focus, 'value', under, { part, ...comes }),
      strip(m, name, m.focus, 'value', place, { part, keys, copy: true }),
      text(place.x + width / 2, y + 38, String(head + 1), { anchor: 'middle', size: 11 }),
    ];
  });
  return [together, ...parts];
}

export const figure: Draw = (m, frame) => {
  const top = words(m, frame);
  const first = label(frame, top.bottom + 4, {
    name: msg`Heads`,
    formula: msg`${m.heads} × ${m.dK} numbers`,
    note: msg`lines from the word are as thick as its weights; its row in each matrix is framed`,
    tone: 'value',
  });
  const matrixSize = Math.min(72, headBoxes(m, frame, 0, 0)[0]?.width ?? 72);
  const height = 16 + fanHeight + matrixSize + 64;
  const boxes = headBoxes(m, frame, first.top + 4, height);
  const bottom = (boxes.at(-1)?.top ?? 0) + height;
  const second = label(frame, bottom + 8, {
    name: msg`Side by side`,
    formula: msg`h, ${m.dModel} numbers`,
    tone: 'value',
  });
  const y = second.top + 8;
  const best = favourite(m, m.head);
  const [own, share] = [wordName(m.tokens, m.focus), percent(best.weight)];
  return {
    marks: [
      ...top.marks,
      ...first.marks,
      ...boxes.flatMap((box) => headMarks(m, box)),
      line(frame.left, bottom, frame.left + frame.inner, bottom),
      ...second.marks,
      ...segments(m, boxes, frame, height, y),
    ],
    bottom: y + 48,
    chosen: [chosenCell(m, `layers.${m.layer}.attention.heads`, m.head * m.dK, m.dK)],
    caption: [
      msg`All ${m.heads} heads read the sentence at once, each in its own way, and their outputs stand side by side:`,
      best.token === m.focus
        ? msg`in head ${m.head + 1}, ${own} gives ${share} of its attention to itself.`
        : msg`in head ${m.head + 1}, ${own} gives ${share} of its attention to ${wordName(m.tokens, best.token)}.`,
    ],
  };
};
