import type { ModelInfo, Token } from '../model/protocol';
import type { HeadPlace } from './state';

/** What a model file's metadata has as JSON under a key; null for none, and for what is no JSON. */
export function metadataOf({ metadata }: ModelInfo, key: string): unknown {
  try {
    return JSON.parse(metadata[key] ?? 'null');
  } catch {
    return null;
  }
}

/** A head that was measured to do one thing, as the model file's metadata names it. */
export interface HeadRole {
  readonly role: string;
  /** Both count from 0. */
  readonly layer: number;
  readonly head: number;
  /** Between 0 and 1: how well it does it. */
  readonly score: number;
}

/** Whether a value of the metadata names a head that the model has. */
function isHeadOf({ config }: ModelInfo, value: unknown): value is HeadPlace {
  const { layer = -1, head = -1 } = (value ?? {}) as Partial<HeadPlace>;
  const within = (index: number, count: number) =>
    Number.isInteger(index) && index >= 0 && index < count;
  return within(layer, config.num_hidden_layers) && within(head, config.num_attention_heads);
}

function isHeadRole(model: ModelInfo, value: unknown): value is HeadRole {
  const { role, score } = (value ?? {}) as Partial<HeadRole>;
  return isHeadOf(model, value) && typeof role === 'string' && Number.isFinite(score);
}

const known = new WeakMap<ModelInfo, readonly HeadRole[]>();

/** The measured roles of a model's heads; none where the metadata has none or is not a list. */
export function rolesOf(model: ModelInfo): readonly HeadRole[] {
  const roles = known.get(model) ?? readRoles(model);
  known.set(model, roles);
  return roles;
}

function readRoles(model: ModelInfo): readonly HeadRole[] {
  const list = metadataOf(model, 'roles');
  return Array.isArray(list) ? list.filter((each) => isHeadRole(model, each)) : [];
}

/** The head that does something best, by the measurements in the model's file. */
export function bestAt(model: ModelInfo, name: string): HeadRole | null {
  const able = rolesOf(model).filter(({ role }) => role === name);
  return able.sort((a, b) => b.score - a.score)[0] ?? null;
}

/** The head that reads adjectives and the one that finds antecedents, where one comes before the other. */
export function headsInOrder(
  model: ModelInfo,
): readonly [adjective: HeadRole, antecedent: HeadRole] | null {
  const [adjective, antecedent] = [bestAt(model, 'adjective'), bestAt(model, 'antecedent')];
  return adjective && antecedent && adjective.layer !== antecedent.layer
    ? [adjective, antecedent]
    : null;
}

/** Everything that a head was measured to do, what it does best first. */
export function rolesOfHead(model: ModelInfo, layer: number, head: number): readonly HeadRole[] {
  const own = rolesOf(model).filter((role) => role.layer === layer && role.head === head);
  return own.sort((a, b) => b.score - a.score);
}

/**
 * The head to look at first: the showcase head that the model's file names, else the one that finds
 * a pronoun's antecedent, else one of the last layer.
 */
export function firstHead(model: ModelInfo): HeadPlace {
  const showcase = metadataOf(model, 'showcase');
  if (isHeadOf(model, showcase)) return { layer: showcase.layer, head: showcase.head };
  const { layer, head } = bestAt(model, 'antecedent') ?? {
    layer: model.config.num_hidden_layers - 1,
    head: 0,
  };
  return { layer, head };
}

/** The pronouns whose meaning a reader asks about, the first of these that a sentence has. */
const pronouns = ['it', 'he', 'she', 'they'];

/** The pronoun to ask about; undefined where a sentence has none. */
export function pronounIn(tokens: readonly Token[]): number | undefined {
  const places = pronouns.map((pronoun) => tokens.findIndex(({ piece }) => piece === pronoun));
  return places.find((place) => place >= 0);
}

/** The word to look out from first: a pronoun where there is one, else the first word. */
export const firstToken = (tokens: readonly Token[]): number =>
  pronounIn(tokens) ??
  Math.max(
    0,
    tokens.findIndex((token) => token.end > token.begin),
  );

/** Where a focus word went when the sentence changed: the nearest token of the same piece; null if none is. */
export function followToken(
  before: readonly Token[],
  after: readonly Token[],
  token: number,
): number | null {
  const piece = before[token]?.piece;
  let best = -1;
  after.forEach((candidate, index) => {
    const nearer = best < 0 || Math.abs(index - token) < Math.abs(best - token);
    if (candidate.piece === piece && nearer) best = index;
  });
  return best >= 0 ? best : null;
}

/** Whether two models cut a text into the same pieces; masks do not count. */
export function sameCuts(before: readonly Token[], after: readonly Token[]): boolean {
  const same = ({ begin, end }: Token, i: number) =>
    begin === after[i]?.begin && end === after[i]?.end;
  return before.length === after.length && before.every(same);
}

/** The tokens of another cut of the same text that have letters of the given ones, in order. */
export function covering(
  before: readonly Token[],
  after: readonly Token[],
  tokens: readonly number[],
): readonly number[] {
  const parts = tokens.flatMap((token) => before[token] ?? []);
  const shares = (a: Token) => parts.some((b) => a.begin < b.end && b.begin < a.end);
  return after.flatMap((token, i) => (shares(token) ? [i] : []));
}

export const isTrained = (model: ModelInfo): boolean => model.metadata.trained === 'true';
