import { cell } from '../../state/dataflow/cell';
import { quoted } from '../../state/dataflow/naming';
import { signed } from '../../state/format';
import { doubt } from '../../state/honesty';
import { type Guess, likelihood, topGuesses } from '../../state/prediction';
import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import { type Frame, fitted, label, text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { handle, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import { chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { vector } from '../kit/strip';
import { words } from '../kit/words';

const height = 32;

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
    marks.push(...side.marks, ...vector(m, place, { name: tensor, role }, i > 0 ? { sweep } : {}));
    y = Math.max(place.y + height + 10, side.bottom + 6);
  });
  return { marks, bottom: y };
}

const nameWidth = 96;
const scoreWidth = 52;
const percentWidth = 52;
/** Height of a guess's row: what the room leaves, shared. */
const rowHeight = ({ room = 0 }: Frame): number => Math.max(30, Math.min(52, (room - 330) / 5));

/** A token's name, its score, which can be asked, and its probability as a bar. */
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
  const score = frame.left + nameWidth + scoreWidth;
  const x = score + 16;
  const full = frame.left + frame.inner - percentWidth - x;
  const { piece, size } = fitted(guess.piece, nameWidth + scoreWidth - 38, i === 0 ? 17 : 15);
  const begin = 0.4 + i * 0.06;
  const grow = [
    { at: 0.8, scaleX: 0 },
    { at: 1, scaleX: 1 },
  ];
  return [
    text(frame.left, y + 13, piece, {
      ...{ serif: true, size, bold: i === 0, tone: 'ink' },
      keys: appear(begin, begin + 0.1),
    }),
    text(score, y + 13, signed(logit), {
      ...{ anchor: 'end', size: 13, tone: 'ink', keys: appear(begin + 0.08, begin + 0.16) },
    }),
    handle({ x: score - 48, y: y - 4, width: 52, height: 24 }, msg`Why ${signed(logit)}?`, {
      kind: 'cell',
      cell: cell('logits', m.focus, id),
    }),
    rect(x, y, full, 16, { fill: 'zero' }),
    rect(x, y, Math.max(1, full * guess.probability), 16, { fill: 'ink', keys: grow }),
    text(frame.left + frame.inner, y + 13, likelihood(guess.probability), {
      ...{ size: 13, anchor: 'end', bold: i === 0, tone: 'ink', keys: appear(0.9, 1) },
    }),
  ];
}

function guesses(m: StepContext, frame: Frame, top: number, best: readonly Guess[]): Drawn {
  const side = label(frame, top, {
    name: msg`Score`,
    formula: 'y · E + c',
    note: msg`each token’s embedding times y; then softmax over all tokens`,
  });
  const score = frame.left + nameWidth + scoreWidth;
  const heads = [
    text(score, side.top + 12, msg`score`, { anchor: 'end' }),
    text(score + 16, side.top + 12, msg`probability`),
  ];
  const y = side.top + 22;
  const marks = best.flatMap((guess, i) => guessLine(m, frame, guess, i, y));
  return {
    marks: [...side.marks, ...heads, ...marks],
    bottom: Math.max(side.bottom, y + best.length * rowHeight(frame)) + 8,
  };
}

const withoutHead: Draw = (m, frame) => {
  const head = words(m, frame);
  const body = strips(m, frame, head.bottom + 8, lines.slice(0, 1));
  return {
    marks: [...head.marks, ...body.marks],
    bottom: body.bottom,
    chosen: [chosenCell(m, 'output')],
    caption: [
      msg`The encoder’s output for ${quoted(m.word)}: ${m.dModel} numbers that depend on the whole sentence.`,
      msg`This model has no prediction head to turn them into words.`,
    ],
  };
};

export const figure: Draw = (m, frame) => {
  if (!m.trace.has('logits')) return withoutHead(m, frame);
  const head = words(m, frame);
  const body = strips(m, frame, head.bottom + 4, lines);
  const best = topGuesses(m.trace, m.model.vocabulary, m.focus, 5);
  const list = guesses(m, frame, body.bottom + 6, best);
  const top = best[0];
  const masked = m.trace.encoding.masked.includes(m.focus);
  const all = m.model.vocabulary.length;
  const before = [doubt(m.state)].filter((note) => note !== null);
  const guess = top
    ? msg`the model’s guess is ${quoted(top.piece)}, with ${likelihood(top.probability)}.`
    : msg`every score is NaN (“not a number”), so there is no guess.`;
  return {
    marks: [...head.marks, ...body.marks, ...list.marks],
    bottom: list.bottom,
    chosen: top ? [cell('logits', m.focus, m.model.vocabulary.indexOf(top.piece))] : [],
    caption: [
      masked
        ? msg`In place of the mask, each of the ${grouped(all)} tokens gets a score, and softmax turns the scores into probabilities:`
        : msg`At ${quoted(m.word)}, each of the ${grouped(all)} tokens gets a score, and softmax turns the scores into probabilities:`,
      [guess, ...before].join(' '),
    ],
  };
};
