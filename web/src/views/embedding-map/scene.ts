import type { Parameter } from '../../model/protocol';
import { inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import type { Told } from '../kit/derivation';
import { text } from '../kit/frame';
import type { FigureContext } from '../kit/hosted-figure';
import { dot, line } from '../kit/marks';
import { spread } from '../kit/plot';
import { guessOf, type Question } from '../kit/question';
import type { SvgMark } from '../kit/scene';
import { wordKinds } from '../kit/words';
import type { Size } from '../view';
import { mapText } from './caption';
import { signOf } from './labels';
import { type WordMap, wordMap } from './map';
import { type Ways, waysScene } from './way-plot';
import {
  cosineText,
  type Near,
  type PlaneOf,
  planes,
  type SpaceWord,
  type WordSpace,
  wordSpace,
} from './word-space';

interface Ruler {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
}

/** A word of each kind, that it may be seen where the others stand: the first, as long as it is not there. */
function samples(space: WordSpace, chosen: SpaceWord, known: ReadonlySet<number>): readonly Near[] {
  return wordKinds.flatMap((_, kind) => {
    const word = space.words.find((each) => each.kind === kind && !known.has(each.id));
    return word && word.kind !== chosen.kind
      ? [{ word, cosine: space.cosine(chosen.id, word.id) }]
      : [];
  });
}

/** The words that stand on the ruler, the nearest first: the nearest of all, one of each kind, and the other. */
function measuredWords(
  space: WordSpace,
  chosen: SpaceWord,
  near: readonly Near[],
  other: Near,
): readonly Near[] {
  const first = other.word.id === chosen.id ? near : [...near, other];
  const known = new Set([chosen.id, ...first.map(({ word }) => word.id)]);
  const all = new Map(
    [...first, ...samples(space, chosen, known)].map((each) => [each.word.id, each]),
  );
  return [...all.values()].sort((a, b) => b.cosine - a.cosine);
}

const top = 14;
const axis = 26;

/** Words by their cosine to the chosen one, over all numbers of their vectors. */
function ruler(
  chosen: SpaceWord,
  all: readonly Near[],
  bold: ReadonlySet<number>,
  width: number,
  height: number,
): Ruler {
  const low = Math.min(-0.1, ...all.map(({ cosine }) => cosine));
  const y = (cosine: number) => top + ((1 - cosine) / (1 - low)) * (height - 2 * top);
  const rows: readonly Near[] = [{ word: chosen, cosine: 1 }, ...all];
  const heights = spread(
    rows.map(({ cosine }) => y(cosine)),
    16,
    [top, height - 8],
  );
  const ticks = [1, 0.5, 0].map((tick) =>
    text(axis - 8, y(tick) + 4, inLanguage(String(tick).replace(/^0\./, '.')), { anchor: 'end' }),
  );
  return {
    ...{ width, height },
    marks: [
      line(axis, top, axis, height - top, 'ink-2'),
      ...ticks,
      ...rows.flatMap(({ word, cosine }, i): readonly SvgMark[] => {
        const at = y(cosine);
        const named = heights[i] ?? at;
        const own = i === 0 || bold.has(word.id);
        const style = {
          serif: true,
          size: own ? 14 : 13,
          bold: own,
          tone: own ? 'ink' : 'ink-2',
        } as const;
        return [
          line(axis + 6, at, axis + 18, named, 'line'),
          i === 0 ? dot(axis, at, 5, 'ink') : signOf(word.kind, [axis, at]),
          text(axis + 22, named + 4, word.word, style),
          text(width - 3, named + 4, cosineText(cosine), {
            ...{ anchor: 'end', size: 13, bold: own, tone: own ? 'ink' : 'ink-2' },
          }),
        ];
      }),
    ],
  };
}

export const wordTable = 'embeddings.word_embeddings.weight';

export interface MapScene {
  readonly form: 'narrow' | 'two' | 'three';
  readonly space: WordSpace;
  readonly plane: PlaneOf;
  readonly chosen: SpaceWord;
  readonly near: readonly Near[];
  readonly other: Near;
  readonly measured: readonly Near[];
  readonly map: WordMap;
  readonly ruler: Ruler;
  readonly ways: Ways;
  /** The layer that the ways are read at. */
  readonly layer: number;
  /** What is nearest to the word; null of another word than the one that was guessed about. */
  readonly question: Question | null;
  /** Whether the reader has guessed once, or wants to be shown. */
  readonly isGuessed: boolean;
  readonly text: Told;
  /** A word that was looked for and is not there; empty otherwise. */
  readonly missing: string;
}

const spaces = new WeakMap<Parameter, WordSpace | null>();

/** The words of the model at hand; null where it has too few of those that are grouped. */
export function spaceOf(table: Parameter, vocabulary: readonly string[]): WordSpace | null {
  const known = spaces.get(table);
  if (known !== undefined) return known;
  const space = wordSpace(table, vocabulary);
  spaces.set(table, space);
  return space;
}

const find = ({ words }: WordSpace, word: string | undefined): SpaceWord | undefined =>
  words.find((each) => each.word === word);

/** The word that the reader has chosen, or rests on; the first of a kind where there is none. */
function chosenWord(m: FigureContext, space: WordSpace): SpaceWord {
  const hovered = m.kept<string>('word', '');
  return (
    find(space, hovered) ??
    find(space, m.choices.get('word')) ??
    find(space, 'cat') ??
    (space.words.find(({ kind }) => kind >= 0) as SpaceWord)
  );
}

function otherWord(m: FigureContext, space: WordSpace, chosen: SpaceWord): Near {
  const word =
    find(space, m.choices.get('with')) ??
    find(space, 'street') ??
    (space.words.at(-1) as SpaceWord);
  return { word, cosine: space.cosine(chosen.id, word.id) };
}

/** The rooms of the parts: beside one another where there is width for it. */
interface Rooms {
  readonly form: 'narrow' | 'two' | 'three';
  readonly map: readonly [width: number, height: number];
  readonly ruler: number;
  readonly way: number;
}

const gap = 28;
const rulerWidth = 190;
const saidWidth = 240;
/** What the other parts take of a height. */
const besideMap = 236;

function roomsOf({ width, height }: Size): Rooms {
  const whole = Math.min(width, 1320);
  if (whole < 620) {
    const height = Math.round(Math.min(400, whole * 1.05));
    return { form: 'narrow', map: [whole, height], ruler: whole, way: whole };
  }
  if (whole < 860) {
    const map = whole - rulerWidth - gap;
    return {
      form: 'two',
      map: [map, Math.round(map * 0.82)],
      ruler: rulerWidth,
      way: (whole - gap) / 2,
    };
  }
  const map = whole - rulerWidth - saidWidth - 2 * gap;
  const way = (whole - saidWidth - 2 * gap) / 2;
  const high = height ? Math.max(300, Math.min(460, height - besideMap)) : 348;
  return { form: 'three', map: [map, high], ruler: rulerWidth, way };
}

const nearest = 'nearest';

/** What the reader guesses before any cosine is shown; null of another word than the one that was guessed about. */
export function nearestAsked(
  { choices, state }: FigureContext,
  { word }: SpaceWord,
): Question | null {
  const place = { id: nearest, of: word };
  if (choices.has(nearest) && guessOf(state, place) === null) return null;
  return {
    ...{ ...place, right: 2, veils: true },
    asks: msg`Nobody told the model what any word means. Which words will have vectors similar to that of “${word}”?`,
    options: [
      msg`words spelled like it`,
      msg`words that stand next to it in sentences`,
      msg`words that could take its place`,
    ],
    why: msg`Words that are used in similar ways get similar vectors, as the ruler shows.`,
  };
}

export function mapScene(m: FigureContext, space: WordSpace): MapScene {
  const chosen = chosenWord(m, space);
  const near = space.nearest(chosen.id, 6);
  const other = otherWord(m, space, chosen);
  const measured = measuredWords(space, chosen, near, other);
  const isGuessed = m.choices.has(nearest);
  const { form, map, ruler: rulerRoom, way } = roomsOf(m.size);
  const plane = planes[Number(m.choices.get('plane')) - 1] ?? space.clearest;
  const layers = m.model.config.num_hidden_layers;
  const layer = Math.min(layers, Number(m.choices.get('layer') ?? layers) || 0);
  const bold = new Set([near[0]?.word.id ?? -1, other.word.id]);
  return {
    ...{ form, space, plane, chosen, near, other, measured, isGuessed, layer },
    map: wordMap({
      ...{ space, plane, chosen, near, other, veiled: !isGuessed },
      ...{ width: map[0], height: map[1] },
    }),
    ruler: ruler(chosen, measured, bold, rulerRoom, Math.min(map[1], 380) - 8),
    ways: waysScene(m, Math.floor(way), layer),
    question: nearestAsked(m, chosen),
    text: mapText({ space, plane, chosen, near, other }),
    missing: m.kept<string>('missing', ''),
  };
}
