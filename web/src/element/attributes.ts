import type { Token } from '../model/protocol';
import type { Choice } from '../state/actions';
import {
  type AttributeName,
  type AttributeValue,
  attributeValue,
  figureSpan,
} from '../state/figure-attributes';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { spanOf } from '../state/timeline';
import { parseTheme, parseTime, parseTrail } from '../state/url';
import { hasCell } from '../state/why';

/** A choice, a sentence that says why there is none, or null where the model has to come first. */
type Reading = Choice | string | null;

/** A number from 1 to `count`, as an index from 0; a sentence where it is not one. */
function ordinal(name: 'layer' | 'head', value: string, count: number | undefined): Reading {
  if (count === undefined) return null;
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= count) return { [name]: number - 1 };
  return `${name}="${value}" is none of this model’s ${name}s, 1 to ${count}.`;
}

/** The tokens of the sentence that is shown; null until they are there. */
function tokensOf({ trace, sentence }: State): readonly Token[] | null {
  return trace?.encoding.text === sentence ? trace.encoding.tokens : null;
}

/** A token by its place from 1, or by its word: the first of several. A sentence where it is none. */
function findToken(name: string, value: string, tokens: readonly Token[]): number | string {
  if (/^\d{1,4}$/.test(value)) {
    const number = Number(value);
    if (number >= 1 && number <= tokens.length) return number - 1;
    return `${name}="${value}" is none of the sentence’s tokens, 1 to ${tokens.length}.`;
  }
  const token = tokens.findIndex((each) => each.piece.toLowerCase() === value.toLowerCase());
  return token >= 0 ? token : `${name}="${value}" is no word of this sentence.`;
}

function readToken(name: 'token' | 'why', value: string, state: State): Reading {
  const tokens = tokensOf(state);
  if (!tokens) return null;
  const found = findToken(name, value, tokens);
  return typeof found === 'string' ? found : { [name]: found };
}

function readMasked(value: string, state: State): Reading {
  const tokens = tokensOf(state);
  if (!tokens) return null;
  const found = value.split(',').map((part) => findToken('masked', part.trim(), tokens));
  const problem = found.find((each) => typeof each === 'string');
  return problem ?? { masked: [...new Set(found as number[])].sort((a, b) => a - b) };
}

/** A cell, or the walk back from one, as the address of Fovea's page has it. */
function readCell(value: string, state: State): Reading {
  if (!tokensOf(state)) return null;
  const trail = parseTrail(value);
  if (trail?.every((cell) => hasCell(state, cell))) return { trail };
  return `cell="${value}" is no number of this model and sentence.`;
}

function readLoop(value: string): Reading {
  if (value !== '' && value !== 'true' && value !== 'false')
    return `loop="${value}" is neither true nor false.`;
  return { loop: value !== 'false' };
}

/** The figure then plays that view's stretch of the timeline, and no other. */
function readView(view: string): Choice {
  const span = spanOf(view);
  return span ? { view, span, time: span.end } : { view };
}

/** An attribute counts a time from the view's first step. */
function readTime(value: string, state: State): Reading {
  const span = figureSpan(state);
  const time = parseTime(value);
  const most = span.end - span.begin;
  if (time !== undefined && time <= most) return { time: span.begin + time };
  return `time="${value}" is not a number from 0 to ${most}.`;
}

/** What an attribute chooses in a state; pure. */
export function readAttribute(name: AttributeName, text: string, state: State): Reading {
  const value = text.trim();
  const { config } = state.model ?? {};
  switch (name) {
    case 'sentence':
      return { sentence: text, masked: [] };
    case 'view':
      return readView(value);
    case 'layer':
      return ordinal(name, value, config?.num_hidden_layers);
    case 'head':
      return ordinal(name, value, config?.num_attention_heads);
    case 'token':
      return readToken(name, value, state);
    case 'time':
      return readTime(value, state);
    case 'masked':
      return value === '' ? { masked: [] } : readMasked(value, state);
    case 'why':
      return value === '' ? { why: null } : readToken(name, value, state);
    case 'cell':
      return value === '' ? { trail: [] } : readCell(value, state);
    case 'loop':
      return readLoop(value);
    case 'theme': {
      const theme = parseTheme(value);
      return theme ? { theme } : `theme="${value}" is none of light, dark and auto.`;
    }
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

  set(name: AttributeName, value: AttributeValue | null): void {
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
