import { windowName } from '../../render/visible-words';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import { type Frame, label, text, textWidth } from '../kit/frame';
import { handle, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark, Panel } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { strip } from '../kit/strip';
import { type ExcitingToken, exciting, firing, namesOf, textsRead, unitOf } from './units';

const rowPitch = 20;
const shown = 6;

/** The text around a word, as much of it as fits. */
function around({ trace, token }: ExcitingToken, room: number): string {
  const { text: whole, tokens } = trace.encoding;
  const { begin = 0 } = tokens[token] ?? {};
  const most = Math.max(8, Math.floor(room / (12 * 0.5)));
  if (whole.length <= most) return whole;
  const from = Math.max(0, Math.min(whole.length - most + 2, begin - Math.floor(most / 2)));
  const part = whole.slice(from, from + most - 2).trim();
  return `${from > 0 ? '…' : ''}${part}${from + most - 2 < whole.length ? '…' : ''}`;
}

/** The words that excite the unit most, each in its sentence. */
export function excitingMarks(m: StepContext, frame: Frame, top: number): Drawn {
  const unit = unitOf(m);
  const all = exciting(m, unit, shown);
  const [read, of] = textsRead(m);
  const side = label(frame, top, {
    name: msg`Unit ${unit + 1}`,
    note:
      read < of
        ? msg`the words that excite it most, of ${read} of ${of} sentences`
        : msg`the words that excite it most, of ${of} sentences`,
    tone: 'feed-forward',
  });
  const most = Math.max(1e-9, ...all.map(({ value }) => Math.abs(value)));
  const bar = frame.narrow ? 40 : 90;
  const words = all.map(({ trace, token }) => trace.encoding.tokens[token]?.piece ?? '');
  const widest = Math.max(...words.map((word) => textWidth(word, 14, true)));
  const lane = Math.min(120, 1.15 * widest + 14);
  const x = frame.left + bar + 50;
  const marks = all.flatMap((each, i): readonly Mark[] => {
    const y = side.top + 6 + rowPitch * i;
    const length = (bar * Math.max(0, each.value)) / most;
    return [
      rect(frame.left, y + 3, length, 11, { fill: 'feed-forward' }),
      text(frame.left + bar + 42, y + 13, signed(each.value), {
        ...{ anchor: 'end', size: 12, tone: 'ink' },
        shows: { tensor: 'excites', token: each.token, index: i },
      }),
      text(x, y + 13, words[i] ?? '', { serif: true, size: 14, bold: true, tone: 'ink' }),
      text(x + lane, y + 13, around(each, frame.width - x - lane)),
    ];
  });
  const bottom = side.top + 12 + rowPitch * all.length;
  return { marks: [...side.marks, ...marks], bottom: Math.max(bottom, side.bottom + 4) };
}

/** The same network on every word: a row of hidden units for each, and how many of them fire. */
export function everyWord(m: StepContext, frame: Frame, top: number): Drawn {
  const { activated } = namesOf(m);
  const { first, end } = m.shown;
  const n = end - first;
  const wide = m.trace.row(activated, 0).length;
  const part = windowName(m.shown);
  const side = label(frame, top, {
    name: msg`Every word`,
    note: `${msg`the same two matrices; right: how many of ${wide} fire`}${part && `. ${part}`}`,
  });
  const pitch = Math.max(13, Math.min(18, 154 / n));
  const lane = frame.narrow ? 84 : 76;
  const box = {
    ...{ x: frame.left + lane, y: side.top + 6 },
    ...{ width: frame.inner - lane - 40, height: pitch * n },
  };
  const rows = Array.from({ length: n }, (_, i): Panel => {
    const place = { ...box, y: box.y + pitch * i, height: pitch - 1 };
    const row = strip(m, activated, first + i, 'feed-forward', place, { copy: true });
    return { ...row, rows: 1, columns: wide };
  });
  const names = Array.from({ length: n }, (_, i): readonly Mark[] => {
    const token = first + i;
    const own = token === m.focus;
    const piece = m.tokens[token]?.piece ?? '';
    const y = box.y + pitch * (i + 0.5) + 4;
    const look = { serif: true, size: 13, bold: own, tone: own ? 'query' : 'ink' } as const;
    return [
      text(box.x - 8, y, piece, { ...look, anchor: 'end' }),
      handle(
        { x: frame.left, y: box.y + pitch * i, width: lane - 4, height: pitch },
        msg`look at ${piece}`,
        { kind: 'focus', token },
        { look: 'word', chosen: own },
      ),
      text(frame.left + frame.inner, y, String(firing(m, token).length), {
        ...{ anchor: 'end', bold: own, tone: own ? 'ink' : 'ink-2' },
        shows: { tensor: 'firing', token },
      }),
    ];
  });
  const unit = unitOf(m);
  const at = box.x + (box.width * (unit + 0.5)) / wide;
  const row = box.y + pitch * (m.focus - first);
  return {
    marks: [
      ...side.marks,
      ...rows,
      ...names.flat(),
      rect(at - 2.5, box.y - 2, 5, box.height + 4, { stroke: 'ink' }),
      rect(box.x - 1, row - 1, box.width + 2, pitch + 2, { stroke: 'query' }),
    ],
    bottom: Math.max(box.y + box.height + 6, side.bottom),
  };
}
