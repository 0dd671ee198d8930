import { layoutArches } from '../../render/arches';
import { foldHeight } from '../../widgets/why-list';
import type { Facts } from './facts';
import type { Choice } from './layout';
import type { OutputGrid, RowsPlaces, RowsScene } from './scene';
import { whyNumbers } from './why';

/** Height of a row; handles reach beyond it to 44. */
const pitch = 36;
/** Room for the column heads. */
const head = 40;
const fanWidth = 22;

function places(width: number): RowsPlaces {
  const tight = width < 350;
  const arches = tight ? 40 : 58;
  const words = arches + 12;
  const scores = Math.round(width * (tight ? 0.52 : 0.51));
  const bars = scores + 12;
  const strip = Math.round(Math.min(110, width * (tight ? 0.14 : 0.17)));
  const values = width - strip;
  return { arches, words, scores, bars, bar: values - bars - 54, values, strip };
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

export function layoutRows(facts: Facts, choice: Choice, width: number): RowsScene {
  const n = facts.tokens.length;
  const x = places(width);
  const { why } = choice;
  const height = why === null ? 0 : foldHeight(whyNumbers(facts, why), foldWidth(width, x));
  const fold = why === null ? null : { top: head + pitch * (why + 1), height };
  const centres = facts.tokens.map(
    (_, j) => head + pitch * (j + 0.5) + (why !== null && j > why ? height : 0),
  );
  return {
    kind: 'rows',
    facts,
    ...choice,
    width,
    pitch,
    centres,
    fold,
    height: head + pitch * n + height,
    arches: layoutArches(facts.weights, facts.focus, centres, {
      profile: 'lane',
      total: fanWidth,
      rise: x.arches * 0.7,
      limit: x.arches - 4,
    }),
    x,
    output: outputGrid(facts.dK, width),
  };
}
