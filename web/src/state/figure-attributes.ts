import type { State } from './state';
import { clampTime, type Span, spanOf } from './timeline';
import { trailText } from './url';

/** The attributes of `<fovea-encoder>` that choose what it shows. */
export const attributeNames = [
  'sentence',
  'view',
  'layer',
  'head',
  'token',
  'time',
  'masked',
  'why',
  'cell',
  'loop',
  'theme',
] as const;

export type AttributeName = (typeof attributeNames)[number];

export type AttributeValue = string | number | boolean;

/** What the figure of a state's view plays where it stands alone; its time counts from the begin. */
export function figureSpan({ view, span }: Pick<State, 'view' | 'span'>): Span {
  return spanOf(view) ?? span;
}

function figureTime(state: State): number {
  const span = figureSpan(state);
  return Number((clampTime(state.time, span) - span.begin).toFixed(2));
}

/** The value of an attribute that says what a state shows; empty where there is nothing to say. */
export function attributeValue(name: AttributeName, state: State): AttributeValue {
  switch (name) {
    case 'layer':
    case 'head':
    case 'token':
      return state[name] + 1;
    case 'time':
      return figureTime(state);
    case 'masked':
      return state.masked.map((token) => token + 1).join();
    case 'why':
      return state.why === null ? '' : state.why + 1;
    case 'cell':
      return trailText(state.trail);
    default:
      return state[name];
  }
}
