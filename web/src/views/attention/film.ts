import { css, html, nothing, svg } from 'lit';
import { layoutArches } from '../../render/arches';
import { ease, mix, ramp, stagger } from '../../render/motion';
import { filmName, filmScenes, type SceneId, sceneAt } from '../../state/film';
import { percent } from '../../state/format';
import { likelihood } from '../../state/prediction';
import { argmax } from '../../state/vector';
import { signedShare } from '../../widgets/nearness';
import { msg } from '../../words/msg';
import { fitted, text } from '../kit/frame';
import { dot, rect } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import { strandMarks } from '../kit/strands';
import { svgMarks } from '../kit/svg-marks';
import type { View } from '../view';
import { standingArches } from './figure-marks';
import {
  bars,
  type FilmPicture,
  faded,
  glyphMarks,
  layoutFilm,
  overWord,
  perWord,
  spotOf,
  told,
  wordMarks,
} from './film-layout';
import { between, type OpeningScene } from './opening-layout';

function archMarks(scene: OpeningScene, grown = 1): readonly SvgMark[] {
  const { pin, strands } = scene.arches;
  const arches = {
    ...scene.arches,
    pin: { ...pin, rise: pin.rise * grown },
    strands: strands.map((strand) => ({
      ...strand,
      drawn: strand.drawn * grown,
      width: strand.width * grown,
    })),
  };
  return faded(standingArches({ ...scene, arches, hover: null }), ramp(grown, 0, 0.1));
}

/** The model's answer beneath its word. */
function answer({ guess, row, kind, ...scene }: OpeningScene, opacity: number) {
  if (!guess) return [];
  const { middle, y } = spotOf({ guess, row, kind, ...scene }, row.focus);
  const [x, below] = kind === 'rows' ? [middle - 24, 8] : [middle, 4];
  const anchor = kind === 'rows' ? 'start' : 'middle';
  // Around its word there is as much room as to the nearer edge.
  const room = kind === 'rows' ? scene.width - x : 2 * Math.min(x, scene.width - x);
  const { piece, size } = fitted(guess.best.piece, Math.max(room, 120), 28);
  return faded(
    [
      text(x, y + below, piece, { size, serif: true, bold: true, anchor, tone: 'ink' }),
      text(x, y + below + 24, likelihood(guess.best.probability), { size: 16, anchor }),
    ],
    opacity,
  );
}

/** Every head's row, small, with the word that it gives most. */
function headsMarks({ words: scene, heads }: FilmPicture, p: number, own: number) {
  const { width, height, row } = scene;
  const columns = scene.kind === 'rows' ? 2 : Math.min(4, heads.length);
  const rows = Math.ceil(heads.length / columns);
  const cell = { width: width / columns, height: height / rows };
  return heads.flatMap((weights, head) => {
    const [left, top] = [(head % columns) * cell.width, Math.floor(head / columns) * cell.height];
    const inner = cell.width * 0.84;
    const base = top + cell.height - 34;
    const centres = Array.from(weights, (_, i) => left + ((i + 0.5) * inner) / weights.length);
    const limit = Math.max(12, cell.height - 46);
    const arches = layoutArches(weights, row.focus, centres, {
      ...{ profile: 'dome', total: inner * 0.12, rise: limit * 0.8, limit },
    });
    const best = argmax(weights);
    const label = `${row.tokens[best]?.piece ?? ''} ${percent(weights[best] ?? 0)}`;
    const [begin, end] = stagger(head, heads.length, 0, 1);
    const at = {
      size: 14,
      serif: true,
      anchor: 'middle',
      bold: head === own,
      tone: 'ink',
    } as const;
    return faded(
      [
        ...strandMarks({ arches, facing: 'up', base, focus: row.focus, isDim: () => false }),
        ...centres.map((x, i) => dot(x, base + 5, 1.5, i === row.focus ? 'query' : 'ink')),
        text(left + inner / 2, base + 24, label, at),
      ],
      head === own ? 1 : ramp(p, begin, end),
    );
  });
}

/** How many of its hidden units answer each word. */
function unitMarks({ words: scene, units }: FilmPicture, p: number) {
  const most = Math.max(1e-6, ...units.map(({ share }) => share));
  return perWord(scene, (token) => {
    const { share = 0, count = 0 } = units[token] ?? {};
    const { x, y, width, height, middle } = spotOf(scene, token);
    const tall = (share / most) * p;
    const bold = token === scene.row.focus;
    const fill = { fill: 'feed-forward', opacity: bold ? 1 : 0.5 } as const;
    return scene.kind === 'rows'
      ? [
          rect(x + 44, y - 6, (width - 44) * tall, 12, fill),
          text(x + 36, y + 5, String(count), { size: 14, anchor: 'end', bold }),
        ]
      : [
          rect(middle - 12, y + 10 - (height - 10) * tall, 24, (height - 10) * tall, fill),
          text(middle, y + 26, String(count), { size: 14, anchor: 'middle', bold }),
        ];
  });
}

/** How near the word comes to the one that it takes most from, layer by layer. */
function nearMarks({ words: { width, height }, nearness }: FilmPicture, p: number) {
  const pitch = Math.min(130, width / Math.max(nearness.length, 1));
  const left = (width - pitch * nearness.length) / 2;
  const [base, full] = [height - 30, height - 70];
  return nearness.flatMap((near, i) => {
    const [begin, end] = stagger(i, nearness.length, 0, 1);
    const tall = Math.max(1, near * full * ramp(p, begin, end));
    const x = left + pitch * (i + 0.5);
    const last = i === nearness.length - 1;
    const name = i === 0 ? msg`in` : msg`layer ${i}`;
    const style = { size: 14, anchor: 'middle', bold: last, tone: last ? 'ink' : 'ink-2' } as const;
    return [
      rect(x - pitch * 0.3, base - tall, pitch * 0.6, tall, {
        fill: last ? 'ink' : 'ink-2',
        opacity: last ? 1 : 0.5,
      }),
      ...faded(
        [text(x, base - tall - 8, signedShare(near), { ...style, size: 18 })],
        ramp(p, begin, end),
      ),
      text(x, base + 20, name, style),
    ];
  });
}

