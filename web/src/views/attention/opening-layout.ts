import type { Arches } from '../../render/arches';
import { mix, ramp } from '../../render/motion';
import { visibleWords, type WordWindow, wholeUpTo, wordPlaces } from '../../render/visible-words';
import type { Guess } from '../../state/prediction';
import type { State } from '../../state/state';
import { argmax } from '../../state/vector';
import { guessesOf } from '../../widgets/prediction';
import { msg } from '../../words/msg';
import { mixNumbers } from '../kit/keyframes';
import type { Size } from '../view';
import { type AttentionRow, attentionRowOf } from './attention-row';
import { columnsFrom, swapOfRow } from './layout';
import type { Placement, SwapHandle } from './scene';
import { centresOf, type Slot, slotArches } from './slots';

/** The words and their arches alone, large; all lengths in CSS pixels. */
export interface OpeningScene {
  readonly kind: 'columns' | 'rows';
  readonly row: AttentionRow;
  readonly width: number;
  readonly height: number;
  readonly slots: readonly Slot[];
  readonly words: readonly { readonly word: Placement }[];
  readonly wordSize: number;
  readonly arches: Arches;
  /** The line that the arches stand on: its y, or its x where words are rows. */
  readonly base: number;
  readonly hover: number | null;
  readonly top: number;
  readonly swap: (SwapHandle & { readonly box: Placement }) | null;
  readonly amounts: readonly Amount[];
  /** Null for a model that names no words. `stem`: from its left edge to the middle of its word, where that is above it. */
  readonly guess: {
    readonly best: Guess;
    readonly at: Placement;
    readonly stem: number | null;
  } | null;
  /** What the arches and the guess are, and where that is said; null where there is no room. */
  readonly about: { readonly text: string; readonly at: Placement } | null;
}

/** A weight as a share, written beside its arch or inside it. */
export interface Amount {
  readonly token: number;
  readonly share: number;
  readonly at: Placement;
  readonly inside: boolean;
  /** Beside the pin, where arches pass behind it. */
  readonly besidePin: boolean;
}

interface Facts {
  readonly row: AttentionRow;
  readonly width: number;
  readonly hover: number | null;
  readonly top: number;
  readonly shown: WordWindow;
  readonly swap: SwapHandle | null;
  readonly best: Guess | undefined;
  readonly text: string;
  /** The picture's height, where it is to fill one. */
  readonly tall: number;
}

/** Distance between columns, and what grows with it. */
const columns = { pitch: { least: 56, most: 100 }, word: 0.26, fan: 0.52, rise: 1.6, below: 124 };

/** Rows: their height, the size of a word, the width of all strands, where the arches stand. */
const rows = {
  pitch: { least: 28, most: 38 },
  word: [20, 23],
  fan: 26,
  arches: 76,
  count: 12,
} as const;

/** Smaller shares are not written. */
const writtenFrom = { columns: 0.1, rows: 0.05 };

/** A strand at least this thick holds its number. */
const thickFrom = 19;

const written = ({ row }: Facts, slots: readonly Slot[], least: number): readonly Slot[] =>
  slots.filter(({ first, rest }) => !rest && (row.weights[first] ?? 0) >= least);

/** At the crown of its arch, inside it where there is room; the focus word's beside its pin. */
function amountOf({ row }: Facts, arches: Arches, base: number, token: number): Amount {
  const share = row.weights[token] ?? 0;
  const strand = arches.strands.find(({ key }) => key === token);
  if (!strand) {
    const { at, width, rise } = arches.pin;
    const beside = { left: at + width / 2 + 3, top: base - rise };
    return { token, share, inside: false, besidePin: true, at: beside };
  }
  const { from, to, rise, drawn } = strand;
  const inside = drawn >= thickFrom;
  const crown = base - rise - (inside ? 0 : drawn / 2 + 10);
  const middle = (from + to) / 2;
  const at = { left: middle - 40, top: crown - 10, width: 80 };
  return { token, share, inside, besidePin: false, at };
}

