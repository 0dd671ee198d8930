import type { Token } from '../../model/protocol';
import { later, msg } from '../../words/msg';
import { wordName } from '../word-names';
import { type Cell, isParameter } from './cell';
import type { Graph } from './graph';
import type { Label, Role } from './node';

/** What cells are called by: the words of the sentence and of the model. */
export interface Names {
  readonly graph: Pick<Graph, 'tensors'>;
  readonly tokens: readonly Pick<Token, 'piece'>[];
  /** Of what is no text, what its tokens are called. */
  readonly words?: readonly string[];
  /** What logits are of, where they are not of the vocabulary. */
  readonly answers?: readonly string[];
  /** What a decoder's cross-attention reads. */
  readonly source?: readonly Pick<Token, 'piece'>[];
  readonly vocabulary: readonly string[];
  readonly heads: number;
  readonly dModel: number;
}

/** The same of a run of the page's encoder. */
export interface Context extends Names {
  readonly tokens: readonly Token[];
  readonly graph: Graph;
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
  learned('word_embeddings.weight', later('embedding table'), 'E'),
  learned('position_embeddings.weight', later('position table'), 'P'),
  learned('token_type_embeddings.weight', later('segment table'), 'S'),
  learned('relative_attention_bias.weight', later('distance biases'), 'B', 'weight'),
  learned('self.query.weight', later('query matrix'), 'W_Q', 'query'),
  learned('self.query.bias', later('query bias'), 'b_Q', 'query'),
  learned('self.key.weight', later('key matrix'), 'W_K', 'key'),
  learned('self.key.bias', later('key bias'), 'b_K', 'key'),
  learned('self.value.weight', later('value matrix'), 'W_V', 'value'),
  learned('self.value.bias', later('value bias'), 'b_V', 'value'),
  learned('attention.output.dense.weight', later('output matrix'), 'W_O'),
  learned('attention.output.dense.bias', later('output bias'), 'b_O'),
  learned('LayerNorm.weight', later('LayerNorm γ'), 'γ', 'norm'),
  learned('LayerNorm.bias', later('LayerNorm β'), 'β', 'norm'),
  learned('intermediate.dense.weight', later('expanding matrix'), 'W₁', 'feed-forward'),
  learned('intermediate.dense.bias', later('expanding bias'), 'b₁', 'feed-forward'),
  learned('transform.dense.weight', later('transform matrix'), 'W_T'),
  learned('transform.dense.bias', later('transform bias'), 'b_T'),
  learned('output.dense.weight', later('compressing matrix'), 'W₂', 'feed-forward'),
  learned('output.dense.bias', later('compressing bias'), 'b₂', 'feed-forward'),
  learned('predictions.bias', later('word’s bias'), 'c'),
];

export const quoted = (word: string): string => msg`“${word}”`;

/** Where in its tensor a cell is: what kind of place that is, and its name. */
type Place = readonly [of: 'layer' | 'head' | 'number' | 'row', name: string];

interface Placed extends Omit<CellName, 'where'> {
  readonly places: readonly Place[];
}

const layerPlace = (layer: number): Place => ['layer', msg`layer ${layer + 1}`];
const headPlace = (head: number): Place => ['head', msg`head ${head + 1}`];
const numberPlace = (i: number): Place => ['number', msg`number ${i + 1}`];

/** "layers.3.attention.query" → 3 and "attention.query"; layer null outside the layers. */
export function split(name: string): { readonly layer: number | null; readonly part: string } {
  const match = /^(?:grad\.|decoder\.)?layers\.(\d+)\.(.*)$/.exec(name);
  return match ? { layer: Number(match[1]), part: match[2] ?? '' } : { layer: null, part: name };
}

/** What a cell is and where in its tensor, by what the tensor's axes are. */
function inWords(
  { what: row, axes, gradient, place, isSource }: Label,
  index: readonly number[],
  context: Names,
): { what: string; places: readonly Place[] } {
  const [i = 0, j = 0, k = 0] = index;
  const rows = (isSource && context.source) || context.tokens;
  const word = (token: number, tokens = rows) =>
    context.words?.[token] ??
    (token < tokens.length ? wordName(tokens, token) : quoted(String(token + 1)));
  const what = gradient ? msg`gradient: ${msg(row)}` : msg(row);
  const ofWord = what.replace('@', word(i));
  switch (axes) {
    case 'token':
      return { what: ofWord, places: [] };
    case 'place':
      return { what, places: [numberPlace(i)] };
    case 'number':
      return {
        what: ofWord,
        places: index.length > 1 ? [place ? ['number', place(j)] : numberPlace(j)] : [],
      };
    case 'head and number': {
      const dK = context.dModel / context.heads;
      return { what: ofWord, places: [headPlace(Math.floor(j / dK)), numberPlace(j % dK)] };
    }
    case 'head and pair':
      return { what: msg`${what} of ${word(k)} for ${word(j)}`, places: [headPlace(i)] };
    case 'head and source pair':
      return {
        what: msg`${what} of ${word(k, context.source)} for ${word(j)}`,
        places: [headPlace(i)],
      };
    case 'piece': {
      const isOne = index.length < 2;
      const id = isOne ? i : j;
      const piece = quoted((context.answers ?? context.vocabulary)[id] ?? String(id));
      const places: readonly Place[] = [['row', msg`prediction`]];
      return { what: msg`${what} of ${piece} at ${word(isOne ? 0 : i)}`, places };
    }
  }
}

function traceName({ name, index }: Cell, context: Names): Placed {
  const { layer, part } = split(name);
  const label = context.graph.tensors.get(name)?.label;
  if (!label) return { what: part, places: [], symbol: part, role: 'residual' };
  const { what, places } = inWords(label, index, context);
  const all = layer === null ? places : [layerPlace(layer), ...places];
  return { what, places: all, symbol: label.symbol, role: label.role };
}

function parameterName({ name, index }: Cell, context: Names): Placed {
  const layer = /^(?:en|de)coder\.layer\.(\d+)\./.exec(name)?.[1];
  const found = parameters.find(({ ending }) => name.endsWith(ending));
  const { what, symbol, role } = found ?? learned('', name, 'w');
  const called = { what: msg(what), symbol, role };
  const [i = 0, j] = index;
  if (name.endsWith('word_embeddings.weight') || name.endsWith('predictions.bias')) {
    const row: Place = ['row', msg`row ${quoted(context.vocabulary[i] ?? String(i))}`];
    return { ...called, places: j === undefined ? [row] : [row, numberPlace(j)] };
  }
  const place: Place =
    j === undefined ? numberPlace(i) : ['row', msg`row ${i + 1}, column ${j + 1}`];
  const places = layer === undefined ? [place] : [layerPlace(Number(layer)), place];
  return { ...called, places };
}

const placedName = (cell: Cell, context: Names): Placed =>
  isParameter(cell.name) ? parameterName(cell, context) : traceName(cell, context);

const joined = (places: readonly Place[]): string => places.map(([, name]) => name).join(' · ');

export function nameOf(cell: Cell, context: Names): CellName {
  const { what, places, symbol, role } = placedName(cell, context);
  return { what, where: joined(places), symbol, role };
}

/** What a row of a tensor is, or one head's part of it, and of which layer: "query of “it”, layer 4". */
export function rowName(first: Cell, context: Names, isPart: boolean): string {
  const { what, places } = placedName(first, context);
  const told = places.filter(([of]) => of !== 'number' && (isPart || of !== 'head'));
  return [what, joined(told)].filter(Boolean).join(', ');
}
