import type { Outcome, Variant } from '../../model/protocol';
import type { State } from '../state';
import { answersTo } from './answers';
import { type Ask, requestKey } from './ask';
import { withoutCopies } from './copies';
import { runOf } from './history';
import { withOption } from './run-text';

/**
 * The runs that read a sentence early: at the words as they come in, after the first layer, and so on;
 * the layers that would follow are skipped.
 */
export function readoutAsk(state: State, text: string): Ask {
  const { masked, token, model } = state;
  const layers = model?.config.num_hidden_layers ?? 0;
  const run = withoutCopies(runOf(state));
  return {
    key: JSON.stringify(['read out', requestKey({ text, masked, run }), token]),
    ...{ text, masked, token, pieces: [] },
    count: layers + 1,
    variant(index): Variant {
      let { structure } = run;
      for (let layer = index; layer < layers; layer++)
        structure = withOption(structure, 'layer', 'off', layer);
      return { ...run, structure };
    },
  };
}

/** What a sentence is read as, before the first layer and after each; as far as it has been computed. */
export const readouts = (state: State, text: string): readonly Outcome[] =>
  answersTo(state, readoutAsk(state, text));
