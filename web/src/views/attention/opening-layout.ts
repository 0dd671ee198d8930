import type { Arches } from '../../render/arches';
import { visibleWords, type WordWindow, wordPlaces } from '../../render/visible-words';
import type { Guess } from '../../state/prediction';
import type { State } from '../../state/state';
import { argmax } from '../../state/vector';
import { guessesOf } from '../../widgets/prediction';
import type { Size } from '../view';
import { type AttentionRow, attentionRowOf } from './attention-row';
import { columnsFrom, swapOfRow } from './layout';
import type { Placement, SwapHandle } from './scene';
import { centresOf, type Slot, slotArches } from './slots';

/** The words and their arches alone, large; all lengths in CSS pixels. */
export interface OpeningScene {
  readonly kind: 'columns' | 'rows';
  readonly row: AttentionRow;
  /** Of the whole model. */
  readonly heads: number;
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
  /** Null for a model that names no words. */
  readonly guess: { readonly best: Guess; readonly at: Placement } | null;
}

/** A weight as a share, written beside its arch or inside it. */
export interface Amount {
  readonly token: number;
  readonly share: number;
  readonly at: Placement;
  readonly inside: boolean;
}

interface Facts {
  readonly row: AttentionRow;
  readonly heads: number;
  readonly width: number;
  readonly hover: number | null;
  readonly top: number;
  readonly shown: WordWindow;
  readonly swap: SwapHandle | null;
  readonly best: Guess | undefined;
}

/** Distance between columns, and what grows with it. */
const columns = { pitch: { least: 56, most: 100 }, word: 0.26, fan: 0.52, rise: 1.6 };

/** Rows: their height, the size of a word, the width of all strands, where the arches stand. */
const rows = { pitch: 28, word: 20, fan: 26, arches: 76, count: 12 };

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
    return { token, share, inside: false, at: { left: at + width / 2 + 5, top: base - rise } };
  }
  const { from, to, rise, drawn } = strand;
  const inside = drawn >= thickFrom;
  const crown = base - rise - (inside ? 0 : drawn / 2 + 10);
  return { token, share, inside, at: { left: (from + to) / 2 - 40, top: crown - 10, width: 80 } };
}

function inColumns(facts: Facts): OpeningScene {
  const { row, shown, width, swap, best } = facts;
  const places = wordPlaces(shown);
  const { least, most } = columns.pitch;
  const pitch = Math.max(least, Math.min(most, Math.floor(width / places.length)));
  const left = (width - pitch * places.length) / 2;
  const slots = places.map((place, i): Slot => ({ ...place, centre: left + pitch * (i + 0.5) }));
  const centres = centresOf(slots);
  const at = (token: number | undefined) => centres[token ?? 0] ?? 0;
  const rise = columns.rise * pitch;
  const sizes = { total: columns.fan * pitch, rise, limit: rise + 4 };
  const arches = slotArches(row, shown, slots, { profile: 'dome', ...sizes });
  const base = Math.ceil(arches.reach + 2);
  const beneath = base + 48;
  return {
    ...facts,
    kind: 'columns',
    height: base + 124,
    slots,
    words: centres.map((x) => ({
      word: { left: x - pitch / 2, top: base + 4, width: pitch, height: 44 },
    })),
    wordSize: Math.round(columns.word * pitch),
    arches,
    base,
    swap: swap && {
      ...swap,
      box: {
        left: Math.min(width - 88, at(swap.token) - 44),
        top: beneath - 8,
        width: 88,
        height: 44,
      },
    },
    amounts: written(facts, slots, writtenFrom.columns).map(({ first }) =>
      amountOf(facts, arches, base, first),
    ),
    guess: best ? { best, at: { left: at(row.focus) - 120, top: beneath, width: 240 } } : null,
  };
}

function inRows(facts: Facts): OpeningScene {
  const { row, shown, width, swap, best } = facts;
  const slots = wordPlaces(shown).map((place, i): Slot => {
    return { ...place, centre: rows.pitch * (i + 0.5) };
  });
  const centres = centresOf(slots);
  const at = (token: number | undefined) => centres[token ?? 0] ?? 0;
  const right = Math.round(width * 0.64);
  const words = rows.arches + 12;
  const box = (y: number, height: number) => ({ top: y - height / 2, height });
  return {
    ...facts,
    kind: 'rows',
    height: rows.pitch * slots.length + 8,
    slots,
    words: centres.map((y) => ({
      word: { left: words, width: right - words - 40, ...box(y, rows.pitch) },
    })),
    wordSize: rows.word,
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
      at: { left: right - 60, width: 60, ...box(centre, rows.pitch) },
    })),
    guess: best
      ? { best, at: { left: right + 12, width: width - right - 12, top: at(row.focus) - 32 } }
      : null,
  };
}

/** Null while there is nothing to show. */
export function layoutOpening(state: State, { width }: Size): OpeningScene | null {
  const row = attentionRowOf(state);
  if (!row || !state.trace || width <= 0) return null;
  const isWide = width >= columnsFrom;
  const room = isWide ? Math.floor(width / columns.pitch.least) : rows.count;
  const [best] = guessesOf(state, 1);
  return (isWide ? inColumns : inRows)({
    row,
    heads: row.heads * (state.model?.config.num_hidden_layers ?? 1),
    width,
    best,
    hover: state.hover,
    top: argmax(row.weights),
    shown: visibleWords(row.tokens.length, row.focus, room),
    swap: swapOfRow(row, state.trace.encoding.text),
  });
}
