import { html, nothing, svg, type TemplateResult } from 'lit';
import { styled } from '../../render/styled';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import { acuity, fitOf, halfAt, paintEye, unitsPerDegree } from './eye-canvas';
import { type Thing, things } from './street';

/** How long the eye rests on a thing, in milliseconds, and how many rests a press of play has. */
const restTime = 700;
const count = 4;

/** The way of the eye: the things that it has rested on, in their order. */
interface Way {
  readonly rests: readonly Thing[];
  readonly playing: boolean;
}

const nowhere: Way = { rests: [], playing: false };

const wayOf = (m: FigureContext): Way => m.kept<Way>('way', nowhere);

/** Where the rests go: from the left of the street to its right. */
export function fixationsAmong(shown: readonly Thing[]): readonly Thing[] {
  const steps = Math.min(count, shown.length);
  const at = (i: number) => Math.round((i * (shown.length - 1)) / Math.max(1, steps - 1));
  return Array.from({ length: steps }, (_, i) => shown[at(i)] as Thing);
}

/** Rests on one thing after another, and stops; where motion is to be reduced all at once. */
function play(m: FigureContext, rests: readonly Thing[]): void {
  const goTo = (done: number): void => {
    const here = rests[done - 1];
    if (!here) return;
    m.keep('spot', { x: here.x, y: here.y });
    m.keep('way', { rests: rests.slice(0, done), playing: done < rests.length });
    if (done < rests.length)
      m.keep(
        'next rest',
        setTimeout(() => goTo(done + 1), restTime),
      );
  };
  goTo(m.animate ? 1 : rests.length);
}

/** The eye is moved by hand, or the play is stopped. */
function stop(m: FigureContext): void {
  const { playing, rests } = wayOf(m);
  if (!playing) return;
  clearTimeout(m.kept<ReturnType<typeof setTimeout> | undefined>('next rest', undefined));
  m.keep('way', { rests, playing: false });
}

const named = (rests: readonly Thing[]): string => {
  const names = rests.map(({ name }) => msg(name));
  return names.length < 2
    ? names.join('')
    : msg`${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};

/** Over the scene: a press lets the eye go its way. */
export function playButton(m: FigureContext, shown: readonly Thing[]): TemplateResult {
  const { playing } = wayOf(m);
  const press = () => (playing ? stop(m) : play(m, fixationsAmong(shown)));
  return html`<button type="button" class="play" @click=${press}>${playing ? `■ ${msg`stop`}` : `▶ ${msg`let it move`}`}</button>`;
}

/** What came of the way; empty before there was one. */
export function wayText(m: FigureContext): string {
  const { rests, playing } = wayOf(m);
  return playing || rests.length < 2
    ? ''
    : msg`It rested on ${named(rests)}, one after another; a head takes in all words at once.`;
}

/** The rests so far, joined by the ways between them. */
function wayMarks(m: FigureContext, { scale, top }: ReturnType<typeof fitOf>) {
  const places = wayOf(m).rests.map(({ x, y }) => [x * scale, y * scale + top] as const);
  if (places.length < 2) return nothing;
  const points = places.map((place) => place.join(',')).join(' ');
  return svg`<polyline class="way" points=${points}></polyline>
    ${places.map(([x, y]) => svg`<circle class="rest" cx=${x} cy=${y} r="4"></circle>`)}`;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

const first: Spot = things[1] ?? { x: 0, y: 0 };

const degrees = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y) / unitsPerDegree;

/** The things by their distance from a spot. */
const nearest = (spot: Spot, shown: readonly Thing[]): readonly Thing[] =>
  [...shown].sort((a, b) => degrees(spot, a) - degrees(spot, b));

/** What the eye has of the street: what it rests on, and how much is left of the thing farthest away. */
export function eyeText(spot: Spot, shown: readonly Thing[] = things): string {
  const [near, ...others] = nearest(spot, shown);
  const far = others.at(-1);
  if (!near || !far) return '';
  const away = degrees(spot, far);
  const on = degrees(spot, near) < 2 * halfAt ? msg`on ${msg(near.name)}` : msg`between two things`;
  return msg`The eye rests ${on}. It sees ${msg(far.name)}, ${away.toFixed(0)}° away, ${(1 / acuity(away)).toFixed(0)} times less sharply.`;
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest thing in a direction; null where there is none. */
export function thingTowards(
  spot: Spot,
  [dx, dy]: readonly [number, number],
  shown: readonly Thing[],
): Thing | null {
  const ahead = shown.filter(({ x, y }) => {
    const along = (x - spot.x) * dx + (y - spot.y) * dy;
    const across = Math.abs((x - spot.x) * dy) + Math.abs((y - spot.y) * dx);
    return along > 4 && along >= across * 0.5;
  });
  return nearest(spot, ahead)[0] ?? null;
}

/** The things that a panel of that size shows. */
export function thingsIn(width: number, height: number): readonly Thing[] {
  const { scale, top } = fitOf({ width, height });
  return things.filter(
    ({ x, y }) => x * scale < width && y * scale + top > 0 && y * scale + top < height,
  );
}

/** The scene under a moving spot. */
export function eyePanel(m: FigureContext, width: number, height: number): TemplateResult {
  const { scale, top } = fitOf({ width, height });
  const spot = m.kept<Spot>('spot', first);
  const shown = thingsIn(width, height);
  const rest = (x: number, y: number) => {
    stop(m);
    m.keep('spot', { x, y });
  };
  const move = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const zoom = box.width / width || 1;
    rest(
      (event.clientX - box.left) / zoom / scale,
      ((event.clientY - box.top) / zoom - top) / scale,
    );
  };
  const press = (event: KeyboardEvent) => {
    const way = moves[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = thingTowards(spot, way, shown);
    if (next) rest(next.x, next.y);
  };
  const ring = halfAt * unitsPerDegree * scale;
  const at = [...shown].indexOf(nearest(spot, shown)[0] as Thing);
  return html`<div
    class="eye"
    role="slider"
    tabindex="0"
    aria-label=${msg`A drawn street, and where the eye rests in it`}
    aria-valuemin="0"
    aria-valuemax=${shown.length - 1}
    aria-valuenow=${Math.max(0, at)}
    aria-valuetext=${eyeText(spot, shown)}
    style=${styled({ width: `${width}px`, height: `${height}px` })}
    @pointerdown=${move}
    @pointermove=${move}
    @keydown=${press}
  >
    <canvas aria-hidden="true" ${paintEye({ width, height, ...spot })}></canvas>
    <div class="dusk"></div>
    <svg width=${width} height=${height} aria-hidden="true">
      ${wayMarks(m, { scale, top, left: 0 })}
      <circle class="halo" cx=${spot.x * scale} cy=${spot.y * scale + top} r=${ring}></circle>
      <circle cx=${spot.x * scale} cy=${spot.y * scale + top} r=${ring}></circle>
    </svg>
  </div>`;
}
