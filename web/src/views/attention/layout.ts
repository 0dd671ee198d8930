import { swapOf } from '../../state/presets';
import type { State } from '../../state/state';
import { argmax } from '../../state/vector';
import type { Size } from '../view';
import { layoutColumns } from './columns-layout';
import { type Facts, factsOf } from './facts';
import { layoutRows } from './rows-layout';
import type { Scene, SwapHandle } from './scene';

/** Narrower figures turn the axis: words become rows. */
export const columnsFrom = 560;

/** What both forms need, besides the facts. */
export interface Choice {
  readonly hover: number | null;
  readonly why: number | null;
  readonly top: number;
  readonly swap: SwapHandle | null;
}

function inside(token: number | null, facts: Facts): number | null {
  return token !== null && token >= 0 && token < facts.tokens.length ? token : null;
}

/** The swap of the sentence that was encoded, and the token it hangs under. */
function swapHandle(facts: Facts, text: string): SwapHandle | null {
  const swap = swapOf(text);
  const token = facts.tokens.findIndex((t) => swap && t.begin <= swap.begin && t.end > swap.begin);
  return swap && token >= 0 ? { token, label: swap.label, text: swap.text } : null;
}

export function layout(state: State, size: Size): Scene {
  const facts = factsOf(state);
  if (!facts || !state.trace) return { kind: 'empty', width: size.width };
  const choice: Choice = {
    hover: inside(state.hover, facts),
    why: inside(state.why, facts),
    top: argmax(facts.weights),
    swap: swapHandle(facts, state.trace.encoding.text),
  };
  const form = size.width >= columnsFrom ? layoutColumns : layoutRows;
  return form(facts, choice, size.width);
}
