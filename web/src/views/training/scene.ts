import type { Plot } from '../kit/plot';
import { butterfly } from './butterfly';
import { headCaption, nameOf, saysCaption, unknownWords } from './captions';
import { type Filmstrip, filmstrip, wingsAt } from './filmstrip';
import { type MapPlot, mapPlot } from './map-plot';
import type { Drawing } from './parts';
import { accuracyPlot, lossPlot, sizesPlot } from './plots';
import { pictured, shownSeen, shownStep, type Training } from './training';
import type { Beat } from './walk';

/** What is beside the view that is none of its own state. */
export interface TrainingScene {
  /** The run that is at work: what the controls are of. */
  readonly live: Training;
  /** The run whose pictures are shown: the one at work, or the one before. */
  readonly training: Training;
  readonly form: Form;
  /** Widths of the columns, as CSS writes them. */
  readonly columns: string;
  readonly loss: Plot;
  readonly accuracy: Plot;
  readonly sizes: Drawing | null;
  readonly looks: Looks | null;
  readonly map: MapPlot | null;
  readonly strip: Filmstrip;
  /** The word of the map that is pointed at. */
  readonly point: number | null;
  /** The beat of the last step on show; null for where a head looks. */
  readonly beat: BeatShown | null;
  /** The width of the middle column. */
  readonly room: number;
}

/** How far a beat of a step has come, 0 to 1. */
export interface BeatShown {
  readonly of: Beat;
  readonly share: number;
}

/** The butterfly of the step on show, and its caption. */
export interface Looks {
  readonly step: number;
  readonly drawing: Drawing;
  readonly caption: string;
  readonly says: string;
  /** Words that the vocabulary does not have, as a sentence. */
  readonly unknown: string;
  readonly upperName: string;
  readonly lowerName: string;
}

/** Three columns, two, or one. */
export type Form = 'wide' | 'middle' | 'narrow';

export const formOf = (width: number): Form =>
  width >= 1000 ? 'wide' : width >= 620 ? 'middle' : 'narrow';

/** Widths of the columns: plots, the butterfly, the map. */
export function columnsOf(width: number): { plots: number; looks: number; map: number } {
  const form = formOf(width);
  if (form === 'narrow') return { plots: width, looks: width, map: width };
  const gap = 28;
  if (form === 'middle') {
    const plots = Math.floor((width - gap) * 0.56);
    return { plots, looks: width, map: width - gap - plots };
  }
  const plots = Math.floor(width * 0.29);
  const map = Math.floor(width * 0.225);
  return { plots, map, looks: width - plots - map - 2 * gap };
}

function columnsText(form: Form, { plots, looks, map }: ReturnType<typeof columnsOf>): string {
  if (form === 'narrow') return '1fr';
  const widths = form === 'wide' ? [plots, looks, map] : [plots, map];
  return widths.map((width) => `${width}px`).join(' ');
}

export interface Sentences {
  readonly sentence: string;
  readonly other: string;
}

function looksOf(training: Training, texts: Sentences, width: number, wing: number): Looks | null {
  const found = shownSeen(training);
  if (!found) return null;
  const { step, seen } = found;
  const { upper, lower } = seen;
  return {
    step,
    drawing: butterfly(wingsAt(training, seen), width, wing),
    caption: headCaption(training, step, seen),
    says: saysCaption(seen),
    unknown: unknownWords(upper, texts.sentence),
    upperName: nameOf(upper, lower),
    lowerName: lower ? nameOf(lower, upper) : '',
  };
}

/** What the view may fill: its width, and where it should fit a screen a height. */
interface Space {
  readonly width: number;
  readonly height?: number | undefined;
  /** In a lesson the two plots stand side by side where there are two columns. */
  readonly lesson?: boolean;
}

/** What is above and below the panels of a wide view, and beside the drawings in each column. */
const taken = { way: 300, plots: 210, looks: 236, map: 174 };

/** The height of the gradients of a tiny encoder. */
const usualSizes = 110;

const between = (least: number, x: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, x)));

/** Heights of the drawings: a wide view fits the screen, others are as long as they are. */
function heightsIn(
  { width, height }: Space,
  sizes: number,
): {
  loss: number;
  accuracy: number;
  wing: number;
  map: number;
} {
  const { map } = columnsOf(width);
  if (formOf(width) !== 'wide' || height === undefined)
    return { loss: 190, accuracy: 130, wing: 120, map: Math.min(map, 300) };
  const room = height - taken.way;
  const plots = between(220, room - taken.plots, 560);
  return {
    loss: Math.round(plots * 0.58),
    accuracy: Math.round(plots * 0.42),
    wing: between(100, (room - taken.looks) / 2, 210),
    map: between(sizes > usualSizes ? 110 : 150, room - taken.map - sizes, 420),
  };
}

/** All pictures of the view, in a room of that size. */
export function trainingScene(
  live: Training,
  texts: Sentences,
  space: Space,
  point: number | null,
  beat: BeatShown | null = null,
): TrainingScene {
  const training = pictured(live);
  const { width } = space;
  const form = formOf(width);
  const columns = columnsOf(width);
  const sizes = sizesPlot(training, columns.map);
  const heights = heightsIn(space, sizes?.height ?? usualSizes);
  const sideBySide = form === 'middle' && space.lesson === true;
  const step = shownStep(training)?.step ?? 0;
  return {
    ...{ live, training, form, point, beat, room: columns.looks },
    columns: columnsText(form, columns),
    loss: lossPlot(training, { width: columns.plots, height: heights.loss }),
    accuracy: accuracyPlot(
      training,
      sideBySide
        ? { width: columns.map, height: heights.loss }
        : { width: columns.plots, height: heights.accuracy },
    ),
    sizes,
    looks: looksOf(training, texts, columns.looks, heights.wing),
    map: mapPlot(training, step, columns.map, heights.map),
    strip: filmstrip(training, width),
  };
}
