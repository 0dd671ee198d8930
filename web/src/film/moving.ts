import { escaped } from '../state/embed';
import type { Movie, Shot } from '../state/numbers';
import { msg } from '../words/msg';
import { type Course, numbersOf, shapeOf, simpler, usual } from './course';
import { linesOf } from './painting';

/** An element of the drawing through the frames in which it is there. */
interface Track {
  readonly key: string;
  readonly seen: Map<number, Element>;
  last: Element;
  readonly children: Track[];
}

/** Words, and what else no animation can turn into another of its kind: elements that differ in it are not the same. */
function keyOf(element: Element): string {
  const get = (name: string) => element.getAttribute(name) ?? '';
  const { localName } = element;
  const transform = get('transform');
  const parts = [localName, get('id'), get('filter'), get('href'), get('overflow')];
  parts.push(/matrix|skew/.test(transform) ? transform : shapeOf(transform));
  parts.push(shapeOf(get('d')), shapeOf(get('points')));
  if (localName === 'text') parts.push(element.textContent ?? '', String(element.children.length));
  return parts.join('|');
}

/** How much alike two elements of one key are, from 1. */
function likeness(a: Element, b: Element): number {
  const names = a.getAttributeNames();
  const same = names.filter((name) => a.getAttribute(name) === b.getAttribute(name)).length;
  const share = names.length > 0 ? same / names.length : 1;
  return 1 + 2 * share + (a.textContent === b.textContent ? 2 : 0);
}

/** Pairs of places in both lists, in their order, which are the most alike together. */
function aligned(tracks: readonly Track[], elements: readonly Element[], keys: readonly string[]) {
  const width = elements.length + 1;
  const best = new Float32Array((tracks.length + 1) * width);
  const pair = (i: number, j: number) => {
    const [track, element] = [tracks[i], elements[j]];
    if (!track || !element || track.key !== keys[j]) return 0;
    return likeness(track.last, element) + (best[(i + 1) * width + j + 1] ?? 0);
  };
  for (let i = tracks.length - 1; i >= 0; i--)
    for (let j = elements.length - 1; j >= 0; j--) {
      const rest = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      best[i * width + j] = Math.max(rest, pair(i, j));
    }
  const found = new Map<number, number>();
  for (let i = 0, j = 0; i < tracks.length && j < elements.length; ) {
    const here = best[i * width + j] ?? 0;
    if (here === Math.fround(pair(i, j)) && here > 0) found.set(j++, i++);
    else if (here === best[(i + 1) * width + j]) i++;
    else j++;
  }
  return found;
}

const begun = (element: Element, key: string): Track => ({
  ...{ key, seen: new Map(), last: element, children: [] },
});

/** Takes an element of a frame as the next state of a track. */
function follow(track: Track, element: Element, frame: number): void {
  track.seen.set(frame, element);
  track.last = element;
  if (element.localName === 'text') return;
  const elements = [...element.children];
  const keys = elements.map(keyOf);
  const found = aligned(track.children, elements, keys);
  const former = [...track.children];
  let place = 0;
  elements.forEach((each, j) => {
    const own = former[found.get(j) ?? -1];
    const next = own ?? begun(each, keys[j] ?? '');
    if (own) place = track.children.indexOf(own);
    else track.children.splice(place, 0, next);
    place++;
    follow(next, each, frame);
  });
}

const time = (at: number): string => String(Math.round(at * 1e4) / 1e4);

/** Frames of a picture as one animated SVG, without a script. */
class Drawing {
  private readonly root: Track;
  /** When each frame begins and ends, in frames. */
  private readonly stands: (readonly [from: number, to: number])[];
  private readonly frames: number;
  private readonly seconds: number;

  constructor(
    root: Track,
    stands: (readonly [from: number, to: number])[],
    frames: number,
    fps: number,
  ) {
    this.root = root;
    this.stands = stands;
    this.frames = frames;
    this.seconds = frames / fps;
  }

