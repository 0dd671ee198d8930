import type { Outcome, Variant } from '../../model/protocol';
import { cssColor, cssInk, weightScale } from '../../render/color';
import { isShown } from '../../render/visible-words';
import { topGuesses } from '../../state/prediction';
import { answersTo } from '../../state/what-if/answers';
import type { Ask } from '../../state/what-if/ask';
import { withOption } from '../../state/what-if/run-text';
import { shownRun } from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import { type Frame, label, text, textWidth } from '../kit/frame';
import { handle, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';

/** What is followed through the layers at the word in focus: so many of the last guesses. */
const followed = 3;

/** Ids of the pieces that the model guesses at a word in the end, the best first. */
export function lastGuesses(m: StepContext, token: number): readonly number[] {
  const guesses = topGuesses(m.trace, m.model.vocabulary, token, followed);
  return guesses.map(({ piece }) => m.model.vocabulary.indexOf(piece));
}

export const layersOf = ({ model }: StepContext): number => model.config.num_hidden_layers;

/**
 * The runs that read a word early: with all layers left out, with all but the first, and so on, so
 * that the model's own head reads the vector as it is at that layer. The last is the run as it is.
 */
function askAt(m: StepContext, token: number): Ask {
  const { text, masked, run, key } = shownRun(m.state, m.trace);
  const layers = layersOf(m);
  const pieces = lastGuesses(m, token);
  return {
    key: JSON.stringify(['read early', key, token, pieces]),
    ...{ text, masked, token, pieces },
    count: layers + 1,
    variant(after): Variant {
      let { structure } = run;
      for (let layer = after; layer < layers; layer++)
        structure = withOption(structure, 'layer', 'off', layer);
      return { ...run, structure };
    },
  };
}

/** The word in focus is read first, then the others, the nearest first. */
export function asksOf(m: StepContext): readonly Ask[] {
  if (!m.trace.has('logits')) return [];
  const tokens = [...m.tokens.keys()].filter((token) => isShown(m.shown, token));
  tokens.sort((a, b) => Math.abs(a - m.focus) - Math.abs(b - m.focus));
  return tokens.map((token) => askAt(m, token));
}

/** What is read at a word before the first layer and after each, as far as that is known. */
export const readoutsAt = (m: StepContext, token: number): readonly Outcome[] =>
  answersTo(m.state, askAt(m, token));

/** The layer after which the last guess is the best one for good; null while that is not known. */
export function settledAfter(m: StepContext, token: number): number | null {
  const outcomes = readoutsAt(m, token);
  const last = outcomes[layersOf(m)]?.best;
  if (last === undefined) return null;
  let layer = layersOf(m);
  while (layer > 0 && outcomes[layer - 1]?.best === last) layer--;
  return layer;
}

export const stageName = (layer: number, short = false): string =>
  layer === 0 ? (short ? msg`in` : msg`words in`) : short ? String(layer) : msg`layer ${layer}`;

/** Of many layers some are shown: the first, the last, and others evenly between. */
export function shownLayers(layers: number, room: number): readonly number[] {
  const most = Math.max(2, Math.floor(room));
  if (layers + 1 <= most) return Array.from({ length: layers + 1 }, (_, i) => i);
  const all = Array.from({ length: most }, (_, i) => Math.round((i * layers) / (most - 1)));
  return [...new Set(all)];
}

/** A piece as large as fits, cut where it does not. */
function fitted(piece: string, room: number): { readonly written: string; readonly size: number } {
  const size = Math.max(10.5, Math.min(14, room / textWidth(piece, 1.2, true)));
  const most = Math.max(1, Math.floor(room / (size * 0.58)));
  return { written: piece.length > most ? `${piece.slice(0, most - 1)}…` : piece, size };
}

interface Cell {
  readonly token: number;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is read at a word after a layer, on a ground as dark as it is sure. */
function cellMarks(m: StepContext, at: Cell, hidden: boolean): readonly Mark[] {
  const outcome = readoutsAt(m, at.token)[at.layer];
  const secret = hidden && at.token === m.focus;
  if (!outcome || secret)
    return [rect(at.x + 1, at.y + 1, at.width - 2, at.height - 2, { fill: 'sheet' })];
  const piece = m.model.vocabulary[outcome.best] ?? `#${outcome.best}`;
  const { written, size } = fitted(piece, at.width - 6);
  const own = piece === m.tokens[at.token]?.piece;
  return [
    rect(at.x + 1, at.y + 1, at.width - 2, at.height - 2, {
      fill: 'weight',
      ink: cssColor(weightScale, outcome.probability),
    }),
    text(at.x + at.width / 2, at.y + at.height / 2 + size * 0.34, written, {
      ...{ anchor: 'middle', serif: true, size, bold: !own, tone: 'ink' },
      ink: cssInk(weightScale, outcome.probability),
      shows: { tensor: 'read', token: at.token, index: at.layer },
    }),
  ];
}

const rowHeight = 28;
const leastColumn = 46;

/** Words as columns, layers as rows; or the other way around where there is no room for that; `hidden` keeps the word in focus a secret. */
export function gridMarks(m: StepContext, frame: Frame, top: number, hidden: boolean): Drawn {
  const side = label(frame, top, {
    name: msg`Read early`,
    note: msg`the top token at each word after each layer; stronger colour is surer, bold differs from the word itself`,
  });
  const { first, end } = m.shown;
  const tokens = Array.from({ length: end - first }, (_, i) => first + i);
  const across = !frame.narrow && frame.inner / tokens.length >= leastColumn;
  const drawn = across
    ? wordsAcross(m, frame, side.top + 4, tokens, hidden)
    : wordsDown(m, frame, side.top + 4, tokens, hidden);
  return {
    marks: [...side.marks, ...drawn.marks],
    bottom: Math.max(drawn.bottom, side.bottom + 4),
  };
}

function wordsAcross(
  m: StepContext,
  frame: Frame,
  top: number,
  tokens: readonly number[],
  hidden: boolean,
): Drawn {
  const lane = Math.max(58, textWidth(stageName(0), 12) + 12);
  const pitch = Math.min(110, (frame.inner - lane) / tokens.length);
  const left = (i: number) => frame.left + lane + pitch * i;
  const layers = shownLayers(layersOf(m), 14);
  const heads = tokens.flatMap((token, i) => wordMarks(m, token, left(i) + pitch / 2, top, pitch));
  const rows = layers.flatMap((layer, row) => {
    const y = top + 28 + rowHeight * row;
    return [
      text(frame.left + lane - 8, y + 18, stageName(layer), { anchor: 'end' }),
      ...tokens.flatMap((token, i) =>
        cellMarks(m, { token, layer, x: left(i), y, width: pitch, height: rowHeight }, hidden),
      ),
    ];
  });
  const focus = tokens.indexOf(m.focus);
  const height = rowHeight * layers.length;
  return {
    marks: [
      ...heads,
      ...rows,
      ...(focus >= 0 ? [rect(left(focus), top + 28, pitch, height, { stroke: 'query' })] : []),
    ],
    bottom: top + 32 + height,
  };
}

/** A word over its column, or left of its row: a button that looks at it. */
function wordMarks(
  m: StepContext,
  token: number,
  x: number,
  y: number,
  width: number,
  anchor: 'middle' | 'end' = 'middle',
): readonly Mark[] {
  const piece = m.tokens[token]?.piece ?? '';
  const own = token === m.focus;
  const { written, size } = fitted(piece, width - 6);
  const box = { x: anchor === 'end' ? x - width : x - width / 2, y, width, height: 26 };
  return [
    text(x, y + 18, written, {
      ...{ anchor, serif: true, size, bold: own, tone: own ? 'query' : 'ink' },
    }),
    handle(
      box,
      msg`look at ${wordName(m.tokens, token)}`,
      { kind: 'focus', token },
      { look: 'word', chosen: own },
    ),
  ];
}

function wordsDown(
  m: StepContext,
  frame: Frame,
  top: number,
  tokens: readonly number[],
  hidden: boolean,
): Drawn {
  const pieces = tokens.map((token) => m.tokens[token]?.piece ?? '');
  const lane = Math.min(88, Math.max(...pieces.map((piece) => textWidth(piece, 14, true))) + 14);
  const layers = shownLayers(layersOf(m), (frame.inner - lane) / 42);
  const pitch = Math.min(110, (frame.inner - lane) / layers.length);
  const left = (i: number) => frame.left + lane + pitch * i;
  const heads = layers.map((layer, i) =>
    text(left(i) + pitch / 2, top + 14, stageName(layer, pitch < 60), { anchor: 'middle' }),
  );
  const rows = tokens.flatMap((token, row) => {
    const y = top + 20 + rowHeight * row;
    return [
      ...wordMarks(m, token, frame.left + lane - 8, y, lane - 8, 'end'),
      ...layers.flatMap((layer, i) =>
        cellMarks(m, { token, layer, x: left(i), y, width: pitch, height: rowHeight }, hidden),
      ),
    ];
  });
  const focus = tokens.indexOf(m.focus);
  const at = rect(left(0), top + 20 + rowHeight * focus, pitch * layers.length, rowHeight, {
    stroke: 'query',
  });
  return {
    marks: [...heads, ...rows, ...(focus >= 0 ? [at] : [])],
    bottom: top + 24 + rowHeight * tokens.length,
  };
}
