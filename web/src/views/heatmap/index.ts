import { gradientName } from '../../model/trace';
import { moreWordsAt, nearest, sumOver, windowName, wordPlaces } from '../../render/visible-words';
import { cell } from '../../state/dataflow/cell';
import { fine, percent, weight } from '../../state/format';
import { argmax, entropyBits } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { type Frame, text, textWidth } from '../kit/frame';
import { shownFrom } from '../kit/keyframes';
import { handle, path, rect } from '../kit/marks';
import type { Mark } from '../kit/scene';
import { chosenWeight, isBackward, type StepContext } from '../kit/step-context';
import { type Draw, stepView } from '../kit/step-view';
import { headMatrix } from '../kit/strip';
import { visibleLabels } from '../kit/svg-marks';
import { pieceAt } from '../kit/words';

/** A head's n × n weights, and the focus word's row as bars. */
interface Layout {
  readonly size: number;
  readonly matrix: { readonly x: number; readonly y: number };
  /** Left edge of the bars' words, of the bars, and the length of weight 1. */
  readonly words: number;
  readonly bars: number;
  readonly unit: number;
  readonly top: number;
  readonly pitch: number;
  readonly bottom: number;
}

const title = 40;

function layoutOf(m: StepContext, frame: Frame): Layout {
  const more = isBackward(m) ? 64 : 0;
  const places = wordPlaces(m.shown);
  const n = places.length;
  const names = Math.min(
    110,
    Math.max(...places.map((place) => textWidth(pieceAt(m, place), 15, true))) + 14,
  );
  if (frame.width < 560) {
    const size = Math.min(frame.width - names, 340);
    const top = title + size + 48;
    return {
      size,
      matrix: { x: names, y: title },
      words: names - 8,
      bars: names,
      unit: frame.width - names - 52 - more,
      top,
      pitch: 26,
      bottom: top + 26 * n + 24,
    };
  }
  const size = Math.min(440, (frame.width - 2 * names) * 0.48);
  const bars = names * 2 + size + 60;
  const matrix = { x: names, y: title };
  return {
    size,
    matrix,
    words: bars - 8,
    bars,
    unit: frame.width - bars - 56 - more,
    top: title,
    pitch: size / n,
    bottom: title + size + 48,
  };
}

const weightsName = (m: StepContext): string => `layers.${m.layer}.attention.weights`;

function matrixMarks(m: StepContext, { size, matrix }: Layout): readonly Mark[] {
  const { first, end } = m.shown;
  const n = end - first;
  const panel = {
    ...headMatrix(m, m.layer, m.head, { ...matrix, size }),
    keys: shownFrom('softmax'),
  };
  const pitch = size / n;
  const frame = rect(matrix.x - 1, matrix.y + (m.focus - first) * pitch - 1, size + 2, pitch + 2, {
    stroke: 'query',
  });
  return [panel, frame, ...rowNames(m, matrix, pitch)];
}

function rowNames(m: StepContext, matrix: Layout['matrix'], pitch: number): readonly Mark[] {
  const size = Math.max(11, Math.min(15, pitch - 2));
  const named = visibleLabels(m, pitch);
  const { first, end } = m.shown;
  return m.tokens.slice(first, end).flatMap(({ piece }, i): Mark[] => {
    const token = first + i;
    const own = token === m.focus;
    const y = matrix.y + pitch * (i + 0.5);
    const tone = own ? 'query' : 'ink';
    const box = { x: 0, y: y - pitch / 2, width: matrix.x - 4, height: pitch };
    const action = { kind: 'focus', token } as const;
    const look = { anchor: 'end', serif: true, size, tone, bold: own } as const;
    return [
      ...(named.has(token) ? [text(matrix.x - 8, y + size * 0.34, piece, look)] : []),
      handle(box, msg`look from ${piece}`, action, { look: 'word', chosen: own }),
    ];
  });
}

/** Connects the framed row with the bars that show it. */
function funnel(m: StepContext, at: Layout): readonly Mark[] {
  const { first, end } = m.shown;
  const pitch = at.size / (end - first);
  const x1 = at.matrix.x + at.size + 2;
  const x2 = x1 + 56;
  const y = at.matrix.y + (m.focus - first) * pitch;
  const bend = (x1 + x2) / 2;
  const [top, bottom] = [at.top, at.top + at.pitch * wordPlaces(m.shown).length];
  const d = `M${x1} ${y}C${bend} ${y} ${bend} ${top} ${x2} ${top}V${bottom}C${bend} ${bottom} ${bend} ${y + pitch} ${x1} ${y + pitch}Z`;
  return [path(d, { fill: 'weight', opacity: 0.14 })];
}

