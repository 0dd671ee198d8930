import type { Outcome } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { weight } from '../../state/format';
import { topGuesses } from '../../state/prediction';
import { readouts } from '../../state/what-if/copy-map';
import { msg } from '../../words/msg';
import { cut, type Frame, text, textWidth, wrap } from '../kit/frame';
import { path } from '../kit/marks';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { differing, pieceOf, type TwinContext } from './context';

/** "animal .998", as far as there is room. */
const reading = (piece: string, probability: number, room: number, size: number): string =>
  `${cut(piece, room - 2.4 * size, size)} ${weight(probability)}`;

/** What a run reads at the word in focus; empty where the model reads nothing. */
export function readingIn(
  { model, focus }: StepContext,
  trace: Trace,
  room = Number.POSITIVE_INFINITY,
): string {
  if (!trace.has('logits')) return '';
  const [best] = topGuesses(trace, model.vocabulary, focus, 1);
  return best ? reading(best.piece, best.probability, room, 15) : '';
}

/** What tells a sentence from its twin: its own words, with dots where both have the same. */
function ownWords(context: TwinContext, trace: Trace): string {
  const { tokens } = trace.encoding;
  const at = differing(context);
  const words = at.map((token, i) => {
    const gap = token === (i === 0 ? 0 : (at[i - 1] ?? 0) + 1) ? '' : '… ';
    return `${gap}${tokens[token]?.piece ?? ''}`;
  });
  const last = at.at(-1);
  const ends = last === undefined || last === tokens.length - 1;
  return `${words.join(' ')}${ends ? '' : ' …'}`;
}

/** A former reading, struck through. */
function struck(x: number, y: number, content: string): readonly Mark[] {
  const end = x + textWidth(content, 12, true);
  return [text(x, y, content, { serif: true }), path(`M${x} ${y - 4}H${end}`, { stroke: 'ink-2' })];
}

/** Which sentence it is, and what its run reads; `bottom` is the lower edge. */
export function readingMarks(
  context: TwinContext,
  side: 'upper' | 'lower',
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): { readonly marks: readonly Mark[]; readonly bottom: number } {
  const { m, upper, lower, copies } = context;
  const own = side === 'upper' ? upper : lower;
  const copied = side === 'upper' && copies.length > 0 && m.trace !== upper;
  const now = readingIn(m, copied ? m.trace : own, width);
  const lines = wrap(ownWords(context, own), width, 15).slice(0, 2);
  const marks: Mark[] = lines.map((line, i) =>
    text(x, y + 14 + 18 * i, line, { serif: true, bold: true, size: 15, tone: 'ink' }),
  );
  let at = y + 14 + 18 * lines.length;
  if (now === '') return { marks, bottom: at };
  marks.push(
    text(x, at, msg`“${own.encoding.tokens[m.focus]?.piece}” reads`),
    text(x, at + 18, now, {
      ...{ serif: true, bold: true, size: 15, tone: 'ink' },
      shows: { tensor: `reading ${side}` },
    }),
  );
  at += 18;
  if (copied) {
    marks.push(
      text(x, at + 15, msg`with the copy`),
      ...struck(x, at + 31, readingIn(m, upper, width)),
    );
    at += 31;
  }
  return { marks, bottom: at + 6 };
}

const line = 17;
/** The least width of a column: a word and its probability. */
const leastColumn = 84;

interface Table {
  readonly marks: (top: number) => readonly Mark[];
  readonly height: number;
}

const sides = ['upper', 'lower'];

const nothing: Table = { marks: () => [], height: 0 };

/** The readings of both runs after each layer: layers as columns where there is room, else as rows. */
export function readoutTable(context: TwinContext, frame: Frame): Table {
  const { m, upper, lower, reads } = context;
  if (reads === null) return nothing;
  const twins = [upper, lower].map(({ encoding }) => readouts(m.state, encoding.text));
  const layers = m.model.config.num_hidden_layers;
  const stages = Array.from({ length: layers + 1 }, (_, i) =>
    i === 0 ? msg`words in` : msg`after layer ${i}`,
  );
  const names = [msg`upper`, msg`lower`];
  const across = frame.gutter > 0 && frame.inner / stages.length >= leastColumn;
  const width = across ? frame.inner / stages.length : Math.min(140, (frame.width - 90) / 2);
  const left = across ? frame.left : 90;
  const read = (outcome: Outcome | undefined) =>
    outcome ? reading(pieceOf(context, outcome.best), outcome.probability, width - 6, 12) : '';
  const [heads, rows] = across ? [stages, names] : [names, stages];
  const title = msg`“${m.word}” reads`;
  const skipped = msg`read early: later layers are skipped`;
  const cell = (row: number, column: number) => {
    const [twin, stage] = across ? [row, column] : [column, row];
    return twins[twin]?.[stage];
  };
  const marks = (top: number): readonly Mark[] => [
    text(0, top + 12, title, { tone: 'ink' }),
    ...heads.map((head, i) => text(left + width * i, top + 12, head, { size: 11 })),
    ...rows.flatMap((row, i): readonly Mark[] => {
      const y = top + 12 + line * (i + 1);
      const shows = { tensor: `read ${across ? sides[i] : i}` };
      return [
        text(0, y, row, { size: 11 }),
        ...heads.map((_, j) =>
          text(left + width * j, y, read(cell(i, j)), {
            ...{ serif: true, size: 13, tone: 'ink', shows },
          }),
        ),
      ];
    }),
    text(across ? left : 0, top + 11 + line * (rows.length + 1), skipped, { size: 11 }),
  ];
  return { marks, height: line * (rows.length + 2) + 6 };
}