const within = (least: number, x: number, most: number) => Math.max(least, Math.min(most, x));

/** Null where the word is not above its guess. */
const stemOf = (x: number): number | null => (x >= 0 && x <= beneathWords.guess ? x : null);

/** Widths of what is written beneath the words. */
const beneathWords = { guess: 240, swap: 128, about: { least: 200, most: 330 }, gap: 24 };

/** Beneath its word, or as near to it as the edges and the swap allow. */
function guessLeft(centre: number, width: number, swap: Placement | null): number {
  const { guess } = beneathWords;
  const left = within(0, centre - guess / 2, width - guess);
  if (!swap || left + guess <= swap.left || left >= swap.left + (swap.width ?? 0)) return left;
  return swap.left >= guess ? swap.left - guess : swap.left + (swap.width ?? 0);
}

/** The first stretch of a line, from `from` on, that none of these take up, where one is long enough. */
function freeStretch(
  from: number,
  width: number,
  taken: readonly (Placement | null)[],
): { readonly left: number; readonly width: number } | null {
  const { gap, about } = beneathWords;
  const edges = taken
    .flatMap((box) => (box ? [[box.left - gap, box.left + (box.width ?? 0) + gap] as const] : []))
    .sort(([a], [b]) => a - b);
  let left = from;
  for (const [begin, end] of [...edges, [width, width] as const]) {
    if (begin - left >= about.least) return { left, width: Math.min(about.most, begin - left) };
    left = Math.max(left, end);
  }
  return null;
}

function inColumns(facts: Facts): OpeningScene {
  const { row, shown, width, swap, best, tall } = facts;
  const places = wordPlaces(shown);
  const { least, most } = columns.pitch;
  const pitch = Math.max(least, Math.min(most, Math.floor(width / places.length)));
  const left = (width - pitch * places.length) / 2;
  const slots = places.map((place, i): Slot => ({ ...place, centre: left + pitch * (i + 0.5) }));
  const centres = centresOf(slots);
  const at = (token: number | undefined) => centres[token ?? 0] ?? 0;
  const rise = Math.min(columns.rise * pitch, tall > 0 ? tall - columns.below - 6 : Infinity);
  const sizes = { total: columns.fan * pitch, rise, limit: rise + 4 };
  const arches = slotArches(row, shown, slots, { profile: 'dome', ...sizes });
  const base = Math.ceil(arches.reach + 2);
  const beneath = base + 48;
  const box = swap && {
    left: Math.min(width - 88, at(swap.token) - 44),
    top: beneath - 8,
    width: 88,
    height: 44,
  };
  const swapText = box && { ...box, left: box.left - 20, width: beneathWords.swap };
  const guess = {
    left: guessLeft(at(row.focus), width, swapText),
    top: beneath,
    width: beneathWords.guess,
  };
  const first = Math.max(0, (centres[0] ?? 0) - 24);
  const free = freeStretch(first, width, [best ? guess : null, swapText]);
  return {
    ...facts,
    kind: 'columns',
    height: base + columns.below,
    slots,
    words: centres.map((x) => ({
      word: { left: x - pitch / 2, top: base + 4, width: pitch, height: 44 },
    })),
    wordSize: Math.round(columns.word * pitch),
    arches,
    base,
    swap: swap && box && { ...swap, box },
    amounts: written(facts, slots, writtenFrom.columns).map(({ first }) =>
      amountOf(facts, arches, base, first),
    ),
    guess: best ? { best, at: guess, stem: stemOf(at(row.focus) - guess.left) } : null,
    about: free && { text: facts.text, at: { ...free, top: base + 52 } },
  };
}

/** At its row, or above the swap where that is. */
function guessTop(focus: number, swap: number | null): number {
  const top = focus - 32;
  return swap !== null && focus > swap - 48 && focus <= swap ? Math.min(top, swap - 76) : top;
}

