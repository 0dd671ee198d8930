import type { Run } from '../../model/protocol';
import type { Role, Scale } from '../../render/color';
import type { Cell } from '../../state/dataflow/cell';
import type { Target } from '../../state/what-if/hand';
import type { WorkedCell } from '../../widgets/explained-formula';
import type { Caption } from '../view';

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
  /** Sentences with numbers from the trace. */
  readonly caption: Caption;
  /** The number under the pointer and what it is, or empty. */
  readonly readout: string;
  /** The same, at the cell; null where the cell is not drawn. */
  readonly tip: Tip | null;
  /** The cells whose formulas are written below. */
  readonly spelt: readonly WorkedCell[];
  /** Names of table rows and columns that stand for words. */
  readonly words: readonly string[];
  /** Whether its tables are open; null while they must not be opened. */
  readonly tables: boolean | null;
}

/** Text over a cell: its middle, and the edge that it is at. */
export interface Tip {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A place in the drawing, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Offset, opacity and size of a mark at a time, relative to its own place. */
export interface Keyframe {
  readonly at: number;
  readonly dx?: number;
  readonly dy?: number;
  readonly opacity?: number;
  /** Scaling along x or y about the mark's origin. */
  readonly scaleX?: number;
  readonly scaleY?: number;
  /** In degrees, clockwise; only objects on their way to another view are turned. */
  readonly turn?: number;
}

/** A panel is revealed from one side to the other while its numbers are computed. */
export interface Sweep {
  readonly axis: 'x' | 'y';
  readonly from: number;
  readonly to: number;
}

interface Moving {
  /** Sorted by `at`; before the first and after the last the mark does not move. */
  readonly keys?: readonly Keyframe[];
  readonly sweep?: Sweep;
  /** Fixed point of the scaling; default: the mark's origin. */
  readonly origin?: readonly [x: number, y: number];
}

/** What a mark stands for: used by tests to find numbers, and by a formula's terms to highlight it. */
interface Meaning {
  /** Written as `data-tensor`, `data-token` and `data-index`. */
  readonly shows?: { readonly tensor?: string; readonly token?: number; readonly index?: number };
  /** The object that it is in every view that has it, by the names of `render/passage.ts`. */
  readonly object?: string;
  /** Its term in a formula; written as `data-role`. */
  readonly role?: Role | 'score';
}

interface Painted {
  /** CSS colour that replaces the tone. */
  readonly ink?: string;
}

export type Tone = Role | 'ink' | 'ink-2' | 'line' | 'paper' | 'sheet' | 'zero' | 'negative';

/** Which cell of a tensor each cell of a panel shows. */
export interface CellMap {
  /** The cell at row 0, column 0. */
  readonly origin: Cell;
  /** The axis that the rows run along, or null if one axis is broken into rows. */
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
  /** The tensor shown, if its cells are not interactive. */
  readonly tensor?: string;
  readonly dim?: boolean;
  /** Bars in place of cells; or a picture of a matrix too small to read its cells. */
  readonly look?: 'bars' | 'thumbnail';
  /** The object that it is in every view that has it; undefined for one picture of several. */
  readonly object?: string | undefined;
  /** Highlighted cells: the one pointed at and its operands. */
  readonly lit: readonly number[];
}

/** The tensor that a panel shows, or empty. */
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
  /** A former number. */
  readonly struck?: true;
  /** Turned about its own place, in degrees. */
  readonly turn?: number;
  /** It names a part or a word and tells nothing of what is computed. */
  readonly title?: true;
  /** It says what to press: only where something can be pressed, not in a film or on paper. */
  readonly hint?: true;
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
  /** Only a short piece is drawn, which runs along the path. */
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

/** A vector as a row of coloured cells that are not interactive; it moves with its group. */
export interface CellsMark extends Box {
  readonly kind: 'cells';
  readonly data: ArrayLike<number>;
  readonly scale: Scale;
  readonly keys?: undefined;
  readonly sweep?: undefined;
}

/** A shape for each number of a vector, in its colour; it moves with its group. */
export interface ShapesMark {
  readonly kind: 'shapes';
  readonly data: ArrayLike<number>;
  readonly scale: Scale;
  /** Paths. */
  readonly outlines: readonly string[];
  readonly keys?: undefined;
  readonly sweep?: undefined;
}

/** Marks that move together. */
export interface GroupMark extends Moving, Meaning {
  readonly kind: 'group';
  readonly marks: readonly SvgMark[];
  readonly opacity: number;
  /** Clips the group; a sweep reveals it from the top. */
  readonly clip?: Box;
}

/** What is drawn as SVG. */
export type SvgMark = TextMark | RectMark | PathMark | DotMark | CellsMark | ShapesMark | GroupMark;

/** What a handle does when it is pressed. */
export type HandleAction =
  | { readonly kind: 'focus'; readonly token: number }
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'head'; readonly layer: number; readonly head: number }
  | { readonly kind: 'go'; readonly step: string; readonly layer: number }
  | { readonly kind: 'run'; readonly run: Run }
  /** Scales and mutes a part; `gain` is what it is scaled by, null where it is set otherwise. */
  | { readonly kind: 'hand'; readonly target: Target; readonly gain: number | null };

/** A button: a word, a number, a part of the picture. */
export interface Handle extends Box, Moving {
  readonly kind: 'handle';
  readonly label: string;
  readonly action: HandleAction;
  /** The object that it is in every view that has it. */
  readonly object?: string | undefined;
  /** Its text; empty for a button over other marks. */
  readonly text: string;
  readonly size: number;
  readonly chosen: boolean;
  readonly look: 'word' | 'area' | 'choice' | 'knob';
  /** What the buttons of its grid are called together: they share one tab stop. */
  readonly grid?: string;
}

export type Mark = Panel | SvgMark | Handle;