  /** What moves, and what it comes to. */
  written(): readonly [moving: string, still: string] {
    const { children } = this.root;
    const last = this.stands.length - 1;
    const still = children.filter(({ seen }) => seen.has(last)).map(({ last: each }) => each);
    const plain = (each: Element) =>
      each.outerHTML.replaceAll(' xmlns="http://www.w3.org/2000/svg"', '');
    return [children.map((each) => this.write(each)).join(''), still.map(plain).join('')];
  }

  /** A value through time, each at the beginning and the end of its frame. */
  private courseOf(of: (frame: number) => string | null): Course {
    const values = this.stands.map((_, frame) => of(frame));
    let held = values.find((each) => each !== null) ?? '';
    return this.stands.flatMap(([from, to], frame) => {
      held = values[frame] ?? held;
      return [
        [from / this.frames, held],
        [to / this.frames, held],
      ] as const;
    });
  }

  private animation(kind: string, name: string, course: Course, how = ''): string {
    const full =
      course.at(-1)?.[0] === 1 ? course : [...course, [1, course.at(-1)?.[1] ?? ''] as const];
    const times = full.map(([at]) => time(at)).join(';');
    const values = full.map(([, value]) => escaped(value)).join(';');
    return `<${kind} attributeName="${name}"${how} dur="${this.seconds.toFixed(2)}s" repeatCount="indefinite" keyTimes="${times}" values="${values}"/>`;
  }

  private steps(name: string, course: Course): string {
    const changes = course.filter(([, value], i) => value !== course[i - 1]?.[1]);
    return this.animation('animate', name, changes, ' calcMode="discrete"');
  }

  /** An attribute through time; nothing where it stays as it is. */
  private change(name: string, course: Course): string {
    const [[, first] = [0, '']] = course;
    if (course.every(([, value]) => value === first)) return '';
    const colour = name === 'fill' || name === 'stroke';
    const blends = !colour && course.every(([, value]) => shapeOf(value) === shapeOf(first));
    return blends && numbersOf(first).length > 0
      ? this.animation('animate', name, simpler(course))
      : this.steps(name, course);
  }

  /** A moving transform: one group for each of its functions, as animations know one alone. */
  private moved(course: Course, inner: string): string {
    const lists = course.map(([at, value]) => [at, value.match(/\w+\([^)]*\)/g) ?? []] as const);
    const count = lists[0]?.[1].length ?? 0;
    let written = inner;
    for (let i = count - 1; i >= 0; i--) {
      const own = lists.map(([at, list]) => [at, list[i] ?? ''] as const);
      const inside = own.map(([at, text]) => [at, text.replace(/^\w+\(|\)$/g, '')] as const);
      const kind = /^\w+/.exec(own[0]?.[1] ?? '')?.[0] ?? '';
      const moves = inside.some(([, text]) => text !== inside[0]?.[1]);
      const change = moves
        ? this.animation('animateTransform', 'transform', simpler(inside), ` type="${kind}"`)
        : '';
      written = `<g transform="${own.at(-1)?.[1]}">${change}${written}</g>`;
    }
    return written;
  }

  private write(track: Track): string {
    const { seen, last, children } = track;
    const names = new Set([...seen.values()].flatMap((each) => each.getAttributeNames()));
    names.delete('xmlns');
    names.delete('transform');
    const animations: string[] = [];
    const own = [...names].map((name) => {
      const course = this.courseOf((frame) => {
        const element = seen.get(frame);
        return element?.getAttribute(name) ?? (element && usual[name]) ?? null;
      });
      animations.push(this.change(name, course));
      const value = last.getAttribute(name);
      return value === null ? '' : ` ${name}="${escaped(value)}"`;
    });
    const shown = this.stands.map((_, frame) => (seen.has(frame) ? 'visible' : 'hidden'));
    const isAlways = shown.every((each) => each === 'visible');
    const hidden = shown.at(-1) === 'hidden' ? ' visibility="hidden"' : '';
    if (!isAlways)
      animations.push(
        this.steps(
          'visibility',
          this.courseOf((frame) => shown[frame] ?? ''),
        ),
      );
    const inner =
      last.localName === 'text'
        ? last.innerHTML.replaceAll(/ xmlns="[^"]*"/g, '')
        : children.map((each) => this.write(each)).join('');
    const tag = last.localName;
    const transforms = this.courseOf((frame) => seen.get(frame)?.getAttribute('transform') ?? null);
    const moves = transforms.some(([, value]) => value !== transforms[0]?.[1]);
    const place = last.getAttribute('transform');
    const still = moves || place === null ? '' : ` transform="${place}"`;
    const all = `<${tag}${own.join('')}${still}${hidden}>${animations.join('')}${inner}</${tag}>`;
    return moves ? this.moved(transforms, all) : all;
  }
}

