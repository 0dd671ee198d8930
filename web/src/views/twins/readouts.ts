import type { Outcome } from '../../model/protocol';
import { weight } from '../../state/format';
import { readouts } from '../../state/what-if/copy-map';
import { msg } from '../../words/msg';
import { type Frame, text } from '../kit/frame';
import type { Mark } from '../kit/scene';
import { pieceOf, type TwinContext } from './context';

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
  const reading = (outcome: Outcome | undefined) =>
    outcome ? `${pieceOf(context, outcome.best)} ${weight(outcome.probability)}` : '';
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
          text(left + width * j, y, reading(cell(i, j)), {
            ...{ serif: true, size: 13, tone: 'ink', shows },
          }),
        ),
      ];
    }),
    text(across ? left : 0, top + 11 + line * (rows.length + 1), skipped, { size: 11 }),
  ];
  return { marks, height: line * (rows.length + 2) + 6 };
}
