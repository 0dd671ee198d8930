import type { Token } from '../model/protocol';

/**
 * Objects that stand in several views. One that is in two of them has the same name in both, and
 * moves from its place in one to its place in the other.
 */

/** A word by its piece, and which of equal ones: it keeps that name in another sentence. */
export function wordObject(tokens: readonly Token[], token: number): string {
  const piece = tokens[token]?.piece ?? '';
  const before = tokens.slice(0, token).filter((other) => other.piece === piece).length;
  return `word ${piece} ${before}`;
}

/** Some of the numbers of a token in a tensor. */
export const stripObject = (tensor: string, token: number, from: number, count: number): string =>
  `${tensor} ${token} ${from} ${count}`;

/** A box on the screen, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How an object lies where it sets out, relative to where it arrives: about its middle. */
export interface Departure {
  readonly dx: number;
  readonly dy: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** In degrees, clockwise: a strip that runs down lies on its side where it runs across. */
  readonly turn: number;
}

const lies = ({ width, height }: Place): boolean => width > 2 * height;
const stands = ({ width, height }: Place): boolean => height > 2 * width;

/** Maps the box of arrival onto the box of departure. Words are moved and never stretched. */
export function departureOf(from: Place, to: Place, isWord: boolean): Departure {
  const dx = from.x + from.width / 2 - (to.x + to.width / 2);
  const dy = from.y + from.height / 2 - (to.y + to.height / 2);
  if (isWord || to.width <= 0 || to.height <= 0) return { dx, dy, scaleX: 1, scaleY: 1, turn: 0 };
  const turn = stands(from) && lies(to) ? 90 : lies(from) && stands(to) ? -90 : 0;
  const [width, height] = turn ? [from.height, from.width] : [from.width, from.height];
  return { dx, dy, scaleX: width / to.width, scaleY: height / to.height, turn };
}

/** How long an object is on its way, in milliseconds: longer on a long way, so that eyes can follow. */
export const durationOf = ({ dx, dy }: Pick<Departure, 'dx' | 'dy'>): number =>
  Math.min(720, Math.max(400, 0.9 * Math.hypot(dx, dy)));

/** The way of an object to its place. */
export interface Flight extends Departure {
  /** How opaque it is where it sets out. */
  readonly opacity: number;
  /** In milliseconds. */
  readonly duration: number;
}

const flights = new WeakMap<Animation, Flight>();

/** The flight that an animation shows; undefined for another animation. */
export const flightOf = (animation: Animation): Flight | undefined => flights.get(animation);

/** Sets out and arrives gently: `ease` of render/motion.ts, as a curve. */
const easing = 'cubic-bezier(.3333, 0, .6667, 1)';

/** Moves an object to its place. */
export function fly(object: Element, flight: Flight): Animation {
  const { dx, dy, scaleX, scaleY, turn, opacity, duration } = flight;
  const about = { transformBox: 'fill-box', transformOrigin: '50% 50%' };
  const start = {
    ...about,
    translate: `${dx}px ${dy}px`,
    scale: `${scaleX} ${scaleY}`,
    rotate: `${turn}deg`,
  };
  const animation = object.animate(opacity < 1 ? [{ opacity }, {}] : [start, about], {
    duration,
    easing,
  });
  flights.set(animation, flight);
  return animation;
}
