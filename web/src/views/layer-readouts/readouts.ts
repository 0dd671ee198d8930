import type { Outcome, Variant } from '../../model/protocol';
import { isShown } from '../../render/visible-words';
import { topGuesses } from '../../state/prediction';
import { answersTo } from '../../state/what-if/answers';
import type { Ask } from '../../state/what-if/ask';
import { withOption } from '../../state/what-if/run-text';
import { shownRun } from '../../state/what-if/twins';
import type { StepContext } from '../kit/step-context';

/** What is followed through the layers at the word in focus: so many of the last guesses. */
const followed = 3;

/** Ids of the pieces that the model guesses at a word in the end, the best first. */
export function lastGuesses(m: StepContext, token: number): readonly number[] {
  const guesses = topGuesses(m.trace, m.model.vocabulary, token, followed);
  return guesses.map(({ piece }) => m.model.vocabulary.indexOf(piece));
}

export const layersOf = ({ model }: StepContext): number => model.config.num_hidden_layers;

/**
 * The runs that read a word early: with all layers left out, with all but the first, and so on, so
 * that the model's own head reads the vector as it is at that layer. The last is the run as it is.
 */
function askAt(m: StepContext, token: number): Ask {
  const { text, masked, run, key } = shownRun(m.state, m.trace);
  const layers = layersOf(m);
  const pieces = lastGuesses(m, token);
  return {
    key: JSON.stringify(['read early', key, token, pieces]),
    ...{ text, masked, token, pieces },
    count: layers + 1,
    variant(after): Variant {
      let { structure } = run;
      for (let layer = after; layer < layers; layer++)
        structure = withOption(structure, 'layer', 'off', layer);
      return { ...run, structure };
    },
  };
}

/** The word in focus is read first, then the others, the nearest first. */
export function asksOf(m: StepContext): readonly Ask[] {
  if (!m.trace.has('logits')) return [];
  const tokens = [...m.tokens.keys()].filter((token) => isShown(m.shown, token));
  tokens.sort((a, b) => Math.abs(a - m.focus) - Math.abs(b - m.focus));
  return tokens.map((token) => askAt(m, token));
}

/** What is read at a word before the first layer and after each, as far as that is known. */
export const readoutsAt = (m: StepContext, token: number): readonly Outcome[] =>
  answersTo(m.state, askAt(m, token));

/** The layer after which the last guess is the best one for good; null while that is not known. */
export function settledAfter(m: StepContext, token: number): number | null {
  const outcomes = readoutsAt(m, token);
  const last = outcomes[layersOf(m)]?.best;
  if (last === undefined) return null;
  let layer = layersOf(m);
  while (layer > 0 && outcomes[layer - 1]?.best === last) layer--;
  return layer;
}
