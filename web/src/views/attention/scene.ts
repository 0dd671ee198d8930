import type { Arches } from '../../render/arches';
import { isShown, type WordWindow } from '../../render/visible-words';
import type { Cell } from '../../state/dataflow/cell';
import type { StepId } from '../../state/state';
import type { WeightChain } from '../../state/weight-chain';
import type { WhatIf } from '../../state/what-if/what-if';
import type { Box, Panel, SvgMark, TextMark } from '../kit/scene';
import type { AttentionRow, GradientRow } from './attention-row';
import type { Slot, WorkedCells } from './slots';

/** What the figure shows, apart from time: plain data, all lengths in CSS pixels. */
export type AttentionScene = EmptyScene | FigureScene;

/** Nothing to show: no trace yet, or no words. */
export interface EmptyScene {
  readonly kind: 'empty';
  readonly width: number;
}

/** While the tour waits for a guess, the figure shows what is known before the question, and empty places. */
export interface Veil {
  /** The first step that is not shown yet. */
  readonly from: StepId;
  /** The question is about something other than these weights: arches and weights are shown. */
  readonly knowsWeights: boolean;
}

/** The two forms: words as column heads, and words as rows. */
export type FigureScene = ColumnsScene | RowsScene;

interface Common {
  readonly row: AttentionRow;
  /** The same row before the reader changed something; null where nothing is changed. */
  readonly former: AttentionRow | null;
  /** The gradients of a loss; null where none are shown. */
  readonly gradient: GradientRow | null;
  readonly formerArches: Arches | null;
  /** What the reader scaled each word's weight by; null where it is set to another number. */
  readonly gains: readonly (number | null)[];
  /** The weights as they are written: those of the row, or on their way to them. */
  readonly weights: Float32Array;
  /** The one step that the figure unfolds, or null where it unfolds all. */
  readonly part: StepId | null;
  readonly matrix: MatrixPlace;
  /** What is left out while the tour waits for a guess; null where nothing is. */
  readonly veil: Veil | null;
  /** Visible width of the figure. */
  readonly width: number;
  /** Which words are drawn; of a long text not all. */
  readonly shown: WordWindow;
  /** The places along the words: those of the words drawn, and of the words beyond either end. */
  readonly slots: readonly Slot[];
  /** Middle of each word's column or row; words that are not drawn share one. */
  readonly centres: readonly number[];
  /** Positions of what is drawn for each word; of the words beyond the window, for them together. */
  readonly words: readonly WordPlaces[];
  readonly arches: Arches;
  /** The token under the pointer or the keyboard. */
  readonly hover: number | null;
  /** The key whose weight was asked "why?", or null. */
  readonly why: number | null;
  /** What that weight opens into, and what it could be otherwise. */
  readonly chain: WeightChain | null;
  readonly whatIf: WhatIf | null;
  /** The word with the largest weight. */
  readonly top: number;
  readonly swap: SwapHandle | null;
  /** The arithmetic that each step writes out. */
  readonly spelt: WorkedCells;
  readonly output: OutputGrid;
  /** Drawn from the words down to the weights; time counts the figure's steps, from 0 to 4. */
  readonly marks: readonly SvgMark[];
  /** Drawn below the fold: the weighted sum. */
  readonly sum: readonly SvgMark[];
}

/** What both forms are laid out by, besides the row's numbers. */
export interface FigureChoice
  extends Pick<
    Common,
    | 'part'
    | 'veil'
    | 'former'
    | 'gradient'
    | 'gains'
    | 'shown'
    | 'hover'
    | 'why'
    | 'chain'
    | 'whatIf'
    | 'top'
    | 'swap'
    | 'spelt'
  > {
  /** The cell under the pointer or the keyboard. */
  readonly point: Cell | null;
}

/** A box in CSS pixels for an absolutely placed handle. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width?: number;
  readonly height?: number;
}

type TextPlace = Pick<TextMark, 'x' | 'y' | 'anchor' | 'size'>;

/** Where the products of one key stand: below its strip, on a line of their own. */
export interface ProductsPlace {
  readonly left: number;
  readonly width: number;
  readonly zero: number;
  /** From the largest product of any key to the most negative. */
  readonly height: number;
}

/** A softmax bar: where it starts, its thickness, and the length of weight 1. */
export interface BarPlace {
  readonly x: number;
  readonly y: number;
  readonly thick: number;
  readonly full: number;
}

/** Positions of a word and of what is computed for it. */
export interface WordPlaces {
  readonly word: Placement;
  readonly key: Box;
  readonly products: ProductsPlace;
  readonly score: TextPlace;
  readonly scoreHandle: Placement;
  /** The axis of the scale step. */
  readonly axis: {
    readonly middle: number;
    readonly width: number;
    readonly y: number;
    /** From the scores before to those after; 0 where one axis has both. */
    readonly drop: number;
  };
  readonly scaled: TextPlace;
  readonly bar: BarPlace;
  readonly weightHandle: Placement;
  readonly value: Box;
  /** Where the former numbers stand. */
  readonly former: { readonly scores: TextPlace; readonly scaled: TextPlace };
}