function barMarks(m: StepContext, at: Layout): readonly Mark[] {
  const row = m.trace.row(weightsName(m), m.head, m.focus);
  const back = isBackward(m) && m.trace.row(gradientName(weightsName(m)), m.head, m.focus);
  const best = argmax(row);
  const size = Math.max(11, Math.min(15, at.pitch - 2));
  const named = visibleLabels(m, at.pitch, 'favourite');
  return wordPlaces(m.shown).flatMap((place, i): Mark[] => {
    const { first: token, rest } = place;
    const piece = pieceAt(m, place);
    const w = sumOver(place, row);
    const top = !rest && token === best;
    const y = at.top + at.pitch * (i + 0.5);
    const height = Math.min(18, at.pitch * 0.66);
    const length = Math.max(1, at.unit * w);
    const shown = shownFrom('softmax');
    const keys = [
      { at: shown[0]?.at ?? 0, scaleX: 0 },
      { at: shown[1]?.at ?? 0, scaleX: 1 },
    ];
    const x = at.bars + length + 6;
    const bar = rect(at.bars, y - height / 2, length, height, {
      fill: 'weight',
      opacity: top ? 1 : 0.7,
      keys,
    });
    if (!rest && !named.has(token)) return [bar];
    return [
      bar,
      text(at.words, y + size * 0.34, piece, {
        anchor: 'end',
        serif: true,
        size,
        bold: top,
        tone: 'ink',
      }),
      text(x, y + 5, back && !rest ? `${weight(w)}  ∂ ${fine(back[token] ?? 0)}` : weight(w), {
        keys: shown,
        size: top ? 15 : 13,
        bold: top,
        tone: top ? 'weight' : 'ink-2',
        ...(rest && { shows: { tensor: 'rest-weights' } }),
      }),
      handle(
        { x: x - 3, y: y - 12, width: 46, height: 24 },
        rest
          ? msg`${moreWordsAt(place)}: look from the nearest word`
          : msg`Why ${weight(w)}, ${wordName(m.tokens, token)}?`,
        rest
          ? { kind: 'focus', token: nearest(place) }
          : { kind: 'cell', cell: cell(weightsName(m), m.head, m.focus, token) },
      ),
    ];
  });
}

const draw: Draw = (m, frame) => {
  const at = layoutOf(m, frame);
  const row = m.trace.row(weightsName(m), m.head, m.focus);
  const best = argmax(row);
  const sum = row.reduce((total, w) => total + w, 0);
  const bits = entropyBits(row);
  return {
    marks: [
      text(0, 17, msg`Layer ${m.layer + 1}, head ${m.head + 1}`, {
        serif: true,
        bold: true,
        size: 17,
        tone: 'ink',
      }),
      text(
        at.matrix.x,
        title - 6,
        [msg`looks at →`, windowName(m.shown)].filter(Boolean).join('  '),
      ),
      ...matrixMarks(m, at),
      ...(frame.width < 560 ? [] : funnel(m, at)),
      ...barMarks(m, at),
      text(
        frame.width,
        at.bottom - 12,
        msg`adds up to ${inLanguage(sum.toFixed(3))}; ${inLanguage(bits.toFixed(2))} bits`,
        {
          anchor: 'end',
          size: 13,
        },
      ),
    ],
    bottom: at.bottom,
    chosen: [chosenWeight(m)],
    caption: [
      msg`Each row is a word that looks, each column a word it looks at, and every row adds up to 1:`,
      best === m.focus
        ? msg`${wordName(m.tokens, m.focus)} gives ${percent(row[best] ?? 0)} of its attention to itself.`
        : msg`${wordName(m.tokens, m.focus)} gives ${percent(row[best] ?? 0)} of its attention to ${wordName(m.tokens, best)}.`,
    ],
  };
};

/** Attention as a matrix: all weights of a head, and one row of them as bars. */
export const figure = stepView('heatmap', draw);