/** What a scene has besides the words, as far as it has come; null where it stands in place of them. */
type Draw = (picture: FilmPicture, p: number, head: number) => readonly SvgMark[];

const beside: Readonly<Partial<Record<SceneId, Draw>>> = {
  tokens: ({ words, ids }, p) => told(words, ids, p, -1, 'ink'),
  embedding: ({ words, embedded }, p) => glyphMarks(words, null, embedded, p),
  position: ({ words, embedded, placed }, p) => glyphMarks(words, embedded, placed, p),
  layers: ({ words, placed, entering }, p) => glyphMarks(words, placed, entering, p),
  projections: ({ words, entering, keys, query }, p) => [
    ...faded(glyphMarks(words, null, entering, 1), 1 - 2 * p),
    ...faded(
      perWord(words, (token) => {
        const of = token === words.row.focus ? query : keys;
        return bars(of.numbers[token] ?? [], overWord(words, token), of.most, of.tone);
      }),
      2 * p - 1,
    ),
  ],
  scores: ({ words, scores }, p) => told(words, scores, p, argmax(words.row.scores), 'ink'),
  softmax: ({ words, scores, shares }, p) => [
    ...faded(told(words, scores, 1, argmax(words.row.scores), 'ink'), 1 - 4 * p),
    ...faded(told(words, shares, 1, words.top, 'weight'), 4 * p - 1),
    ...archMarks(words, ramp(p, 0.3, 1)),
  ],
  sum({ words, shares, values, output }, p) {
    const shrunk = (token: number) => mix(1, words.row.weights[token] ?? 0, ramp(p, 0.2, 0.6));
    const numbers = perWord(words, (token) => {
      const own = token === words.row.focus && p > 0.6;
      const [of, by] = own ? [output, ramp(p, 0.6, 1)] : [values, shrunk(token)];
      const scaled = (of.numbers[token] ?? []).map((x) => x * by);
      return bars(scaled, spotOf(words, token), of.most, of.tone);
    });
    return [
      ...archMarks(words),
      ...faded(told(words, shares, 1, words.top, 'weight'), 1 - 10 * p),
      ...faded(numbers, 10 * p - 1),
    ];
  },
  'attention-norm': ({ words, entering, added }, p) => glyphMarks(words, entering, added, p),
  'feed-forward-norm': unitMarks,
  prediction: ({ words }, p) => [...archMarks(words), ...answer(words, ramp(p, 0.3, 1))],
};

const instead: Readonly<Partial<Record<SceneId, Draw>>> = {
  concat: headsMarks,
  stack: nearMarks,
};

function turnMarks({ words, turned }: FilmPicture, p: number): readonly SvgMark[] {
  const at = turned ? (between(words, turned, p) ?? words) : words;
  return [
    ...archMarks(at),
    ...wordMarks(words, turned, turned ? p : 0),
    ...answer(words, turned ? 1 - 2 * p : 1),
    ...(turned ? answer(turned, 2 * p - 1) : []),
  ];
}

/** Scenes that begin with what the one before them ends with. */
const goesOn: ReadonlySet<SceneId> = new Set<SceneId>([
  'tokens',
  'position',
  'layers',
  'projections',
  'softmax',
  'sum',
  'turn',
]);

/** The share of a scene's movement in which the picture before it gives way: it fades, and then the new one comes. */
const handover = 0.2;

/** A scene as far as it has come: the words, unless something stands in place of them, and what it has besides. */
function partsAt(picture: FilmPicture, id: SceneId, p: number) {
  const { words } = picture;
  if (id === 'turn') return { words: [], marks: turnMarks(picture, p) };
  const marks = (instead[id] ?? beside[id])?.(picture, p, words.row.head) ?? [];
  return { words: instead[id] ? [] : wordMarks(words, null, 0), marks };
}

/** All that is drawn at a time. */
export function filmMarks(picture: FilmPicture, time: number): readonly SvgMark[] {
  const scene = sceneAt(time);
  const { id, begin, end } = scene;
  const now = partsAt(picture, id, ease(ramp(time, begin, end)));
  const before = filmScenes[filmScenes.indexOf(scene) - 1];
  const come = ramp(time, begin, mix(begin, end, handover));
  if (!before || goesOn.has(id) || come === 1) return [...now.words, ...now.marks];
  const old = partsAt(picture, before.id, 1);
  const stay = old.words.length > 0 && now.words.length > 0;
  return [
    ...faded(old.words, stay ? 1 : 1 - 2 * come),
    ...faded(old.marks, 1 - 2 * come),
    ...(stay ? [] : faded(now.words, 2 * come - 1)),
    ...faded(now.marks, 2 * come - 1),
  ];
}

/** One thing at a time of what the encoder does, large: no matrices, and nothing to be pressed. */
export const filmView: View<FilmPicture | null> = {
  id: filmName,
  styles: css`
    .filmed svg {
      display: block;
      overflow: visible;
    }
  `,
  layout: layoutFilm,
  caption: () => null,
  words: () => nothing,
  speech: () => '',
  render(picture, time) {
    if (!picture) return html`<div class="filmed"></div>`;
    const { width, height } = picture.words;
    return html`<div class="filmed"><svg width=${width} height=${height} aria-hidden="true">
      ${svg`${svgMarks(filmMarks(picture, time), 0)}`}
    </svg></div>`;
  },
};
