import { html, nothing, svg, type TemplateResult } from 'lit';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import type { fitOf } from './eye-canvas';
import type { Thing } from './street';

/** How long the eye rests on a thing, in milliseconds, and how many rests a press of play has. */
export const restTime = 700;
const count = 4;

/** The way of the eye: the things that it has rested on, in their order. */
interface Way {
  readonly rests: readonly Thing[];
  readonly playing: boolean;
}

const nowhere: Way = { rests: [], playing: false };

const wayOf = (m: FigureContext): Way => m.kept<Way>('way', nowhere);

/** Where the rests go: from the left of the street to its right. */
export function restsAmong(shown: readonly Thing[]): readonly Thing[] {
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
export function stop(m: FigureContext): void {
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
  const press = () => (playing ? stop(m) : play(m, restsAmong(shown)));
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
export function wayMarks(m: FigureContext, { scale, top }: ReturnType<typeof fitOf>) {
  const places = wayOf(m).rests.map(({ x, y }) => [x * scale, y * scale + top] as const);
  if (places.length < 2) return nothing;
  const points = places.map((place) => place.join(',')).join(' ');
  return svg`<polyline class="way" points=${points}></polyline>
    ${places.map(([x, y]) => svg`<circle class="rest" cx=${x} cy=${y} r="4"></circle>`)}`;
}
