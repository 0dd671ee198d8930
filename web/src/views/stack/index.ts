import { cell } from '../../state/dataflow/cell';
import { quoted } from '../../state/dataflow/naming';
import { headsInOrder } from '../../state/defaults';
import { weight } from '../../state/format';
import { type Guess, likelihood, probabilityOf, topGuesses } from '../../state/prediction';
import { earlyGuess, earlyLogits } from '../../state/stream';
import { awaitsGuess } from '../../state/tour/veil';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import { type Frame, fitted, label, text } from '../kit/frame';
import { appear } from '../kit/keyframes';
import { handle, line, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import { chosenCell, type StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import { strip, vector } from '../kit/strip';
import { type Words, words } from '../kit/words';

/** Right of the words: what the model would say if it stopped here. */
const readRoom = 190;

/** A head of a layer that is shown for all of them, and what it looks at. */
interface Telling {
  readonly head: number;
  readonly token: number;
  readonly weight: number;
}

/** In the tour, the head of this layer that its chapter speaks of. */
function headSpokenOf(m: StepContext, layer: number): Telling | null {
  if (m.state.tour === null) return null;
  const head = headsInOrder(m.model)?.find((role) => role.layer === layer)?.head;
  if (head === undefined) return null;
  const row = m.trace.row(`layers.${layer}.attention.weights`, head, m.focus);
  const token = argmax(row);
  return { head, token, weight: row[token] ?? 0 };
}

/** The head of a layer that looks most at what the model names in the end; else its sharpest. */
function tellingHead(m: StepContext, layer: number, answer: string | undefined): Telling {
  const spokenOf = headSpokenOf(m, layer);
  if (spokenOf) return spokenOf;
  const name = `layers.${layer}.attention.weights`;
  const named = [...m.tokens.keys()].filter((token) => m.tokens[token]?.piece === answer);
  const sought = named.length > 0 ? named : [...m.tokens.keys()];
  const best = Array.from({ length: m.heads }, (_, head): Telling => {
    const row = m.trace.row(name, head, m.focus);
    const token = sought[argmax(sought.map((each) => row[each] ?? 0))] ?? 0;
    return { head, token, weight: row[token] ?? 0 };
  });
  return best[argmax(best.map((each) => each.weight))] as Telling;
}

/** That head's weights from the word in focus, as bars beneath the words. */
function lookMarks(
  m: StepContext,
  { layer, telling, at }: { layer: number; telling: Telling; at: Words },
  { top, height, frame, begin }: { top: number; height: number; frame: Frame; begin: number },
): readonly Mark[] {
  const { centres } = at;
  if (!centres) return [];
  const row = m.trace.row(`layers.${layer}.attention.weights`, telling.head, m.focus);
  const width = Math.min(28, at.pitch - 10);
  const base = top + height;
  const ground = line(frame.left, base, frame.left + frame.inner, base);
  if (awaitsGuess(m.state)) {
    const asked = centres.map((x) => text(x, base - 6, '?', { anchor: 'middle', size: 13 }));
    return [ground, ...asked];
  }
  const bars = m.tokens.flatMap((_, token): readonly Mark[] => {
    const x = centres[token];
    if (x === undefined) return [];
    const tall = Math.max(0.5, (row[token] ?? 0) * height);
    const keys = [
      { at: begin, scaleY: 0 },
      { at: begin + 0.08, scaleY: 1 },
    ];
    const bar = { fill: 'weight', origin: [x, base], keys } as const;
    return [rect(x - width / 2, base - tall, width, tall, bar)];
  });
  const x = centres[telling.token] ?? 0;
  const value = weight(telling.weight);
  const place = cell(`layers.${layer}.attention.weights`, telling.head, m.focus, telling.token);
  const tall = telling.weight * height;
  const beside = x + width / 2 + 4;
  return [
    ground,
    ...bars,
    text(beside, base - Math.max(2, tall - 10), value, {
      ...{ tone: 'weight', size: 12, bold: true, keys: appear(begin, begin + 0.08) },
    }),
    handle({ x: x - width / 2, y: top, width: width + 34, height }, msg`Why ${value}?`, {
      kind: 'cell',
      cell: place,
    }),
  ];
}

/** What the model's own head reads at a layer: its best guess, and how probable the last one is. */
interface Early extends Guess {
  readonly answer: number;
}

function earlyAt(m: StepContext, after: number, answer: number): Early | null {
  const { config } = m.model;
  const logits = earlyLogits({ ...m, config }, m.state.parameters, m.focus, after);
  return logits && { ...earlyGuess(logits, m.model), answer: probabilityOf(logits, answer) };
}

function readMarks(
  early: Early | null,
  { x, top, width, begin }: { x: number; top: number; width: number; begin: number },
): readonly Mark[] {
  if (!early) return [];
  const keys = appear(begin, begin + 0.05);
  const full = width - 8;
  const { piece, size } = fitted(early.piece, full - 44, 16);
  const grow = [
    { at: begin, scaleX: 0 },
    { at: begin + 0.08, scaleX: 1 },
  ];
  return [
    text(x, top + 14, piece, { serif: true, bold: true, size, tone: 'ink', keys }),
    text(x + full, top + 14, likelihood(early.probability), {
      ...{ anchor: 'end', size: 13, tone: 'ink', keys },
    }),
    rect(x, top + 21, full, 6, { fill: 'zero' }),
    rect(x, top + 21, Math.max(1, full * early.probability), 6, { fill: 'ink', keys: grow }),
  ];
}

interface Row extends Drawn {
  readonly early: Early | null;
}

function layerRow(
  m: StepContext,
  frame: Frame,
  { after, top, height, at }: { after: number; top: number; height: number; at: Words },
  answer: Guess | undefined,
): Row {
  const layers = m.model.config.num_hidden_layers;
  const begin = (0.9 * after) / (layers + 1);
  const telling = after > 0 ? tellingHead(m, after - 1, answer?.piece) : null;
  const side = label(frame, top, {
    name: after === 0 ? msg`Input` : msg`Layer ${after}`,
    note:
      awaitsGuess(m.state) && telling
        ? ''
        : telling
          ? msg`head ${telling.head + 1} gives ${quoted(m.tokens[telling.token]?.piece ?? '')} ${weight(telling.weight)}`
          : msg`the embedding and its position`,
  });
  const id = m.model.vocabulary.indexOf(answer?.piece ?? '');
  const early = earlyAt(m, after, id);
  const shown = { ...frame, inner: frame.inner - readRoom };
  const looks = telling
    ? lookMarks(
        m,
        { layer: after - 1, telling, at },
        { top: side.top, height, frame: shown, begin },
      )
    : [];
  const x = frame.narrow ? 0 : frame.left + frame.inner - readRoom + 20;
  const read = frame.narrow ? side.bottom : side.top + Math.max(0, height - 34);
  const width = frame.narrow ? frame.width : readRoom - 20;
  // Where no columns hang below the words, the vector has the place of the weights.
  const spread = !frame.narrow && !at.centres;
  const below = Math.max(side.bottom, frame.narrow ? read + 34 : side.top + height) + 3;
  const y = spread ? side.top : below;
  // The vector that the head reads, which goes on from step to step.
  const vectorAt = {
    x: frame.left,
    y,
    width: frame.narrow ? frame.width : shown.inner,
    height: spread ? height : 14,
  };
  const sweep = { axis: 'x', from: begin, to: begin + 0.1 } as const;
  const name = m.graph.layerInputs[after] ?? '';
  return {
    marks: [
      ...side.marks,
      ...looks,
      ...readMarks(early, { x, top: read, width, begin }),
      strip(m, name, m.focus, 'residual', vectorAt, { sweep, bars: true }),
    ],
    ...{ early, bottom: below + (spread ? 0 : 14) },
  };
}

/** Where nothing in the model turns a vector into a word: the vectors themselves. */
function vectors(m: StepContext, frame: Frame, top: number): Drawn {
  const rows = m.graph.layerInputs.map((name, after) => {
    const y = top + 44 * after;
    const place = { x: frame.left, y: y + 4, width: frame.inner, height: 32 };
    const side = label({ ...frame, narrow: false }, y, {
      name: after === 0 ? msg`Input` : msg`Layer ${after}`,
    });
    return [...side.marks, ...vector(m, place, { name, role: 'residual' })];
  });
  return { marks: rows.flat(), bottom: top + 44 * rows.length };
}

export const figure: Draw = (m, frame) => {
  const layers = m.model.config.num_hidden_layers;
  const same = msg`The same block, ${layers} times over, each with weights of its own:`;
  if (!m.trace.has('logits')) {
    const head = words(m, frame);
    const body = vectors(m, frame, head.bottom + 8);
    const caption = [
      same,
      msg`this model has no prediction head to turn the vector of ${quoted(m.word)} into a word.`,
    ] as const;
    const chosen = [chosenCell(m, m.graph.layerInputs[m.layer + 1] ?? '')];
    return { marks: [...head.marks, ...body.marks], bottom: body.bottom, chosen, caption };
  }
  const room = frame.narrow ? 0 : readRoom;
  const at = words(m, { ...frame, width: frame.width - room, inner: frame.inner - room });
  const [answer] = topGuesses(m.trace, m.model.vocabulary, m.focus, 1);
  const height = Math.max(
    34,
    Math.min(84, ((frame.room ?? 420) - at.bottom - 40) / (layers + 1) - 31),
  );
  const marks: Mark[] = [...at.marks];
  if (!frame.narrow)
    marks.push(text(frame.left + frame.inner - readRoom + 20, 21, msg`read early`));
  let y = at.bottom + 4;
  const read: (Early | null)[] = [];
  for (let after = 0; after <= layers; after++) {
    const row = layerRow(m, frame, { after, top: y, height, at }, answer);
    marks.push(...row.marks);
    read.push(row.early);
    y = row.bottom + 12;
  }
  const { head, token } = tellingHead(m, m.layer, answer?.piece);
  const settled = read.findLastIndex((each) => each?.piece !== answer?.piece) + 1;
  const known = answer && read.every((each) => each !== null);
  return {
    ...{ marks, bottom: y, scales: false },
    chosen: [cell(`layers.${m.layer}.attention.weights`, head, m.focus, token)],
    caption: [
      same,
      known
        ? msg`read early, the answer at ${quoted(m.word)} is ${quoted(answer.piece)} from layer ${settled} on, and ${likelihood(answer.probability)} sure at the end.`
        : msg`the model’s prediction head can read the vector of ${quoted(m.word)} after any layer.`,
    ],
  };
};