/** Of captions, which stand below the picture, in pixels: their letters, and from line to line. */
const [letters, line] = [17, 26];

/** A shot with its caption in lines. */
interface Captioned extends Shot {
  readonly lines: readonly string[];
}

function captioned(shot: Shot): Captioned {
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !shot.caption) return { ...shot, lines: [] };
  context.font = `${letters}px ${shot.font}`;
  return { ...shot, lines: linesOf(context, shot.caption, shot.picture.width * 0.95) };
}

/** A picture with its caption's lines below it. */
function withCaption(
  { picture, lines, ink, font }: Captioned,
  width: number,
  height: number,
): string {
  const texts = lines.map(
    (text, i) =>
      `<text x="${width / 2}" y="${height + letters + i * line}" text-anchor="middle" font-family="${escaped(font)}" font-size="${letters}" fill="${ink}">${escaped(text)}</text>`,
  );
  return picture.svg.replace(/<\/svg>\s*$/, () => `${texts.join('')}</svg>`);
}

const shellOf = (width: number, height: number, paper: string, title: string, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title"><title id="title">${escaped(title)}</title><style>@media (prefers-reduced-motion:reduce){.moving{display:none}.still{display:inline}}</style><rect width="${width}" height="${height}" fill="${paper}"/>${inner}</svg>\n`;

/** A film as an SVG. Readers who want less motion see where it comes to. */
export function drawing(fps: number): Movie {
  const shots: Captioned[] = [];
  const stands: [number, number][] = [];
  let frames = 0;
  return {
    async add(shot) {
      const former = shots.at(-1);
      const same = former?.picture.svg === shot.picture.svg && former.caption === shot.caption;
      const stand = stands.at(-1);
      if (stand && same) stand[1] = frames + 1;
      else {
        shots.push(captioned(shot));
        stands.push([frames, frames]);
      }
      frames++;
    },
    async finish() {
      const width = Math.max(...shots.map(({ picture }) => picture.width));
      const height = Math.max(...shots.map(({ picture }) => picture.height));
      const below = Math.max(...shots.map(({ lines }) => lines.length)) * line;
      const parser = new DOMParser();
      let root: Track | null = null;
      shots.forEach((shot, frame) => {
        const text = withCaption(shot, width, height);
        const { documentElement } = parser.parseFromString(text, 'image/svg+xml');
        root ??= begun(documentElement, 'svg');
        follow(root, documentElement, frame);
      });
      if (!root) throw new Error(msg`There is no picture yet.`);
      const [moving, still] = new Drawing(root, stands, frames, fps).written();
      const inner = `<g class="moving">${moving}</g><g class="still" display="none">${still}</g>`;
      const last = shots.at(-1);
      const whole = height + (below > 0 ? below + letters : 0);
      const svg = shellOf(width, whole, last?.paper ?? '', last?.caption ?? '', inner);
      return new Blob([svg], { type: 'image/svg+xml' });
    },
    cancel: async () => {},
  };
}
