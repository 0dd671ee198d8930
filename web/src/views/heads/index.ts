import {
  moreWords,
  placeOfWord,
  sumOver,
  type WordPlace,
  windowName,
  wordPlaces,
} from '../../render/visible-words';
import { type HeadRole, rolesOfHead } from '../../state/defaults';
import { fine, percent, signed, weight } from '../../state/format';
import { argmax, lengthOf, rowEntropy } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { measuredRole, measuredRoles } from '../../widgets/head-picker';
import { msg } from '../../words/msg';
import { type Frame, text, textWidth, wordColumns, wrap } from '../kit/frame';
import { dot, handle, line, rect } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Box, Mark } from '../kit/scene';
import { gainIn, knob } from '../kit/setting-range';
import { isBackward, type StepContext } from '../kit/step-context';
import { type Draw, stepView } from '../kit/step-view';
import { fan } from '../kit/strands';
import { headTile } from '../kit/strip';
import { words } from '../kit/words';
import trained from './one-head.json';

/** Mean entropy of a head's rows, those of the words drawn, in bits: how widely it attends. */
export function meanEntropy(m: StepContext, layer: number, head: number): number {
  const { first, end } = m.shown;
  const weights = `layers.${layer}.attention.weights`;
  let bits = 0;
  for (let query = first; query < end; query++) bits += rowEntropy(m.trace, weights, head, query);
  return bits / (end - first);
}

/** Height of a line below a matrix, and the minimum size of a matrix with words below it. */
const nameHeight = 13;
const namedFrom = 44;

/** The length of the gradient of a head's weights. */
function headGradient(m: StepContext, layer: number, head: number): number {
  const { data } = m.trace.gradient(`layers.${layer}.attention.weights`);
  const size = data.length / m.heads;
  return lengthOf(data.subarray(head * size, (head + 1) * size));
}

