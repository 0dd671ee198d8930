import type { Encoding, Loss, ModelInfo } from '../model/protocol';
import { msg } from '../words/msg';
import { bugOf, structureOfRun } from './dataflow/structure';
import { firstToken } from './defaults';
import { topGuesses } from './prediction';
import type { State } from './state';
import { viewOf } from './views';
import { runOf } from './what-if/history';

/** The gradients that the reader sees are of −ln of the probability of one piece at one token. */

/** The word that a mask hides, where the model has it whole; −1 else. */
function hidden({ text, tokens }: Encoding, token: number, { vocabulary }: ModelInfo): number {
  const { begin = 0, end = 0 } = tokens[token] ?? {};
  return vocabulary.indexOf(text.slice(begin, end).toLowerCase());
}

/** What a mask hides; else, at the word to look out from first, the model's own guess. */
function defaultLoss({ model, trace }: State): Loss | string {
  if (!model || !trace) return '';
  const { encoding } = trace;
  const [masked] = encoding.masked;
  const token = masked ?? firstToken(encoding.tokens);
  const piece = masked === undefined ? -1 : hidden(encoding, token, model);
  const [best] = topGuesses(trace, model.vocabulary, token, 1);
  if (!best) return msg`The run ends in numbers that are not finite, so there are no gradients.`;
  return { token, piece: piece >= 0 ? piece : model.vocabulary.indexOf(best.piece) };
}

/** The two parts of a text such as "8=animal". */
function partsOf(text: string): { readonly token: number; readonly piece: string } | null {
  const [, token, piece = ''] = /^(\d{1,5})=(.+)$/.exec(text) ?? [];
  return token === undefined ? null : { token: Number(token), piece };
}

/** What a text says; or what is wrong with it. */
function read(text: string, { model, trace }: State): Loss | string {
  const { token, piece } = partsOf(text) ?? { token: -1, piece: '' };
  const id = model?.vocabulary.indexOf(piece) ?? -1;
  if (token < 0) return msg`Can’t read the loss “${text}”. Write it as 8=animal.`;
  if (id < 0) return msg`“${piece}” is not in this model’s vocabulary, so it cannot be predicted.`;
  if (token >= (trace?.encoding.tokens.length ?? 0))
    return msg`There is no word ${token + 1} to predict.`;
  return { token, piece: id };
}

/** What of a run keeps it from being gone back through. */
function hindrance({ config }: ModelInfo, state: State): string {
  const run = runOf(state);
  const bug = bugOf(config, structureOfRun(config, run.structure));
  if (!config.masked_word_head)
    return msg`This model predicts no words, so there is no loss to go back from.`;
  if (run.changes.length > 0)
    return msg`Numbers were changed by hand, but gradients need an unchanged run. Undo the change to see them.`;
  return bug && msg`${bug} is a bug that only runs forward: it has no gradients.`;
}

/** The loss to go back from; null where none is wanted or the text is still being read; else why there is none. */
export function lossOf(state: State): Loss | string | null {
  const { model, trace, sentence, masked, loss } = state;
  const wanted = state.backward || viewOf(state.view)?.wantsGradients === true;
  if (!wanted || !model || trace?.encoding.text !== sentence) return null;
  if (trace.encoding.masked.join() !== masked.join()) return null;
  return hindrance(model, state) || (loss ? read(loss, state) : defaultLoss(state));
}

/** The loss as it is in its line, whether there are gradients of it or not. */
export function shownLoss(state: State): { readonly token: number; readonly piece: string } {
  const found = partsOf(state.loss) ?? defaultLoss(state);
  if (typeof found === 'string') return { token: 0, piece: '' };
  const { token, piece } = found;
  const text = typeof piece === 'string' ? piece : (state.model?.vocabulary[piece] ?? '');
  return { token, piece: text };
}
