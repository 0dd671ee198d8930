import type { Role, Scale } from '../../render/color';
import type { Cell } from '../../state/dataflow/cell';
import type { Spelt } from '../../widgets/explained-formula';

/**
 * What a step shows, as plain data: marks with their places in CSS pixels, and how each of them moves
 * while the step's time goes from 0 to 1. A layout makes a scene; `render.ts` draws any of them.
 */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Id of the view. */
  readonly view: string;
  readonly title: string;
  readonly marks: readonly Mark[];
  /** A sentence with numbers from the trace. */
  readonly caption: string;
  /** What the cell under the pointer is, and its number; empty for none. */
  readonly readout: string;
  /** The cells whose formulas stand beneath. */
  readonly spelt: readonly Spelt[];
  /** What its tables call rows and columns that stand for words. */
  readonly words: readonly string[];
  /** Whether its tables are open. */
  readonly tables: boolean;
}

/** A place in the drawing, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a mark is at a time: moved from its own place, and how visible. */
export interface Keyframe {
  readonly at: number;
  readonly dx?: number;
  readonly dy?: number;
  readonly opacity?: number;
  /** Size along x or y, as a share of its own, measured from the mark's origin. */
  readonly scaleX?: number;
  readonly scaleY?: number;
}

/** A panel that comes to light from one side to the other while its numbers are computed. */
export interface Sweep {
  readonly axis: 'x' | 'y';
  readonly from: number;
  readonly to: number;
}

interface Moving {
  /** In the order of `at`; before the first and after the last the mark stands still. */
  readonly keys?: readonly Keyframe[];
  readonly sweep?: Sweep;
  /** The point that scaling leaves where it is; by default the mark's origin. */
  readonly origin?: readonly [x: number, y: number];
}

/** What a mark stands for: tests find numbers by it, and a formula's terms what they name. */
interface Meaning {
  /** As `data-tensor`, `data-token` and `data-index` of its element. */
  readonly shows?: { readonly tensor?: string; readonly token?: number; readonly index?: number };
  /** What it stands for in a formula; as `data-role`. */
  readonly role?: Role | 'score';
}

interface Painted {
  /** CSS colour in place of the tone: numbers inside coloured cells, and the cells themselves. */
  readonly ink?: string;
}

export type Tone = Role | 'ink' | 'ink-2' | 'line' | 'paper' | 'sheet' | 'zero' | 'negative';

/** Which cell of a tensor each cell of a panel shows. */
export interface CellMap {
  /** The cell at row 0, column 0. */
  readonly origin: Cell;
  /** The axis along which rows count, or null where the numbers run on from row to row. */
  readonly rowAxis: number | null;
  readonly columnAxis: number;
}

/** A matrix or a strip: a coloured cell for each number. */
export interface Panel extends Box, Moving {
  readonly kind: 'panel';
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
  readonly scale: Scale;
  readonly label: string;
  readonly cells: CellMap | null;
  /** The tensor that it shows, where its cells cannot be asked. */
  readonly tensor?: string;
  readonly dim?: boolean;
  /** Rows and columns under the pointer, or that belong to what is pointed at. */
  readonly lit: readonly number[];
}

/** The tensor that a panel shows; empty where it shows none. */
export const tensorOf = (panel: Panel): string => panel.cells?.origin.name ?? panel.tensor ?? '';

export interface TextMark extends Moving, Meaning, Painted {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly tone: Tone;
  readonly serif: boolean;
  readonly bold: boolean;
}

export interface RectMark extends Box, Moving, Meaning, Painted {
  readonly kind: 'rect';
  readonly fill: Tone | 'none';
  readonly stroke: Tone | 'none';
  readonly opacity: number;
  /** Radius of its corners. */
  readonly round?: number;
}

export interface PathMark extends Moving, Meaning, Painted {
  readonly kind: 'path';
  readonly d: string;
  readonly stroke: Tone | 'none';
  readonly width: number;
  readonly fill: Tone | 'none';
  readonly opacity: number;
  readonly dash?: string;
  /** The path grows from its start to its end. */
  readonly drawn?: { readonly from: number; readonly to: number };
  /** A short piece of the path runs along it, from its start to its end; else nothing is seen. */
  readonly pulse?: { readonly from: number; readonly to: number };
}

export interface DotMark extends Moving {
  readonly kind: 'dot';
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly fill: Tone;
  readonly stroke?: Tone;
  readonly opacity: number;
}

/** A vector as a row of coloured cells that cannot be asked; it moves with its group. */
export interface CellsMark extends Box {
  readonly kind: 'cells';
  readonly data: ArrayLike<number>;
  readonly scale: Scale;
  readonly keys?: undefined;
  readonly sweep?: undefined;
}

/** Marks that move together. */
export interface GroupMark extends Moving, Meaning {
  readonly kind: 'group';
  readonly marks: readonly SvgMark[];
  readonly opacity: number;
  /** Nothing of it is seen outside; a sweep opens it from its upper edge. */
  readonly clip?: Box;
}

/** What is drawn as SVG. */
export type SvgMark = TextMark | RectMark | PathMark | DotMark | CellsMark | GroupMark;

/** What a handle does when it is pressed. */
export type HandleAction =
  | { readonly kind: 'focus'; readonly token: number }
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'head'; readonly layer: number; readonly head: number }
  | { readonly kind: 'go'; readonly step: string; readonly layer: number };

/** Something to take hold of: a word, a number, a part of the picture. */
export interface Handle extends Box, Moving {
  readonly kind: 'handle';
  readonly label: string;
  readonly action: HandleAction;
  /** What is written on it; empty for a handle over other marks. */
  readonly text: string;
  readonly size: number;
  readonly chosen: boolean;
  readonly look: 'word' | 'area' | 'choice';
}

export type Mark = Panel | SvgMark | Handle;