interface Tile {
  readonly layer: number;
  readonly head: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

function tileMarks(
  m: StepContext,
  { layer, head, x, y, size }: Tile,
  roles: readonly HeadRole[],
): readonly Mark[] {
  const chosen = layer === m.state.layer && head === m.state.head;
  const bits = signed(meanEntropy(m, layer, head), 1);
  const measured = roles.map((role) => `, ${measuredRole(role)}`).join('');
  const about = `${measured}, ${bits} ${msg`bits`}`;
  const target = { kind: 'head', layer, head } as const;
  const held = chosen || gainIn(m, target) !== 1;
  const named = roles.length > 0 && size >= namedFrom;
  const back = isBackward(m) && headGradient(m, layer, head);
  const under = back ? [`∂ ${fine(back)}`] : named ? roles.map(({ role }) => msg(role)) : [bits];
  return [
    ...headTile(m, layer, head, { x, y, size }, { about, dim: gainIn(m, target) === 0 }),
    ...(held ? knob(m, [x + size, y], target, msg`layer ${layer + 1}, head ${head + 1}`) : []),
    ...under.map((line, i) =>
      text(x + size / 2, y + size + 16 + nameHeight * i, line, {
        anchor: 'middle',
        size: 11,
        bold: chosen,
        tone: named ? 'ink' : 'ink-2',
      }),
    ),
  ];
}

/** Left of the grid, for the layers' names. */
const gutterIn = ({ narrow }: Frame): number => (narrow ? 26 : 64);

function grid(m: StepContext, frame: Frame, top: number): Drawn {
  const { num_hidden_layers: layers } = m.model.config;
  const gutter = gutterIn(frame);
  const pitch = (frame.width - gutter) / m.heads;
  const size = Math.min(66, pitch - 8);
  const rolesAt = (layer: number, head: number) => rolesOfHead(m.model, layer, head);
  const heads = Array.from({ length: m.heads }, (_, head) => {
    const x = gutter + pitch * (head + 0.5);
    return text(x, top + 12, frame.narrow ? String(head + 1) : msg`head ${head + 1}`, {
      anchor: 'middle',
      bold: head === m.head,
      tone: head === m.head ? 'ink' : 'ink-2',
    });
  });
  let y = top + 22;
  const rows = Array.from({ length: layers }, (_, layer) => {
    const named = heads.map((_, head) => (size < namedFrom ? 1 : rolesAt(layer, head).length));
    const most = Math.max(1, ...named);
    const name = frame.narrow ? String(layer + 1) : msg`layer ${layer + 1}`;
    const tiles = Array.from({ length: m.heads }, (_, head) => {
      const x = gutter + pitch * head + (pitch - size) / 2;
      return tileMarks(m, { layer, head, x, y, size }, rolesAt(layer, head));
    });
    const own = layer === m.layer;
    const title = text(0, y + size / 2 + 4, name, { bold: own, tone: own ? 'ink' : 'ink-2' });
    y += size + 28 + nameHeight * (most - 1);
    return [title, ...tiles.flat()];
  });
  return { marks: [...heads, ...rows.flat()], bottom: y };
}

const archHeight = 62;

/** One head's arches from the word in focus, the word that it reads most, and what it was measured to do. */
function archesOf(m: StepContext, head: number, { x, y, width }: Box): readonly Mark[] {
  const row = m.trace.row(`layers.${m.layer}.attention.weights`, head, m.focus);
  const places = wordPlaces(m.shown);
  const shares = places.map((place) => sumOver(place, row));
  const best = argmax(shares);
  const { pitch, first } = wordColumns(places.length, width);
  const at = (i: number) => x + first + pitch * i;
  const base = y + 18 + archHeight;
  const place = places[best] as WordPlace;
  const word = place.rest ? moreWords(place) : (m.tokens[place.first]?.piece ?? '');
  const reads = `${word} ${weight(shares[best] ?? 0)}`;
  const half = textWidth(reads, 13) / 2 + 2;
  const middle = Math.max(x + half, Math.min(x + width - half, at(best)));
  const [role] = rolesOfHead(m.model, m.layer, head);
  const own = head === m.head;
  const tone = own ? 'ink' : 'ink-2';
  return [
    text(x, y + 11, msg`head ${head + 1}`, { bold: own, tone }),
    ...fan(m, head, { x, y: base, width, height: archHeight }, { from: -1, to: 0 }),
    line(x, base + 1, x + width, base + 1),
    dot(at(placeOfWord(m.shown, m.focus)), base + 1, 2.5, 'query'),
    text(middle, base + 16, reads, { anchor: 'middle', size: 13, tone: 'ink', serif: true }),
    ...(role
      ? [text(x + width / 2, base + 30, msg(role.role), { anchor: 'middle', size: 11 })]
      : []),
    handle({ x, y, width, height: archHeight + 50 }, msg`head ${head + 1} reads “${word}”`, {
      ...{ kind: 'head', layer: m.layer, head },
    }),
  ];
}

/** The heads of the layer side by side. */
function arches(m: StepContext, frame: Frame, top: number): Drawn {
  const most = frame.width >= 840 ? 8 : frame.width >= 520 ? 4 : 2;
  const columns = Math.min(most, m.heads);
  // In one row they stand over the columns of the grid below.
  const left = columns === m.heads ? gutterIn(frame) : 0;
  const pitch = (frame.width - left) / columns;
  const title = msg`What “${m.word}” looks at in layer ${m.layer + 1}`;
  const marks = Array.from({ length: m.heads }, (_, head) =>
    archesOf(m, head, {
      x: left + pitch * (head % columns) + 8,
      y: top + 22 + (archHeight + 58) * Math.floor(head / columns),
      ...{ width: pitch - 16, height: archHeight },
    }),
  );
  return {
    marks: [
      text(0, top + 14, title, { size: 14, serif: true, bold: true, tone: 'ink' }),
      ...marks.flat(),
    ],
    bottom: top + 22 + (archHeight + 58) * Math.ceil(m.heads / columns),
  };
}

const mean = (all: readonly number[]): number => all.reduce((sum, x) => sum + x, 0) / all.length;

/** What encoders with one head a layer come to, and with four: small ones, trained alike. */
function trainedWith(frame: Frame, top: number): Drawn {
  const rows = [
    [msg`one head a layer`, mean(trained.one)],
    [msg`four heads a layer`, mean(trained.four)],
  ] as const;
  const left = Math.max(108, ...rows.map(([name]) => textWidth(name, 12) + 8));
  const bar = Math.min(280, frame.width - left - 42);
  const marks = rows.flatMap(([name, share], i) => {
    const y = top + 22 + 18 * i;
    return [
      text(0, y + 11, name),
      rect(left, y + 2, bar * share, 11, { fill: 'weight' }),
      text(left + 6 + bar * share, y + 11, percent(share), { tone: 'ink', bold: true }),
    ];
  });
  const title = msg`Small encoders trained from scratch: held-out pairs read correctly`;
  const lines = wrap(title, frame.width, 14);
  return {
    marks: [
      ...lines.map((each, i) =>
        text(0, top + 14 - 15 * (lines.length - 1 - i), each, {
          serif: true,
          size: 14,
          tone: 'ink',
        }),
      ),
      ...marks,
    ],
    bottom: top + 62,
  };
}

/** Narrower than this, in pixels, the note below takes a second line for the words that it is of. */
const oneLineFrom = 440;

/** What is below each head. */
function notesOf(m: StepContext, width: number): readonly string[] {
  if (isBackward(m)) return [msg`beneath each: the length of the gradient of its weights`];
  const which = windowName(m.shown);
  if (!which) return [msg`beneath each: its role, or entropy in bits`];
  if (width >= oneLineFrom) return [msg`beneath each: its role, or entropy in bits over ${which}`];
  return [msg`beneath each: its role, or entropy in bits`, which];
}

const draw: Draw = (m, frame) => {
  const row = words(m, frame);
  const own = arches(m, frame, row.bottom);
  const alone = trainedWith(frame, own.bottom + (frame.narrow ? 16 : 0));
  const all = grid(m, frame, alone.bottom + 12);
  const weights = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus);
  const best = argmax(weights);
  const roles = measuredRoles(rolesOfHead(m.model, m.layer, m.head));
  const measured = roles && msg`measured over many sentences: ${roles}.`;
  const [word, share] = [wordName(m.tokens, m.focus), percent(weights[best] ?? 0)];
  const notes = notesOf(m, frame.width);
  const note = notes.map((line, i) =>
    text(frame.width, all.bottom + 15 + 16 * i, line, { anchor: 'end' }),
  );
  return {
    marks: [
      ...row.marks,
      ...own.marks,
      ...alone.marks,
      line(0, alone.bottom + 4, frame.width, alone.bottom + 4),
      ...all.marks,
      ...note,
    ],
    bottom: all.bottom + 6 + 16 * notes.length,
    chosen: [],
    caption: [
      (best === m.focus
        ? msg`In head ${m.head + 1}, ${word} looks most at itself, with ${share}`
        : msg`In head ${m.head + 1}, ${word} looks most at ${wordName(m.tokens, best)}, with ${share}`) +
        (measured ? ';' : '.'),
      measured || '',
    ],
  };
};

/** What each head of the layer reads, and all heads of all layers as small matrices. */
export const figure = stepView('heads', draw);
