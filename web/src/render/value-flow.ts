/**
 * How values flow into the weighted sum: each strip narrows to weight × its width and runs down to lie
 * beside the others. Threads keep the order and colours of the strip's cells.
 */

export interface Thread {
  readonly key: number;
  /** Index of the strip's cell that it continues. */
  readonly cell: number;
  /** Outline from the cell down to the neck. */
  readonly taper: string;
  /** Outline from the neck to the mouth; null where the strand is too thin for threads. */
  readonly flow: string | null;
}

/** One strip below its neck. */
export interface Current {
  readonly key: number;
  /** weight × width of the mouth. */
  readonly width: number;
  /** Left edge in the mouth. */
  readonly left: number;
  /** Outline from the strip down to the neck. */
  readonly taper: string;
  /** Centre line, for a current drawn as one stroke; null where threads carry it. */
  readonly line: string | null;
}

export interface ValueFlow {
  readonly threads: readonly Thread[];
  readonly currents: readonly Current[];
  /** Left edge and width of the mouth, where all currents lie side by side: width is weight 1. */
  readonly mouth: { readonly left: number; readonly width: number };
}

export interface ValueFlowOptions {
  readonly weights: ArrayLike<number>;
  /** Cells per strip. */
  readonly cells: number;
  readonly centres: readonly number[];
  /** Width of a strip. */
  readonly strip: number;
  /** Centre and width of the mouth. */
  readonly mouth: { readonly centre: number; readonly width: number };
  /** Heights of the strips' lower edge, the neck and the mouth. */
  readonly top: number;
  readonly neck: number;
  readonly end: number;
}

/** Currents at least this wide are drawn thread by thread. */
const threaded = 3;

const round = (x: number) => Math.round(x * 100) / 100;

/** A band whose edges leave and arrive upright: from (a, width wa) at y0 to (b, width wb) at y1. */
function band(a: number, wa: number, y0: number, b: number, wb: number, y1: number): string {
  const m = round((y0 + y1) / 2);
  const [al, ar, bl, br] = [a, a + wa, b, b + wb].map(round);
  return `M${al} ${y0}C${al} ${m} ${bl} ${m} ${bl} ${y1}H${br}C${br} ${m} ${ar} ${m} ${ar} ${y0}Z`;
}

export function layoutValueFlow(options: ValueFlowOptions): ValueFlow {
  const { weights, mouth } = options;
  let left = mouth.centre - mouth.width / 2;
  const currents = options.centres.map((centre, key): Current => {
    const width = (weights[key] ?? 0) * mouth.width;
    const { strip, top, neck } = options;
    const taper = band(centre - strip / 2, strip, top, centre - width / 2, width, neck);
    const current = { key, width, left, taper, line: lineOf(options, centre, left, width) };
    left += width;
    return current;
  });
  return {
    currents,
    threads: currents.flatMap((current) => threadsOf(options, current)),
    mouth: { left: mouth.centre - mouth.width / 2, width: mouth.width },
  };
}

function lineOf(options: ValueFlowOptions, centre: number, left: number, width: number) {
  if (width >= threaded) return null;
  const { neck, end } = options;
  const [x, to, m] = [centre, left + width / 2, (neck + end) / 2].map(round);
  return `M${x} ${neck}C${x} ${m} ${to} ${m} ${to} ${end}`;
}

function threadsOf(options: ValueFlowOptions, current: Current): Thread[] {
  const { cells, strip, top, neck, end } = options;
  const centre = options.centres[current.key] ?? 0;
  const [wide, thin] = [strip / cells, current.width / cells];
  return Array.from({ length: cells }, (_, cell): Thread => {
    const from = centre - strip / 2 + cell * wide;
    const at = centre - current.width / 2 + cell * thin;
    const to = current.left + cell * thin;
    return {
      key: current.key,
      cell,
      taper: band(from, wide, top, at, thin, neck),
      flow: current.line ? null : band(at, thin, neck, to, thin, end),
    };
  });
}