function inRows(facts: Facts): OpeningScene {
  const { row, shown, width, swap, best, tall } = facts;
  const places = wordPlaces(shown);
  const { least, most } = rows.pitch;
  const pitch = within(least, Math.floor((tall - 8) / places.length), most);
  const slots = places.map((place, i): Slot => ({ ...place, centre: pitch * (i + 0.5) }));
  const centres = centresOf(slots);
  const at = (token: number | undefined) => centres[token ?? 0] ?? 0;
  const right = Math.round(width * 0.64);
  const words = rows.arches + 12;
  const box = (y: number, height: number) => ({ top: y - height / 2, height });
  return {
    ...facts,
    kind: 'rows',
    height: pitch * slots.length + 8,
    slots,
    words: centres.map((y) => ({
      word: { left: words, width: right - words - 40, ...box(y, pitch) },
    })),
    wordSize: Math.round(mix(...rows.word, ramp(pitch, least, most))),
    arches: slotArches(row, shown, slots, {
      profile: 'lane',
      total: rows.fan,
      rise: rows.arches * 0.9,
      limit: rows.arches - 1,
    }),
    base: rows.arches,
    swap: swap && { ...swap, box: { left: right - 28, width: 88, ...box(at(swap.token), 44) } },
    amounts: written(facts, slots, writtenFrom.rows).map(({ first, centre }) => ({
      token: first,
      share: row.weights[first] ?? 0,
      inside: false,
      besidePin: false,
      at: { left: right - 60, width: 60, ...box(centre, pitch) },
    })),
    guess: best
      ? {
          best,
          at: {
            left: right + 8,
            width: width - right - 8,
            top: guessTop(at(row.focus), swap && at(swap.token)),
          },
          stem: null,
        }
      : null,
    about: null,
  };
}

/** What the arches are. */
const aboutRow = ({ tokens, focus }: AttentionRow, heads: number): string =>
  msg`How much “${tokens[focus]?.piece}” takes from each word, in one of the model’s ${heads} attention heads.`;

/** Null while there is nothing to show. */
export function layoutOpening(state: State, { width, height = 0 }: Size): OpeningScene | null {
  const row = attentionRowOf(state);
  if (!row || !state.trace || width <= 0) return null;
  const isWide = width >= columnsFrom;
  const tall = state.film ? height : 0;
  const room = isWide
    ? Math.floor(width / columns.pitch.least)
    : Math.max(rows.count, Math.floor((tall - 8) / rows.pitch.least));
  // Rows that are too many for a screen can be scrolled to, but for those of the film.
  const whole = isWide || tall > 0 ? room : wholeUpTo;
  const [best] = guessesOf(state, 1);
  return (isWide ? inColumns : inRows)({
    row,
    text: aboutRow(row, row.heads * (state.model?.config.num_hidden_layers ?? 1)),
    width,
    tall,
    best,
    hover: state.hover,
    top: argmax(row.weights),
    shown: visibleWords(row.tokens.length, row.focus, room, whole),
    swap: swapOfRow(row, state.trace.encoding.text, state.other),
  });
}

/** Arches and shares on their way from one row of weights to another. */
export function between(from: OpeningScene | null, to: OpeningScene | null, t: number) {
  if (!from || !to || from.kind !== to.kind || from.words.length !== to.words.length) return to;
  const strands = new Map(from.arches.strands.map((strand) => [strand.key, strand]));
  const amounts = new Map(from.amounts.map((each) => [each.token, each]));
  const arches = {
    ...to.arches,
    pin: mixNumbers(from.arches.pin, to.arches.pin, t),
    strands: to.arches.strands.map((strand) =>
      mixNumbers(strands.get(strand.key) ?? {}, strand, t),
    ),
  };
  const shares = to.amounts.map((each) => {
    const old = amounts.get(each.token);
    if (!old) return each;
    return { ...mixNumbers(old, each, t), at: mixNumbers(old.at, each.at, t) };
  });
  return { ...to, arches, amounts: shares };
}
