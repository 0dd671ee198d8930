import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';

/** A head, or a layer's feed-forward network, at one word. */
export interface Part {
  readonly layer: number;
  /** Null: the feed-forward network. */
  readonly head: number | null;
  readonly token: number;
}

export const layersOf = ({ model }: FigureContext): number => model.config.num_hidden_layers;
const headsOf = ({ model }: FigureContext): number => model.config.num_attention_heads;
export const wordsIn = ({ trace }: FigureContext): number => trace.encoding.tokens.length;
export const rowsOf = (m: FigureContext): number => headsOf(m) + 1;

/** More boxes than this cannot be told apart, nor searched in a minute: then a box is at all words. */
const mostBoxes = 10_000;

/** Whether there can be a box for each word. */
export const fitsWords = (m: FigureContext): boolean =>
  layersOf(m) * rowsOf(m) * wordsIn(m) <= mostBoxes;

/** Whether a part is at all words, not at one. */
export const isWhole = (m: FigureContext): boolean =>
  m.choices.get('at') === 'all' || !fitsWords(m);

/** Parts side by side. */
export const columnsIn = (m: FigureContext): number => (isWhole(m) ? 1 : wordsIn(m));

/** How many parts there are. */
export const allOf = (m: FigureContext): number => layersOf(m) * rowsOf(m) * columnsIn(m);

export const indexOf = (m: FigureContext, { layer, head, token }: Part): number =>
  (layer * rowsOf(m) + (head ?? headsOf(m))) * columnsIn(m) + token;

export function partAt(m: FigureContext, index: number): Part {
  const token = index % columnsIn(m);
  const row = Math.floor(index / columnsIn(m));
  const head = row % rowsOf(m);
  return { layer: Math.floor(row / rowsOf(m)), head: head < headsOf(m) ? head : null, token };
}

export const countOf = (kept: readonly number[]): number => kept.reduce((sum, one) => sum + one, 0);

/** A word as the column of its boxes has it. */
export const pieceAt = ({ trace }: FigureContext, token: number): string =>
  trace.encoding.tokens[token]?.piece ?? '';

export const wordAt = ({ trace }: FigureContext, token: number): string =>
  wordName(trace.encoding.tokens, token);

/** "layer 3, head 6 at “it”". */
export function partName(m: FigureContext, { layer, head, token }: Part): string {
  const word = isWhole(m) ? msg`all words` : wordAt(m, token);
  return head === null
    ? msg`layer ${layer + 1}, feed-forward network at ${word}`
    : msg`layer ${layer + 1}, head ${head + 1} at ${word}`;
}
