import type { Choice } from './actions';
import { type Cell, cellText, parseCell } from './dataflow/cell';
import type { Speed, State, Theme } from './state';
import { whole } from './timeline';
import type { Tour } from './tour/chapter';

/** Longer texts than this cannot come from an address; no model reads as much. */
const maxSentence = 20_000;
const maxIndex = 9_999;
/** No walk back through the layers of a model needs more. */
const longestTrail = 200;

/** A whole number from 1 as it stands in an address or an attribute, as an index from 0. */
export function parseOrdinal(text: string | null): number | undefined {
  if (!text || !/^\d{1,5}$/.test(text)) return undefined;
  const ordinal = Number(text);
  return ordinal >= 1 && ordinal <= maxIndex ? ordinal - 1 : undefined;
}

export function parseTime(text: string | null): number | undefined {
  if (!text || !/^\d{1,2}(\.\d{1,4})?$/.test(text)) return undefined;
  return Number(text) <= whole.end ? Number(text) : undefined;
}

export function parseTheme(text: string | null): Theme | undefined {
  return text === 'light' || text === 'dark' || text === 'auto' ? text : undefined;
}

function parseSpeed(text: string | null): Speed | undefined {
  return ([0.5, 2] as const).find((speed) => String(speed) === text);
}

function parseView(text: string | null): string | undefined {
  return text && /^[a-z][a-z-]{0,31}$/.test(text) ? text : undefined;
}

function parseSentence(text: string | null): string | undefined {
  if (text === null) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = text.slice(0, maxSentence).replace(/[\u0000-\u001f\u007f]/g, ' ');
  return clean.trim() === '' ? undefined : clean;
}

function parseMasked(text: string | null): readonly number[] | undefined {
  if (text === null) return undefined;
  const indices = text.split(',').slice(0, 512).map(parseOrdinal);
  const valid = indices.filter((index) => index !== undefined);
  return [...new Set(valid)].sort((a, b) => a - b);
}

/** The inverse of `parseTrail`. */
export function trailText(trail: readonly Cell[]): string {
  return trail.map(cellText).join('~');
}

/** The walk back from a number, its cells joined by "~"; no walk at all where one is no cell. */
export function parseTrail(text: string | null): readonly Cell[] | undefined {
  if (!text) return undefined;
  const cells = text.split('~').slice(0, longestTrail).map(parseCell);
  return cells.every((cell) => cell !== undefined) ? cells : undefined;
}

/** A chapter of the tour, open and not yet answered. */
function parseTour(text: string | null): Tour | undefined {
  const chapter = parseOrdinal(text);
  return chapter === undefined ? undefined : { chapter, guess: null, shown: false };
}

/** Only what is there and can be used; everything else of the address is left out. */
function present(choice: { [K in keyof Choice]: Choice[K] | undefined }): Choice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}

/** What an address hash chooses. Whatever it holds, the result is safe to put into a state. */
export function parseHash(hash: string): Choice {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return present({
    sentence: parseSentence(fields.get('sentence')),
    masked: parseMasked(fields.get('masked')),
    view: parseView(fields.get('view')),
    layer: parseOrdinal(fields.get('layer')),
    head: parseOrdinal(fields.get('head')),
    token: parseOrdinal(fields.get('token')),
    why: parseOrdinal(fields.get('why')),
    trail: parseTrail(fields.get('cell')),
    time: parseTime(fields.get('time')),
    theme: parseTheme(fields.get('theme')),
    tour: parseTour(fields.get('tour')),
    loop: fields.get('loop') === '1' || undefined,
    speed: parseSpeed(fields.get('speed')),
    tables: fields.get('tables') === '1' || undefined,
  });
}

/** What an address means by leaving it out. */
export const leftOut: Choice = {
  masked: [],
  why: null,
  trail: [],
  theme: 'auto',
  tour: null,
  loop: false,
  speed: 1,
  tables: false,
  playing: false,
};

/** The address hash of a state, "#" included. Numbers count from 1, as on screen. */
export function formatHash(state: State): string {
  const fields = new URLSearchParams({ sentence: state.sentence });
  if (state.masked.length > 0) fields.set('masked', state.masked.map((i) => i + 1).join(','));
  fields.set('view', state.view);
  if (state.layer >= 0) fields.set('layer', String(state.layer + 1));
  if (state.head >= 0) fields.set('head', String(state.head + 1));
  if (state.token >= 0) fields.set('token', String(state.token + 1));
  if (state.why !== null) fields.set('why', String(state.why + 1));
  if (state.trail.length > 0) fields.set('cell', trailText(state.trail));
  fields.set('time', String(Number(state.time.toFixed(2))));
  if (state.loop) fields.set('loop', '1');
  if (state.speed !== 1) fields.set('speed', String(state.speed));
  if (state.tables) fields.set('tables', '1');
  if (state.tour) fields.set('tour', String(state.tour.chapter + 1));
  if (state.theme !== 'auto') fields.set('theme', state.theme);
  return `#${fields}`;
}
