import type { State } from '../state/state';
import { hasMap, isStill, viewOf } from '../state/views';
import type { Size } from '../views/view';
import { leavesLedger } from '../widgets/ledger';

/** Wide: three columns. Rail: the map as a rail of pictures. Narrow: everything in one column. */
export type Form = 'wide' | 'rail' | 'narrow';

export function formFor(width: number): Form {
  if (width >= 1200) return 'wide';
  return width >= 760 ? 'rail' : 'narrow';
}

/** Whether a view has the whole page. */
export const isAlone = ({ view, tour }: State): boolean =>
  viewOf(view)?.alone === true && tour === null;

/** Pictures are never drawn narrower: where the page has less, or none at all, they are cut. */
const leastWidth = 200;

/** The width of a picture where there is so much room. */
export const pictureWidth = (room: number): number => Math.max(leastWidth, Math.floor(room));

/** What is beside the stage, with the page's margins. */
const beside: Readonly<Record<Form, number>> = {
  wide: 104 + 184 + 2 * 16 + 2 * 24,
  rail: 44 + 20 + 2 * 24,
  narrow: 2 * 16,
};

/** The encoder's map, with the gap to the stage. */
const mapWidth: Readonly<Record<Form, number>> = { wide: 104 + 16, rail: 44 + 20, narrow: 0 };

/** The tour's column in a lesson. */
const tourWidth = 240 + 24;

/** Whether a lesson has the tour beside the picture, as its styles have it; else above. */
export const isTourBeside = ({ tour }: State): boolean => tour !== null && innerWidth >= 960;

function widthOf(width: number, form: Form, state: State, lesson: boolean): number {
  if (state.film) return Math.min(1200, width - (form === 'narrow' ? 32 : 48));
  if (!lesson && isAlone(state)) return width - (form === 'narrow' ? 32 : 48);
  if (!lesson) return width - beside[form] + (hasMap(state) ? 0 : mapWidth[form]);
  return width - 48 - (isTourBeside(state) ? tourWidth : 0);
}

/** How much larger a lesson is drawn, as its styles have it; beside the tour there is no room for that on a small screen. */
function lessonZoom({ tour }: State): number {
  if (innerWidth >= 2300 && innerHeight >= 1400) return 1.75;
  if (innerWidth >= 1700 && innerHeight >= 1040) return 1.3;
  if (innerWidth >= 1300 && innerHeight >= 880) return 1.1;
  return !tour && innerWidth >= 960 && innerHeight >= 720 ? 1.15 : 1;
}

/** In a lesson: what its bar and its captions leave. */
const lessonHeight = (state: State): number =>
  Math.floor(innerHeight / lessonZoom(state)) -
  64 -
  (state.lesson === 'captions' && !state.tour ? 72 : 0);

/** On a phone: the bar, the sentence, two rows of buttons and the timeline around the film's picture. */
const aroundFilm = 48 + 124 + 120 + 80;

/** On a phone on its side, as the film's styles have it: no row of buttons. */
const aroundLowFilm = 24 + 48 + 68;
const isLow = (): boolean => innerHeight <= 560 && innerWidth > innerHeight;

/** What is left of the screen between the bars, above a line of formula and the scales. */
function heightOf(state: State): number {
  const zoom = innerWidth >= 1680 && innerHeight >= 940 ? 1.25 : 1;
  if (isAlone(state)) return Math.floor(innerHeight / zoom) - 56;
  const lines = Number(leavesLedger(state)) + Number(state.backward);
  const time = isStill(state) ? 0 : 92;
  return Math.floor(innerHeight / zoom) - 48 - time - 94 - 24 * lines;
}

/** The size of the stage in a page of this width, derived from the form so that layout is not read back. */
export function stageSize(page: number, form: Form, state: State, lesson: boolean): Size {
  const width = pictureWidth(widthOf(page, form, state, lesson));
  if (state.film && (form === 'narrow' || isLow()))
    return { width, height: innerHeight - (isLow() ? aroundLowFilm : aroundFilm) };
  if (lesson && form !== 'narrow' && (!state.tour || isTourBeside(state)))
    return { width, height: lessonHeight(state) };
  return form === 'wide' ? { width, height: heightOf(state) } : { width };
}
