import { group } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import type { AttentionRow } from './attention-row';
import { type FigureLayout, shows, type Veil } from './scene';

/** Stands in for `veil` in fovea.js: a figure of somebody else's page has no tour, and hides nothing. */
export const veilOf = (_: unknown): Veil | null => null;

export const withoutWeights = (row: AttentionRow): AttentionRow => row;

export const isDrawn = shows;

export const dottedArches = (_: FigureLayout): SvgMark => group([]);

export const emptyPlaces = (_: FigureLayout): readonly SvgMark[] => [];
