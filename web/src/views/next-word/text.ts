import type { DecodeAnswer } from '../../relatives/protocol';
import { type Decoded, decoded } from '../kit/decoded/writing';
import type { FigureContext } from '../kit/hosted-figure';

/** What the model has read, and what it says comes next. */
export interface Reading extends Decoded {
  readonly opening: string;
  readonly taken: readonly number[];
  readonly request: Parameters<typeof decoded>[1];
}

/** In place of an empty text: an empty value would take the choice back. */
const nothing = '_';

/** As the settings have it: their names and values hold neither "=" nor ",". */
const written = (text: string): string =>
  text.replace(/[=,]/g, ' ').replace(/\s+/g, ' ').trim() || nothing;

/** The sentence of the page without its last word. */
const usual = ({ trace }: FigureContext): string =>
  trace.encoding.text.trim().replace(/\s*\S+$/, '');

export function readingOf(m: FigureContext): Reading {
  const own = m.choices.get('opening');
  const opening = own === nothing ? '' : (own ?? usual(m));
  const ids = (m.choices.get('after') ?? '').split('.').filter((id) => /^\d+$/.test(id));
  const taken = ids.map(Number);
  const request = { model: 'next-word', prefix: opening, taken, steps: 0 } as const;
  return { ...decoded(m, request), request, opening, taken };
}

/** What a guess of the next word is about. */
export function textBefore(m: FigureContext): string {
  const { opening, taken } = readingOf(m);
  return [opening.trim(), ...taken].join(' ');
}

/** Begins with another text. */
export const open = (m: FigureContext, text: string): void =>
  m.choose({ opening: written(text), after: '' });

/** Appends a word. */
export function append(m: FigureContext, { opening, taken }: Reading, id: number): void {
  m.keep('row', Number.POSITIVE_INFINITY);
  m.choose({ opening: written(opening), after: [...taken, id].join('.') });
}

/** Takes the last word away. */
export function shorten(m: FigureContext, { opening, taken }: Reading): void {
  if (taken.length > 0)
    m.choose({ opening: written(opening), after: taken.slice(0, -1).join('.') });
  else open(m, opening.replace(/\s*\S+\s*$/, ''));
}

/** The place that is to be filled: the last. */
export const lastStep = ({ steps }: DecodeAnswer) => steps.at(-1);
