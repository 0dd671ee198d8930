import { layoutArches } from '../../render/arches';
import { foldHeight } from '../../widgets/why-list';
import type { AttentionRow } from './attention-row';
import type { FigureChoice } from './layout';
import { layoutMatrix, matrixHeight } from './matrix-layout';
import { type OutputGrid, type RowsPlaces, type RowsScene, shows } from './scene';
import { whyNumbers } from './why';

/** Height of a row; handles reach beyond it to 44. */
const pitch = 36;
/** Room for the column heads. */
const head = 40;
const fanWidth = 22;

/** Room beneath the rows for what the softmax's row adds up to. */
const foot = 34;

function places(width: number, choice: FigureChoice): RowsPlaces {
  const tight = width < 350;
  const arches = shows(choice, 'arches') ? (tight ? 40 : 58) : 0;
  const words = arches && arches + 12;
  const scores = Math.round(width * (tight ? 0.52 : 0.51));
  const bars = scores + 12;
  const strip = Math.round(Math.min(110, width * (tight ? 0.14 : 0.17)));
  const values = width - strip;
  const bench = { left: bars, width: width - bars };
  return { arches, words, scores, bars, bar: values - bars - 54, values, strip, bench };
}

function outputGrid(cells: number, width: number): OutputGrid {
  const perRow = Math.min(8, cells);
  const cell = Math.floor(width / perRow);
  const left = (width - cell * perRow) / 2;
  return { left, perRow, rows: Math.ceil(cells / perRow), cell, height: 40, beside: false };
}

/** Width of the fold's text, right of the arches. */
export function foldWidth(width: number, x: RowsPlaces): number {
  return width - x.words - 6;
}

const namesWidth = 72;

/** Beneath the rows, where the output will stand. */
function matrixOf(facts: AttentionRow, choice: FigureChoice, width: number, output: OutputGrid) {
  const { part, point, swap } = choice;
  const n = facts.tokens.length;
  const room = outputTop + output.rows * output.height - 4;
  const height = part === 'scores' ? matrixHeight(n) : room;
  // The swap hangs under the last row, where no foot makes room for it.
  const y = part === 'scores' && swap ? 26 : 4;
  const place = { x: namesWidth, y, width: width - namesWidth, height, names: namesWidth };
  return layoutMatrix(facts, place, point);
}

/** Where the output's cells begin, beneath their name. */
export const outputTop = 40;

export function layoutRows(facts: AttentionRow, choice: FigureChoice, width: number): RowsScene {
  const n = facts.tokens.length;
  const x = places(width, choice);
  const { why } = choice;
  const height = why === null ? 0 : foldHeight(whyNumbers(facts, why), foldWidth(width, x));
  const fold = why === null ? null : { top: head + pitch * (why + 1), height };
  const centres = facts.tokens.map(
    (_, j) => head + pitch * (j + 0.5) + (why !== null && j > why ? height : 0),
  );
  const output = outputGrid(facts.dK, width);
  return {
    kind: 'rows',
    facts,
    ...choice,
    width,
    pitch,
    centres,
    fold,
    height: head + pitch * n + height + (shows(choice, 'softmax') ? foot : 0),
    matrix: matrixOf(facts, choice, width, output),
    arches: layoutArches(facts.weights, facts.focus, centres, {
      profile: 'lane',
      total: fanWidth,
      rise: x.arches * 0.7,
      limit: x.arches - 4,
    }),
    x,
    output,
  };
}