/** The scores of every query with every key; the step computes one row of them. */
export interface MatrixPlace {
  readonly panel: Panel;
  /** Row labels, if there is room for them, and frames. */
  readonly marks: readonly SvgMark[];
  /** Description of the cell under the pointer, or empty. */
  readonly readout: string;
}

/** Button that swaps a word, turning the sentence into its twin. */
export interface SwapHandle {
  /** The token it hangs under. */
  readonly token: number;
  readonly label: string;
  readonly text: string;
}

/** Words as column heads, everything computed for a word below it. */
export interface ColumnsScene extends Common {
  readonly kind: 'columns';
  /** Width of the labels at the left; 0 where labels are above their rows. */
  readonly gutter: number;
  /** Width of the columns block, which scrolls sideways where it is wider than the figure. */
  readonly block: number;
  readonly pitch: number;
  /** Width of a key or value strip. */
  readonly strip: number;
  readonly wordSize: number;
  readonly y: UpperHeights;
  readonly lower: LowerHeights;
}

/** Baselines and edges from the top of the figure down to the weights. */
export interface UpperHeights {
  /** The line the arches stand on. */
  readonly arches: number;
  readonly words: number;
  readonly keys: number;
  /** Top of the products, and their zero line. */
  readonly products: number;
  readonly zero: number;
  readonly scores: number;
  readonly axis: number;
  readonly drop: number;
  readonly scaled: number;
  /** The line the bars of the weights stand on, and the height of weight 1. */
  readonly bars: number;
  readonly bar: number;
  readonly end: number;
}

/** The same for the weighted sum, counted from below the fold. */
export interface LowerHeights {
  readonly values: number;
  readonly neck: number;
  readonly mouth: number;
  readonly output: number;
  readonly end: number;
}

/** The output strip: cells in rows, left to right. */
export interface OutputGrid {
  readonly left: number;
  readonly top: number;
  readonly perRow: number;
  readonly rows: number;
  readonly cell: number;
  readonly height: number;
  /** Whether its labels are beside it, not above. */
  readonly beside: boolean;
}

/** Words as rows, arches in the left margin: the narrow form. */
export interface RowsScene extends Common {
  readonly kind: 'rows';
  readonly pitch: number;
  readonly wordSize: number;
  /** Height of the table, the open fold included, and where the fold opens. */
  readonly height: number;
  readonly fold: { readonly top: number; readonly height: number } | null;
  readonly x: RowsPlaces;
}

export interface RowsPlaces {
  /** Baseline of the arches; the words start a little to the right. */
  readonly arches: number;
  readonly words: number;
  /** Right edge of the scores, left edge of the bars and length of weight 1. */
  readonly scores: number;
  readonly bars: number;
  readonly bar: number;
  /** Left edge and width of the value strips. */
  readonly values: number;
  readonly strip: number;
  /** Space right of the scores for keys and products, then for the axis of the scale step. */
  readonly bench: { readonly left: number; readonly width: number };
}

/** A scene whose places are known and whose marks are not. */
export type ColumnsLayout = Omit<ColumnsScene, 'marks' | 'sum'>;
export type RowsLayout = Omit<RowsScene, 'marks' | 'sum'>;
export type FigureLayout = ColumnsLayout | RowsLayout;

/** The bands of the figure from top to bottom. */
export type FigureRow = 'arches' | 'products' | 'scores' | 'scale' | 'softmax' | 'sum';

/** A figure of a single step shows its input and its output. */
const rowsOf: Readonly<Record<StepId, readonly FigureRow[]>> = {
  scores: ['products', 'scores'],
  scale: ['scores', 'scale'],
  softmax: ['arches', 'scale', 'softmax'],
  sum: ['softmax', 'sum'],
};

export function shows({ part }: { readonly part: StepId | null }, row: FigureRow): boolean {
  return part === null || rowsOf[part].includes(row);
}

/** The words that are drawn, each with where it is. */
export function shownWords({ slots, words }: Pick<Common, 'slots' | 'words'>) {
  return slots.flatMap(({ first: token, rest }) => {
    const places = words[token];
    return rest || !places ? [] : [{ token, places }];
  });
}

/** The word at which the keyboard comes to the numbers: the one of most weight, where it is drawn. */
export const stopOf = ({ top, shown, row }: Pick<Common, 'top' | 'shown' | 'row'>): number =>
  isShown(shown, top) ? top : row.focus;

/** Weights above this are written large. */
export const emphasisedFrom = 0.05;

/** Whether a word's numbers stand out: it has weight, which is known, and no other is highlighted. */
export const isEmphasised = (at: FigureLayout, token: number): boolean =>
  (at.row.weights[token] ?? 0) > emphasisedFrom &&
  (at.veil?.knowsWeights ?? true) &&
  !isDim(at, token);

/** Whether another word is highlighted. */
export function isDim({ hover }: { readonly hover: number | null }, token: number): boolean {
  return hover !== null && hover !== token;
}

/** Below the output. */
export const columnsFoot = 6;

export const stripHeight = 11;
export const productsHeight = 28;
