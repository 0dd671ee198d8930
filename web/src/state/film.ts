import type { Choice, Dispatch } from './actions';
import type { State } from './state';
import {
  type Leg,
  layersLeg,
  type Pace,
  type Span,
  secondFrom,
  spanOf,
  stepAt,
  whole,
} from './timeline';

/** What an address and the `view` attribute call it. */
export const filmName = 'film';

declare global {
  /** What the film says in a scene: it comes with the file that draws the film. */
  var foveaFilmText: ((id: SceneId, state: State) => string) | undefined;
}

/** What is said in a scene, in plain words; empty without a trace, or until the film's file is there. */
export const saidInFilm = (id: SceneId, state: State): string =>
  globalThis.foveaFilmText?.(id, state) ?? '';

/** Whether there is something to play: the file that draws the film has come. */
export const canPlay = ({ film }: Pick<State, 'film'>): boolean =>
  !film || globalThis.foveaFilmText !== undefined;

/** Nothing of it has been shown. */
export const filmStart = {
  film: true,
  backward: false,
  view: stepAt(whole.begin, whole)?.view ?? '',
  span: whole,
  time: whole.begin,
  tour: null,
  loop: false,
} as const satisfies Choice;

/** Plays the film from its beginning. */
export function watch(dispatch: Dispatch): void {
  dispatch({ type: 'play', playing: false });
  dispatch({ type: 'choose', choice: filmStart });
  dispatch({ type: 'play', playing: true });
}

/** A stretch of the timeline under one caption: its last step, and how long it is on the screen. */
interface Plan {
  /** "layers": the way through the layers before, with which Q K V begins; "turn": another word, with which all ends. */
  readonly until: string;
  readonly seconds: number;
}

const plans = [
  { until: 'tokens', seconds: 4.5 },
  { until: 'embedding', seconds: 4.5 },
  { until: 'position', seconds: 4.5 },
  { until: 'layers', seconds: 4 },
  { until: 'projections', seconds: 5 },
  { until: 'scores', seconds: 5.5 },
  { until: 'softmax', seconds: 5 },
  { until: 'sum', seconds: 5 },
  { until: 'concat', seconds: 4 },
  { until: 'attention-norm', seconds: 4 },
  { until: 'feed-forward-norm', seconds: 5.5 },
  { until: 'stack', seconds: 4.5 },
  { until: 'prediction', seconds: 4.5 },
  { until: 'turn', seconds: 5 },
] as const satisfies readonly Plan[];

/** A scene is called after its last step. */
export type SceneId = (typeof plans)[number]['until'];

export interface FilmScene extends Span {
  readonly id: SceneId;
  readonly seconds: number;
}

/** The share of the last step in which the other word turns the answer. */
const turnLeg = 0.5;

function endOf(until: Plan['until']): number {
  if (until === 'layers') return endOf('position') + layersLeg;
  if (until === 'turn') return whole.end;
  if (until === 'prediction') return whole.end - turnLeg;
  return spanOf(until)?.end ?? whole.begin;
}

export const filmScenes: readonly FilmScene[] = plans.map(({ until, seconds }, i) => {
  const before = plans[i - 1];
  return {
    id: until,
    seconds,
    begin: before ? endOf(before.until) : whole.begin,
    end: endOf(until),
  };
});

/** Whether it has come to its end. */
export const hasEnded = ({ film, time, playing }: State): boolean =>
  film && !playing && time >= whole.end;

/** The share of a scene in which the picture moves; then it stands, to be looked at. */
const moving = 0.6;

/** How long the film takes at speed 1: it ends with the last movement. */
export const filmSeconds = /* @__PURE__ */ filmScenes.reduce(
  (sum, { seconds, end }) => sum + seconds * (end === whole.end ? moving : 1),
  0,
);

/** The scene that a time is in or has just finished. */
export const sceneAt = (time: number): FilmScene =>
  filmScenes.find(({ end }) => time <= end) ?? (filmScenes[0] as FilmScene);

/** Grows where more changes than the picture while time passes: steps, second beats of captions, scenes of the film. */
export const beatAt = ({ time, film }: Pick<State, 'time' | 'film'>): number =>
  Math.ceil(time) +
  Math.floor(time) +
  Math.floor(time + 1 - secondFrom) +
  (film ? sceneAt(time).begin : 0);

/** The film's own clock. */
export const filmPace: Pace = (time): Leg => {
  const scene = filmScenes.find(({ end }) => time < end) ?? sceneAt(time);
  const { begin, end, seconds } = scene;
  return { begin, end, motion: seconds * 1000 * moving, halt: seconds * 1000 * (1 - moving) };
};
