import type { Token } from '../../model/protocol';
import { wordName } from '../word-names';
import { type Cell, isParameter } from './cell';
import type { Graph } from './graph';
import type { Label, Role } from './label';

/** What cells are called by: the words of the sentence and of the model. */
export interface Context {
  readonly graph: Graph;
  readonly tokens: readonly Token[];
  readonly vocabulary: readonly string[];
  readonly heads: number;
  readonly dModel: number;
}

/** A cell in words: "key of “animal”", "layer 4 · head 7 · number 3". */
export interface CellName {
  readonly what: string;
  readonly where: string;
  /** As formulas write it: "k", "W_Q". */
  readonly symbol: string;
  readonly role: Role;
}

interface ParameterLabel {
  /** Of the parameter's name. */
  readonly ending: string;
  readonly what: string;
  readonly symbol: string;
  readonly role: Role;
}

const learned = (
  ending: string,
  what: string,
  symbol: string,
  role: Role = 'residual',
): ParameterLabel => ({ ending, what, symbol, role });

/** The longest ending first where one contains another. */
const parameters: readonly ParameterLabel[] = [
  learned('word_embeddings.weight', 'word table', 'E'),
  learned('position_embeddings.weight', 'position table', 'P'),
  learned('token_type_embeddings.weight', 'segment table', 'S'),
  learned('self.query.weight', 'query matrix', 'W_Q', 'query'),
  learned('self.query.bias', 'query bias', 'b_Q', 'query'),
  learned('self.key.weight', 'key matrix', 'W_K', 'key'),
  learned('self.key.bias', 'key bias', 'b_K', 'key'),
  learned('self.value.weight', 'value matrix', 'W_V', 'value'),
  learned('self.value.bias', 'value bias', 'b_V', 'value'),
  learned('attention.output.dense.weight', 'output matrix', 'W_O'),
  learned('attention.output.dense.bias', 'output bias', 'b_O'),
  learned('LayerNorm.weight', 'layer norm’s γ', 'γ', 'norm'),
  learned('LayerNorm.bias', 'layer norm’s β', 'β', 'norm'),
  learned('intermediate.dense.weight', 'expanding matrix', 'W₁', 'feed-forward'),
  learned('intermediate.dense.bias', 'expanding bias', 'b₁', 'feed-forward'),
  learned('transform.dense.weight', 'transform’s matrix', 'W_T'),
  learned('transform.dense.bias', 'transform’s bias', 'b_T'),
  learned('output.dense.weight', 'compressing matrix', 'W₂', 'feed-forward'),
  learned('output.dense.bias', 'compressing bias', 'b₂', 'feed-forward'),
  learned('predictions.bias', 'word’s bias', 'c'),
];

export const quoted = (word: string): string => `“${word}”`;

const joined = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' · ');

/** "layers.3.attention.query" → 3 and "attention.query"; layer null outside the layers. */
export function split(name: string): { readonly layer: number | null; readonly part: string } {
  const match = /^(?:grad\.)?layers\.(\d+)\.(.*)$/.exec(name);
  return match ? { layer: Number(match[1]), part: match[2] ?? '' } : { layer: null, part: name };
}

/** What a cell is and where in its tensor, by what the tensor's axes are. */
function inWords({ what, axes }: Label, index: readonly number[], context: Context) {
  const [i = 0, j = 0, k = 0] = index;
  const word = (token: number) =>
    token < context.tokens.length ? wordName(context.tokens, token) : quoted(String(token + 1));
  const row = what.replace('@', word(i));
  switch (axes) {
    case 'token':
      return { what: row, place: '' };
    case 'place':
      return { what, place: `number ${i + 1}` };
    case 'number':
      return { what: row, place: index.length > 1 && `number ${j + 1}` };
    case 'head and number': {
      const dK = context.dModel / context.heads;
      return { what: row, place: `head ${Math.floor(j / dK) + 1} · number ${(j % dK) + 1}` };
    }
    case 'head and pair':
      return { what: `${what} of ${word(k)} for ${word(j)}`, place: `head ${i + 1}` };
    case 'piece': {
      const piece = quoted(context.vocabulary[j] ?? String(j));
      return { what: `${what} of ${piece} at ${word(i)}`, place: 'prediction' };
    }
  }
}

function traceName({ name, index }: Cell, context: Context): CellName {
  const { layer, part } = split(name);
  const label = context.graph.tensors.get(name)?.label;
  if (!label) return { what: part, where: '', symbol: part, role: 'residual' };
  const { what, place } = inWords(label, index, context);
  const where = joined([layer !== null && `layer ${layer + 1}`, place]);
  return { what, where, symbol: label.symbol, role: label.role };
}

function parameterName({ name, index }: Cell, context: Context): CellName {
  const layer = /^encoder\.layer\.(\d+)\./.exec(name)?.[1];
  const found = parameters.find(({ ending }) => name.endsWith(ending));
  const { what, symbol, role } = found ?? learned('', name, 'w');
  const at = layer !== undefined && `layer ${Number(layer) + 1}`;
  const [i = 0, j] = index;
  if (name.endsWith('word_embeddings.weight') || name.endsWith('predictions.bias')) {
    const row = `row ${quoted(context.vocabulary[i] ?? String(i))}`;
    return { what, where: joined([row, j !== undefined && `number ${j + 1}`]), symbol, role };
  }
  const place = j === undefined ? `number ${i + 1}` : `row ${i + 1}, column ${j + 1}`;
  return { what, where: joined([at, place]), symbol, role };
}

export function nameOf(cell: Cell, context: Context): CellName {
  return isParameter(cell.name) ? parameterName(cell, context) : traceName(cell, context);
}

/** What a row of a tensor is, or one head's part of it, and of which layer: "query of “it”, layer 4". */
export function rowName(first: Cell, context: Context, isPart: boolean): string {
  const { what, where } = nameOf(first, context);
  const parts = where.split(' · ').filter((part) => isPart || !part.startsWith('head'));
  return [what, parts.filter((part) => !part.startsWith('number')).join(' · ')]
    .filter(Boolean)
    .join(', ');
}
