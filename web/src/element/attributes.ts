import type { Token } from '../model/protocol';
import type { Choice } from '../state/actions';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { localTime, playedBy } from '../state/timeline';
import { parseTheme, parseTime } from '../state/url';

/** The attributes of `<fovea-encoder>` that choose what it shows; each names a field of the state. */
export const attributeNames = [
  'sentence',
  'view',
  'layer',
  'head',
  'token',
  'time',
  'theme',
] as const;

export type AttributeName = (typeof attributeNames)[number];

/** A choice, a sentence that says why there is none, or null where the model has to come first. */
type Reading = Choice | string | null;

/** A number from 1 to `count`, as an index from 0; a sentence where it is not one. */
function ordinal(name: 'layer' | 'head', value: string, count: number | undefined): Reading {
  if (count === undefined) return null;
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= count) return { [name]: number - 1 };
  return `${name}="${value}" is none of this model’s ${name}s, 1 to ${count}.`;
}

/** A token by its place from 1, or by its word: the first of several. */
function findToken(value: string, tokens: readonly Token[]): Reading {
  if (/^\d{1,4}$/.test(value)) {
    const number = Number(value);
    if (number >= 1 && number <= tokens.length) return { token: number - 1 };
    return `token="${value}" is none of the sentence’s tokens, 1 to ${tokens.length}.`;
  }
  const token = tokens.findIndex((each) => each.piece.toLowerCase() === value.toLowerCase());
  return token >= 0 ? { token } : `token="${value}" is no word of this sentence.`;
}

/** The figure then plays that view's stretch of the timeline, and no other. */
function readView(view: string): Choice {
  const span = playedBy(view);
  return span ? { view, span, time: span.end } : { view };
}

/** An attribute counts a time from the view's first step. */
function readTime(value: string, { span }: State): Reading {
  const time = parseTime(value);
  const most = span.end - span.begin;
  if (time !== undefined && time <= most) return { time: span.begin + time };
  return `time="${value}" is not a number from 0 to ${most}.`;
}

/** What an attribute chooses in a state; pure. */
export function readAttribute(name: AttributeName, text: string, state: State): Reading {
  const value = text.trim();
  const { model, trace } = state;
  switch (name) {
    case 'sentence':
      return { sentence: text };
    case 'view':
      return readView(value);
    case 'layer':
      return ordinal(name, value, model?.config.num_hidden_layers);
    case 'head':
      return ordinal(name, value, model?.config.num_attention_heads);
    case 'token': {
      const current = trace?.encoding.text === state.sentence;
      return trace && current ? findToken(value, trace.encoding.tokens) : null;
    }
    case 'time':
      return readTime(value, state);
    case 'theme': {
      const theme = parseTheme(value);
      return theme ? { theme } : `theme="${value}" is none of light, dark and auto.`;
    }
  }
}

/** The value of an attribute that says what a state shows. */
export function attributeValue(name: AttributeName, state: State): string | number {
  switch (name) {
    case 'layer':
    case 'head':
    case 'token':
      return state[name] + 1;
    case 'time':
      return localTime(state);
    default:
      return state[name];
  }
}

/** Attributes on their way into a store; some wait for the model, or for a trace. */
export class AttributeReader {
  private readonly store: Store;
  private readonly waiting = new Map<AttributeName, string>();
  private readonly found = new Map<AttributeName, string>();
  /** True while an attribute changes the store, and not the reader of the page. */
  busy = false;

  constructor(store: Store) {
    this.store = store;
  }

  /** What cannot be used, a sentence each. */
  get problems(): readonly string[] {
    return [...this.found.values()];
  }

  set(name: AttributeName, value: string | number | null): void {
    this.waiting.delete(name);
    this.found.delete(name);
    if (value === null || String(value) === String(attributeValue(name, this.store.state))) return;
    this.waiting.set(name, String(value));
    this.apply();
  }

  /** Reads what waits, as far as the store can answer. */
  apply(): void {
    if (this.busy) return;
    for (const [name, value] of [...this.waiting]) {
      const reading = readAttribute(name, value, this.store.state);
      if (reading === null) continue;
      this.waiting.delete(name);
      if (typeof reading === 'string') this.found.set(name, reading);
      else this.choose(reading);
    }
  }

  /** The reader of the page has chosen this himself: what the attribute said is past. */
  forget(name: AttributeName): void {
    this.waiting.delete(name);
    this.found.delete(name);
  }

  private choose(choice: Choice): void {
    this.busy = true;
    this.store.dispatch({ type: 'choose', choice });
    this.busy = false;
  }
}
