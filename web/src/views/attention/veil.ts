import { archPath } from '../../render/arches';
import type { State, StepId } from '../../state/state';
import { knowsWeights, stops } from '../../state/tour/stops';
import { awaitsGuess } from '../../state/tour/veil';
import { text } from '../kit/frame';
import { group, path, rect } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import type { AttentionRow } from './attention-row';
import { type FigureLayout, type FigureRow, shownWords, shows, type Veil } from './scene';

const order: readonly StepId[] = ['scores', 'scale', 'softmax', 'sum'];

const isStep = (id: string): id is StepId => order.some((step) => step === id);

/** The veil over the figure; null while no guess is awaited. */
export function veilOf(state: State): Veil | null {
  if (!awaitsGuess(state)) return null;
  const step = stops[state.tour?.chapter ?? -1] ?? '';
  return { from: isStep(step) ? step : 'scores', knowsWeights: knowsWeights.has(step) };
}

/** The row with all weights equal: nothing that is drawn from it tells one word from another. */
export function withoutWeights(row: AttentionRow): AttentionRow {
  const n = row.tokens.length;
  const equal = new Array<number>(n).fill(1 / n);
  const weights = Float32Array.from(equal);
  return { ...row, weights, unscaled: equal, powers: equal, sum: 1, entropy: Math.log2(n) };
}

/** Whether a band is shown in this figure and its step is not behind the veil. */
export function isDrawn(at: Pick<FigureLayout, 'part' | 'veil'>, band: FigureRow): boolean {
  const step = band === 'products' ? 'scores' : band;
  const waits =
    at.veil !== null && isStep(step) && order.indexOf(step) >= order.indexOf(at.veil.from);
  return shows(at, band) && !waits;
}

/** Arches that say nothing but that there are words: dotted, all alike. */
export function dottedArches(at: FigureLayout): SvgMark {
  const facing = at.kind === 'columns' ? 'up' : 'left';
  const base = at.kind === 'columns' ? at.y.arches : at.x.arches;
  const look = { stroke: 'ink-2', width: 1, dash: '1 4' } as const;
  return group(at.arches.strands.map((strand) => path(archPath(strand, facing, base), look)));
}

/** Empty places where the numbers of the question will stand. */
export function emptyPlaces(at: FigureLayout): readonly SvgMark[] {
  const step = at.veil?.from;
  const look = { anchor: 'middle', size: 13 } as const;
  return shownWords(at).flatMap(({ places }): SvgMark[] => {
    const { score, scaled, bar } = places;
    if (step === 'scores') return [text(score.x, score.y, '?', { ...look, anchor: score.anchor })];
    if (step === 'scale')
      return [text(scaled.x, scaled.y, '?', { ...look, anchor: scaled.anchor })];
    if (step !== 'softmax') return [];
    const { x, y, thick, full } = bar;
    return at.kind === 'columns'
      ? [rect(x - thick / 2, y - full, thick, full, { fill: 'sheet' }), text(x, y - 8, '?', look)]
      : [rect(x, y - thick / 2, full, thick, { fill: 'sheet' }), text(x + 8, y + 4, '?', look)];
  });
}
