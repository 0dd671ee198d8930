import type { Token } from '../../model/protocol';
import { type Cell, isParameter } from './cell';
import type { ActivationId } from './formula';

/** What cells are called by: the words of the sentence and of the model. */
export interface Context {
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
}

/** What one row of a tensor is called, "@" standing for its word, and its symbol. */
const rows: Readonly<Record<string, readonly [what: string, symbol: string]>> = {
  'tokens.ids': ['id of @', 'id'],
  'embedding.tokens': ['embedding of @', 'e'],
  'embedding.positions': ['position of @', 'p'],
  'embedding.sum': ['embedding + position of @', 'e + p'],
  'embedding.output': ['@ as it enters layer 1', 'x'],
  'attention.query': ['query of @', 'q'],
  'attention.key': ['key of @', 'k'],
  'attention.value': ['value of @', 'v'],
  'attention.heads': ['mixed values of @', 'h'],
  'attention.output': ['attention’s output for @', 'o'],
  'attention.residual': ['@ with attention’s output added', 'x + o'],
  'attention.norm': ['normalised @, attention', 'x̂'],
  'feedForward.hidden': ['hidden unit of @, before the activation', 'u'],
  'feedForward.activated': ['hidden unit of @, after the activation', 'f(u)'],
  'feedForward.output': ['feed-forward output for @', 'z'],
  'feedForward.residual': ['@ with the feed-forward output added', 'y + z'],
  'feedForward.norm': ['normalised @, feed-forward', 'x̂'],
  output: ['final vector of @', 'x'],
  'prediction.hidden': ['prediction’s transform of @', 't'],
  'prediction.activated': ['prediction’s transform of @, activated', 'f(t)'],
  'prediction.norm': ['prediction’s vector for @', 'y'],
};

/** Endings of a parameter's name, the longest first where one contains another. */
const parameters: readonly (readonly [ending: string, what: string, symbol: string])[] = [
  ['word_embeddings.weight', 'word table', 'E'],
  ['position_embeddings.weight', 'position table', 'P'],
  ['token_type_embeddings.weight', 'segment table', 'S'],
  ['self.query.weight', 'query matrix', 'W_Q'],
  ['self.query.bias', 'query bias', 'b_Q'],
  ['self.key.weight', 'key matrix', 'W_K'],
  ['self.key.bias', 'key bias', 'b_K'],
  ['self.value.weight', 'value matrix', 'W_V'],
  ['self.value.bias', 'value bias', 'b_V'],
  ['attention.output.dense.weight', 'output matrix', 'W_O'],
  ['attention.output.dense.bias', 'output bias', 'b_O'],
  ['LayerNorm.weight', 'layer norm’s γ', 'γ'],
  ['LayerNorm.bias', 'layer norm’s β', 'β'],
  ['intermediate.dense.weight', 'expanding matrix', 'W₁'],
  ['intermediate.dense.bias', 'expanding bias', 'b₁'],
  ['transform.dense.weight', 'transform’s matrix', 'W_T'],
  ['transform.dense.bias', 'transform’s bias', 'b_T'],
  ['output.dense.weight', 'compressing matrix', 'W₂'],
  ['output.dense.bias', 'compressing bias', 'b₂'],
  ['predictions.bias', 'word’s bias', 'c'],
];

/** f(u), with Φ the normal distribution’s share below u. */
export const activationFormulas: Readonly<Record<ActivationId, string>> = {
  relu: 'max(0, u)',
  gelu: 'u · Φ(u)',
  gelu_tanh: '½ u (1 + tanh(√(2/π) (u + 0.044715 u³)))',
  silu: 'u ÷ (1 + e⁻ᵘ)',
};

export const quoted = (word: string): string => `“${word}”`;

const joined = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' · ');

/** "layers.3.attention.query" → 3 and "attention.query"; layer null outside the layers. */
export function split(name: string): { readonly layer: number | null; readonly part: string } {
  const match = /^layers\.(\d+)\.(.*)$/.exec(name);
  return match ? { layer: Number(match[1]), part: match[2] ?? '' } : { layer: null, part: name };
}

const perHead = new Set(['query', 'key', 'value', 'heads'].map((part) => `attention.${part}`));

function pairName(part: string, index: readonly number[], word: (i: number) => string) {
  const [head = 0, query = 0, key = 0] = index;
  const where = `head ${head + 1}`;
  const what = part === 'attention.scores' ? 'score' : 'weight';
  const symbol = part === 'attention.scores' ? 's' : 'w';
  return { what: `${what} of ${word(key)} for ${word(query)}`, where, symbol };
}

function numberPlace(part: string, j: number | undefined, context: Context): string {
  if (j === undefined) return '';
  if (!perHead.has(part)) return `number ${j + 1}`;
  const dK = context.dModel / context.heads;
  return `head ${Math.floor(j / dK) + 1} · number ${(j % dK) + 1}`;
}

function statistic(part: string, word: string): CellName | null {
  if (part.endsWith('.mean')) return { what: `mean of ${word}’s numbers`, where: '', symbol: 'μ' };
  if (part.endsWith('.rstd'))
    return { what: `1 ÷ standard deviation of ${word}’s numbers`, where: '', symbol: '1/σ' };
  return null;
}

function traceName({ name, index }: Cell, context: Context): CellName {
  const { layer, part } = split(name);
  const word = (i: number) => quoted(context.tokens[i]?.piece ?? String(i + 1));
  const [i = 0, j] = index;
  const at = layer === null ? false : `layer ${layer + 1}`;
  if (part === 'attention.scores' || part === 'attention.weights') {
    const pair = pairName(part, index, word);
    return { ...pair, where: joined([at, pair.where]) };
  }
  if (part === 'logits') {
    const guess = context.vocabulary[j ?? 0] ?? String(j);
    return { what: `score of ${quoted(guess)} at ${word(i)}`, where: 'prediction', symbol: 'z' };
  }
  const fixed = statistic(part, word(i));
  if (fixed) return { ...fixed, where: joined([at]) };
  const [what, symbol] = rows[part] ?? [part, part];
  const where = joined([at, numberPlace(part, j, context)]);
  return { what: what.replace('@', word(i)), where, symbol };
}

function parameterName({ name, index }: Cell, context: Context): CellName {
  const layer = /^encoder\.layer\.(\d+)\./.exec(name)?.[1];
  const [, what, symbol] = parameters.find(([ending]) => name.endsWith(ending)) ?? ['', name, 'w'];
  const at = layer !== undefined && `layer ${Number(layer) + 1}`;
  const [i = 0, j] = index;
  if (name.endsWith('word_embeddings.weight') || name.endsWith('predictions.bias')) {
    const row = `row ${quoted(context.vocabulary[i] ?? String(i))}`;
    return { what, where: joined([row, j !== undefined && `number ${j + 1}`]), symbol };
  }
  const place = j === undefined ? `number ${i + 1}` : `row ${i + 1}, column ${j + 1}`;
  return { what, where: joined([at, place]), symbol };
}

export function nameOf(cell: Cell, context: Context): CellName {
  return isParameter(cell.name) ? parameterName(cell, context) : traceName(cell, context);
}
