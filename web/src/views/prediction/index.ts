import { cell } from '../../state/dataflow/cell';
import { formulaOf } from '../../state/dataflow/graph';
import { quoted } from '../../state/dataflow/naming';
import { percent, signed } from '../../state/format';
import { doubt, pronounNote } from '../../state/honesty';
import { type Guess, topGuesses } from '../../state/prediction';
import { later, msg } from '../../words/msg';
import { type Frame, label, text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { handle, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import { chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { parameterPanel, strip } from '../kit/strip';
import { tiles, words } from '../kit/words';

const height = 22;

interface GuessLine {
  readonly tensor: string;
  readonly name: string;
  readonly formula: string;
  readonly role: 'residual' | 'norm' | 'feed-forward';
}

const lines: readonly GuessLine[] = [
  {
    tensor: 'output',
    name: later('Last vector'),
    formula: later('x after all layers'),
    role: 'residual',
  },
  {
    tensor: 'prediction.activated',
    name: later('Transform'),
    formula: 'f(x · W_T + b)',
    role: 'feed-forward',
  },
  { tensor: 'prediction.norm', name: later('Normalised'), formula: 'y', role: 'norm' },
];

function strips(m: StepContext, frame: Frame, top: number, of: readonly GuessLine[]): Drawn {
  const marks: Mark[] = [];
  let y = top;
  of.forEach(({ tensor, name, formula, role }, i) => {
    const side = label(frame, y, { name: msg(name), formula: msg(formula), tone: role });
    const place = { x: frame.left, y: side.top + 4, width: frame.inner, height };
    const sweep = { axis: 'x', from: 0.15 * (i - 1), to: 0.15 * i + 0.02 } as const;
    marks.push(...side.marks, strip(m, tensor, m.focus, role, place, i > 0 ? { sweep } : {}));
    y = Math.max(place.y + height + 10, side.bottom + 6);
  });
  return { marks, bottom: y };
}

const nameWidth = 96;
const shareWidth = 190;
/** Height of a guess's row: what the room leaves, shared. */
const rowHeight = ({ room = 0 }: Frame): number => Math.max(30, Math.min(52, (room - 300) / 5));

function guessLine(
  m: StepContext,
  frame: Frame,
  guess: Guess,
  i: number,
  top: number,
): readonly Mark[] {
  const id = m.model.vocabulary.indexOf(guess.piece);
  const logit = m.trace.row('logits', m.focus)[id] ?? 0;
  const y = top + i * rowHeight(frame);
  const narrow = frame.narrow;
  const room = narrow ? 84 : nameWidth;
  const right = narrow ? 92 : shareWidth;
  const x = frame.left + room;
  const width = frame.inner - room - right;
  const begin = 0.4 + i * 0.06;
  const { weight } = formulaOf(m.graph, 'logits', 'linear');
  // Its row of the word table; the product with the vector above is its logit.
  const row = parameterPanel(
    m,
    weight,
    [id, 1],
    { x, y, width, height: 16 },
    { role: 'residual', label: msg`row ${id} of the word table` },
  );
  const full = Math.max(0, right - 104);
  const bar = { from: x + width + 56, length: Math.max(1, full * guess.probability) };
  const grow = [
    { at: 0.8, scaleX: 0 },
    { at: 1, scaleX: 1 },
  ];
  return [
    text(frame.left, y + 13, guess.piece, {
      serif: true,
      size: i === 0 ? 17 : 15,
      bold: i === 0,
      tone: 'ink',
    }),
    ...(row ? [{ ...row, keys: appear(begin, begin + 0.1) }] : []),
    text(x + width + 48, y + 13, signed(logit), {
      anchor: 'end',
      size: 13,
      tone: 'ink',
      keys: appear(begin + 0.08, begin + 0.16),
    }),
    handle({ x: x + width, y: y - 4, width: 52, height: 24 }, msg`Why ${signed(logit)}?`, {
      kind: 'cell',
      cell: cell('logits', m.focus, id),
    }),
    ...(narrow ? [] : [rect(bar.from, y + 1, bar.length, 14, { fill: 'ink', keys: grow })]),
    text(narrow ? frame.width : bar.from + bar.length + 4, y + 13, percent(guess.probability), {
      size: narrow ? 11 : 13,
      anchor: narrow ? 'end' : 'start',
      bold: i === 0,
      tone: 'ink',
      keys: appear(0.9, 1),
    }),
  ];
}

function guesses(m: StepContext, frame: Frame, top: number, best: readonly Guess[]): Drawn {
  const side = label(frame, top, {
    name: msg`Score`,
    formula: 'y · E + c',
    note: msg`each piece’s row of the word table against y; then softmax over all pieces`,
  });
  const heads = frame.narrow
    ? []
    : [
        text(frame.left + nameWidth, side.top + 12, msg`its row of the word table`),
        text(frame.left + frame.inner - shareWidth + 48, side.top + 12, msg`score`, {
          anchor: 'end',
        }),
        text(frame.left + frame.inner - shareWidth + 56, side.top + 12, msg`share`),
      ];
  const y = side.top + (frame.narrow ? 8 : 22);
  const marks = best.flatMap((guess, i) => guessLine(m, frame, guess, i, y));
  return {
    marks: [...side.marks, ...heads, ...marks],
    bottom: Math.max(side.bottom, y + best.length * rowHeight(frame)) + 8,
  };
}

const withoutHead: Draw = (m, frame) => {
  const head = words(m, frame);
  const under = tiles(m, head, 'output', 'residual');
  const body = strips(m, frame, under.bottom + 8, lines.slice(0, 1));
  return {
    marks: [...head.marks, ...under.marks, ...body.marks],
    bottom: body.bottom,
    chosen: [chosenCell(m, 'output')],
    caption: [
      msg`The encoder’s output for ${quoted(m.word)}: ${m.dModel} numbers that depend on the whole sentence.`,
      msg`This model has no head that turns them into words.`,
    ],
  };
};

export const draw: Draw = (m, frame) => {
  if (!m.trace.has('logits')) return withoutHead(m, frame);
  const head = words(m, frame);
  const body = strips(m, frame, head.bottom + 4, lines);
  const best = topGuesses(m.trace, m.model.vocabulary, m.focus, 5);
  const list = guesses(m, frame, body.bottom + 6, best);
  const top = best[0];
  const masked = m.trace.encoding.masked.includes(m.focus);
  const all = m.model.vocabulary.length;
  const before = [doubt(m.state), pronounNote(m.state)].filter((note) => note !== null);
  const guess = top
    ? msg`The model’s guess is ${quoted(top.piece)}, with ${percent(top.probability)}.`
    : msg`Every score is NaN, not a number: there is no guess.`;
  return {
    marks: [...head.marks, ...body.marks, ...list.marks],
    bottom: list.bottom,
    chosen: top ? [cell('logits', m.focus, m.model.vocabulary.indexOf(top.piece))] : [],
    caption: [
      masked
        ? msg`In place of the mask, every one of the ${all} pieces gets a score, and softmax turns the scores into shares.`
        : msg`For ${quoted(m.word)}, every one of the ${all} pieces gets a score, and softmax turns the scores into shares.`,
      `${before.map((note) => `${note} `).join('')}${guess}`,
    ],
  };
};
