import type { Trace } from '../../model/trace';
import { type ArchOptions, type Facing, layoutArches } from '../../render/arches';
import { cssColor, cssInk, type Scale, signedScale } from '../../render/color';
import { nearest, placeOfWord, sumOver, wordPlaces } from '../../render/visible-words';
import { signed, weight } from '../../state/format';
import { type CopyRow, placeName } from '../../state/what-if/copy-map';
import { msg } from '../../words/msg';
import { text, textWidth, wrap } from '../kit/frame';
import { handle, path, rect } from '../kit/marks';
import type { Box, Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import { strandMarks } from '../kit/strands';
import {
  apartAt,
  copiedName,
  copyAction,
  isCopied,
  pieceOf,
  shareAt,
  shareText,
  type TwinContext,
} from './context';

/** Where the arches of one run stand. */
export interface ArchPlacement {
  readonly centres: readonly number[];
  readonly facing: Facing;
  readonly base: number;
  readonly options: ArchOptions;
}

/** The weights of the word in focus in one of the runs. */
export function archMarks(m: StepContext, trace: Trace, stand: ArchPlacement): readonly Mark[] {
  const name = `layers.${m.layer}.attention.weights`;
  if (!trace.has(name)) return [];
  const row = trace.row(name, m.head, m.focus);
  const places = wordPlaces(m.shown);
  const weights = places.map((place) => sumOver(place, row));
  const focus = placeOfWord(m.shown, m.focus);
  const arches = layoutArches(weights, focus, stand.centres, stand.options);
  const tokenOf = (place: number) => {
    const at = places[place];
    return at ? nearest(at) : place;
  };
  const strands = arches.strands.map((strand) => ({ ...strand, key: tokenOf(strand.key) }));
  return strandMarks({
    ...{ arches: { ...arches, strands }, facing: stand.facing, base: stand.base },
    focus: m.focus,
    isDim: (token) => m.state.hover !== null && m.state.hover !== token,
  });
}

/** The whole way is the end of the scale. */
const scale: Scale = signedScale('residual', 1);

/** The height of the bar below a cell, and the room between them. */
const bar = { height: 3, gap: 1 };
export const barRoom = bar.height + bar.gap;

/** What a cell says to whoever cannot see it. */
function labelOf(context: TwinContext, { source, outcomes }: CopyRow, token: number): string {
  const outcome = outcomes[token];
  const share = shareAt(context, outcome);
  const went =
    outcome && share !== null
      ? msg`: ${shareText(share) || '0'} of the way, reads ${pieceOf(context, outcome.best)} ${weight(outcome.probability)}`
      : '';
  const vectors =
    source.head === null ? msg`; vectors ${signed(apartAt(context, source, token))} apart` : '';
  return msg`Copy ${copiedName(context, token)}, ${placeName(source)}${went}${vectors}`;
}

/** Marks what the reader has changed. */
const diamond = (x: number, y: number): Mark =>
  path(`M${x} ${y - 5}l5 5l-5 5l-5 -5Z`, { fill: 'ink', stroke: 'paper' });

/** How far apart the two vectors are, as a bar as wide as the cell where that is their length. */
function barMarks(length: number, { x, y, width, height }: Box): readonly Mark[] {
  const top = y + height + bar.gap;
  return [
    rect(x, top, width, bar.height, { fill: 'zero' }),
    rect(x, top, width * Math.min(1, length), bar.height, { fill: 'ink-2' }),
  ];
}

/** A copy: how much of the way it goes, and the button that makes it. */
export function copyCell(
  context: TwinContext,
  row: CopyRow,
  token: number,
  box: Box,
  grid: string,
): readonly Mark[] {
  const { source, outcomes } = row;
  const { x, y, width, height } = box;
  const share = shareAt(context, outcomes[token]);
  const shows = { tensor: `copy ${source.tensor} ${source.head ?? ''}`.trim(), token };
  const copied = isCopied(context, source, token);
  const number = share === null ? '' : shareText(share);
  const size = Math.min(12, height - 2);
  const ground = share === null ? {} : { ink: cssColor(scale, share) };
  return [
    rect(x, y, width, height, { fill: 'zero', shows, ...ground }),
    ...(source.head === null ? barMarks(apartAt(context, source, token), box) : []),
    ...(share !== null && textWidth(number, size) < width
      ? [
          text(x + width / 2, y + height / 2 + size * 0.36, number, {
            ...{ anchor: 'middle', size, bold: Math.abs(share) >= 0.5, shows },
            ink: cssInk(scale, share),
          }),
        ]
      : []),
    ...(copied ? [diamond(x, y)] : []),
    handle(box, labelOf(context, row, token), copyAction(context, source, token), {
      grid,
      chosen: copied,
    }),
  ];
}

/** What the bar below a cell means. */
export function barKey(x: number, y: number, width: number): readonly Mark[] {
  const meaning = msg`distance between the two vectors; full: their own length`;
  const [first = '', second] = wrap(meaning, width - 32, 12);
  const line = (part: string, i: number) => text(x + 30, y + 14 * i, part, { size: 11 });
  return [
    ...barMarks(0.6, { x, y: y - 7, width: 24, height: 0 }),
    ...[first, ...(second ? [second] : [])].map(line),
  ];
}
