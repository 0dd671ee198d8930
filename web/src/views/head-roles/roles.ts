import { type HeadRole, rolesOf } from '../../state/defaults';
import { signed, weight } from '../../state/format';
import { entropyBits } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { later, msg } from '../../words/msg';
import { type Frame, label, text, wrap } from '../kit/frame';
import { handle } from '../kit/marks';
import type { Drawn } from '../kit/product';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';

/** The roles that the model's file names, and what each means. */
const roleWords: Readonly<Record<string, readonly [name: string, meaning: string]>> = {
  antecedent: [later('antecedent'), later('from a pronoun to the word it stands for')],
  adjective: [later('adjective'), later('from a pronoun to the adjective that settles it')],
  object: [later('object'), later('from a verb to its object')],
  determiner: [later('determiner'), later('from a noun to its “the” or “a”')],
  previous: [later('previous'), later('to the word before')],
  next: [later('next'), later('to the word after')],
  broad: [later('broad'), later('at all words equally')],
};

function saidOf(role: string): string {
  const [name, meaning] = roleWords[role] ?? [role, ''];
  return `${msg(name)}: ${msg(meaning)}`;
}

const determiners = /^(the|an?)$/;

const pronouns = /^(it|he|she|they|him|her|them)$/;

/** Words between which a verb and its object do not stand, nor are: of closed classes, and adverbs. */
const closed =
  /^(the|an?|it|he|she|they|him|her|them|is|was|were|are|be|been|has|had|have|did|do|does|not|in|on|at|to|of|off|with|from|by|for|into|onto|out|over|under|up|down|away|near|through|across|around|behind|before|after|until|while|when|where|who|that|which|because|since|and|but|or|so|if|than|as|too|very|then|there|\w+ly|\W|\[\w+\])$/;

/** The object of a verb in that place, "cat" of "chased the big cat"; −1 where there is none. */
function objectOf(m: StepContext, verb: number): number {
  const isOpen = (token: number) => {
    const piece = m.tokens[token]?.piece;
    return piece !== undefined && !closed.test(piece);
  };
  // What follows a determiner is a noun, or belongs to one.
  const isVerb = isOpen(verb) && !determiners.test(m.tokens[verb - 1]?.piece ?? '');
  if (!isVerb || !determiners.test(m.tokens[verb + 1]?.piece ?? '')) return -1;
  let last = verb + 1;
  while (isOpen(last + 1)) last++;
  return last > verb + 1 && last <= verb + 4 ? last : -1;
}

/** Which pairs of words a role is about, by their places. */
function fits(m: StepContext, role: string, query: number, key: number): boolean {
  if (role === 'previous') return key === query - 1;
  if (role === 'next') return key === query + 1;
  if (role === 'object') return key === objectOf(m, query);
  const [looks, looked] = [query, key].map((token) => m.tokens[token]?.piece ?? '');
  if (role === 'determiner')
    return (
      key < query &&
      key >= query - 2 &&
      determiners.test(looked ?? '') &&
      !determiners.test(looks ?? '')
    );
  const needsPronoun = role === 'antecedent' || role === 'adjective';
  return query !== key && (!needsPronoun || pronouns.test(looks ?? ''));
}

/** The strongest weight of a head in this text between words that its role is about; null where there are none. */
export function exampleOf(m: StepContext, { role, layer, head }: HeadRole) {
  let found: { query: number; key: number; weight: number } | null = null;
  for (const query of m.tokens.keys()) {
    const row = m.trace.row(`layers.${layer}.attention.weights`, head, query);
    row.forEach((value, key) => {
      if (fits(m, role, query, key) && value > (found?.weight ?? 0))
        found = { query, key, weight: value };
    });
  }
  return found as { query: number; key: number; weight: number } | null;
}

/** In words, what a head does in this text. */
function here(m: StepContext, of: HeadRole): string {
  if (of.role === 'broad') {
    const bits = [...m.tokens.keys()].map((query) =>
      entropyBits(m.trace.row(`layers.${of.layer}.attention.weights`, of.head, query)),
    );
    const mean = bits.reduce((sum, each) => sum + each, 0) / bits.length;
    return msg`here ${signed(mean, 1)} of ${signed(Math.log2(bits.length), 1)} bits at most`;
  }
  const found = exampleOf(m, of);
  if (!found) return msg`no such words here`;
  const [query, key] = [found.query, found.key].map((token) => wordName(m.tokens, token));
  return msg`here ${query} → ${key} ${weight(found.weight)}`;
}

const rowPitch = 22;

/** What heads were measured to do, each with an example of this text; a press opens the head. */
export function rolesMarks(m: StepContext, frame: Frame, top: number): Drawn {
  const roles = rolesOf(m.model);
  if (roles.length === 0) return { marks: [], bottom: top };
  const side = label(frame, top, {
    name: msg`Roles`,
    note: msg`each role’s strongest head, measured over many sentences, with an example here`,
  });
  let y = side.top + 4;
  const marks = roles.flatMap((role): readonly Mark[] => {
    const { layer, head } = role;
    const chosen = layer === m.layer && head === m.head;
    const place = msg`layer ${layer + 1}, head ${head + 1}`;
    const said = saidOf(role.role);
    const lane = 112;
    const room = frame.inner - lane;
    const lines = wrap(`${said}; ${here(m, role)}`, room, 12.5);
    const at = y;
    y += rowPitch + 15 * (lines.length - 1);
    return [
      ...lines.map((line, i) => text(frame.left + lane, at + 13 + 15 * i, line, { tone: 'ink' })),
      handle(
        { x: frame.left, y: at - 1, width: lane - 12, height: rowPitch - 2 },
        `${place}: ${said}`,
        { kind: 'head', layer, head },
        { chosen, look: 'choice', grid: msg`Roles`, text: place, size: 12 },
      ),
    ];
  });
  return { marks: [...side.marks, ...marks], bottom: Math.max(y + 4, side.bottom) };
}
