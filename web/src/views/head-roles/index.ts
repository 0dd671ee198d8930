import { css, html, nothing, type TemplateResult } from 'lit';
import { msgHtml } from '../../render/msg-html';
import { quoted } from '../../state/dataflow/naming';
import { type HeadRole, rolesOf } from '../../state/defaults';
import { signed, weight } from '../../state/format';
import { likelihood } from '../../state/prediction';
import { entropyBits } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import { drawnFigure } from '../kit/figure-view';
import { type Frame, label, text, wrap } from '../kit/frame';
import { handle } from '../kit/marks';
import type { Drawn } from '../kit/product';
import {
  askedAbout,
  isUnanswered,
  type Question,
  questionBox,
  questionStyles,
} from '../kit/question';
import type { Mark } from '../kit/scene';
import type { StepContext } from '../kit/step-context';
import type { Draw } from '../kit/step-view';
import type { Caption } from '../view';
import {
  askOf,
  leftOf,
  type Muted,
  mostImportantHead,
  mutedMarks,
  mutedOf,
  splitMarks,
} from './split';

export const shapesStyles = css`
  .shapes {
    margin: 8px auto 4px;
    border-collapse: collapse;
    font-size: 13px;
  }
  .shapes caption {
    padding-bottom: 4px;
    color: var(--ink-2);
  }
  .shapes :is(td, th) {
    padding: 2px 10px;
    border-top: 1px solid var(--line);
    text-align: end;
  }
  .shapes th[scope='row'] {
    font-weight: 400;
    text-align: start;
  }
`;

/** The shape of attention in the paper that introduced it: d, and heads. */
const paper = { d: 512, heads: 8 };

/** The shapes of this model's heads beside the paper's, and what one head would take. */
export function shapesTable({ dModel: d, heads }: StepContext): TemplateResult {
  const both = [{ d, heads }, paper];
  const row = (name: unknown, of: (each: typeof paper) => number) =>
    html`<tr><th scope="row">${name}</th>${both.map((each) => html`<td>${grouped(of(each))}</td>`)}</tr>`;
  return html`<table class="shapes">
    <caption>${msgHtml`Shapes, and how many weights a layer’s matrices W<sub>Q</sub>, W<sub>K</sub>, W<sub>V</sub> and W<sub>O</sub> hold`}</caption>
    <tr><td></td><th scope="col">${msg`this model`}</th><th scope="col">${msg`“Attention is all you need”`}</th></tr>
    ${row(msg`d, numbers per word`, (each) => each.d)} ${row(msg`h, heads`, (each) => each.heads)}
    ${row(html`d<sub>k</sub> = d ÷ h`, (each) => each.d / each.heads)}
    ${row(msg`weights, all heads: h · 4 · d · d ÷ h`, (each) => each.heads * 4 * each.d * (each.d / each.heads))}
    ${row(msg`weights, one head: 4 · d · d`, (each) => weightsOf(each.d))}
  </table>`;
}

/** The numbers of the four matrices of attention: all heads together, or one that is as wide. */
export const weightsOf = (d: number): number => 4 * d * d;

/** Heads that turn the answer when they are muted. */
const turning = (m: StepContext, { without, piece }: Muted): readonly number[] =>
  without.flatMap(({ best }, head) => (m.model.vocabulary[best] === piece ? [] : [head + 1]));

function muted(m: StepContext, hidden: boolean): string {
  const found = mutedOf(m);
  if (!found) return msg`This model has no prediction head, so there is no answer to lose.`;
  const worst = mostImportantHead(m, found);
  if (worst === null) return msg`Muted so far: ${found.without.length} of ${m.heads} heads.`;
  if (hidden)
    return msg`What remains of the answer without each head is shown once you have guessed.`;
  const left = likelihood(leftOf(found.without[worst] ?? { best: 0, probability: 0, asked: [] }));
  const turns = turning(m, found);
  const said =
    turns.length === 0
      ? msg`no single head turns it`
      : turns.length === 1
        ? msg`muting head ${turns[0]} alone turns it`
        : msg`muting head ${turns.slice(0, -1).join(', ')} or ${turns.at(-1)} alone turns it`;
  return msg`${quoted(found.piece)} at ${quoted(m.word)} has a probability of ${likelihood(found.probability)}; without head ${worst + 1}, ${left}, and ${said}.`;
}

export function captionOf(m: StepContext, hidden: boolean): Caption {
  const { dModel: d, heads, dK } = m;
  return [
    msg`Each head turns all ${d} numbers of a word into a query, a key and a value of ${dK}; ${heads} heads side by side make ${d} again. That takes ${grouped(weightsOf(d))} weights, as many as one head with ${d} numbers would; only the scores are multiplied by ${heads}.`,
    muted(m, hidden),
  ];
}

/** Which head of the layer the answer hangs on most; null while that is not known. */
export function questionOf(m: StepContext): Question | null {
  const found = mutedOf(m);
  const worst = found && mostImportantHead(m, found);
  if (!found || worst === null || m.heads < 2) return null;
  const left = likelihood(leftOf(found.without[worst] ?? { best: 0, probability: 0, asked: [] }));
  return {
    id: 'head',
    of: askedAbout(m, m.layer, m.focus, found.piece),
    asks: msg`Which head of layer ${m.layer + 1} does ${quoted(found.piece)} at ${quoted(m.word)} need most?`,
    options: Array.from({ length: m.heads }, (_, head) => String(head + 1)),
    right: worst,
    why: msg`Without head ${worst + 1}, ${left} remains of ${likelihood(found.probability)}.`,
  };
}

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

/** What muting does is shown once the reader has guessed. */
const isHidden = (m: StepContext): boolean => isUnanswered(m.state, questionOf(m));

export const draw: Draw = (m: StepContext, frame: Frame) => {
  const hidden = isHidden(m);
  const split = splitMarks(m, frame, 0);
  const muted = hidden ? null : mutedOf(m);
  const bars = muted ? mutedMarks(m, frame, split.bottom + 4, muted) : split;
  const roles = rolesMarks(m, frame, bars.bottom + 8);
  return {
    marks: [...split.marks, ...(muted ? bars.marks : []), ...roles.marks],
    bottom: roles.bottom,
    chosen: [],
    scales: false,
    caption: captionOf(m, hidden),
  };
};

/** Why several heads: how the numbers are cut, what it costs, what heads do, and what goes without one. */
export const figure = drawnFigure('head-roles', draw, {
  styles: [questionStyles, shapesStyles],
  wants(m) {
    const ask = askOf(m);
    return ask ? { asks: [ask] } : {};
  },
  around: (m) => {
    const question = questionOf(m);
    return {
      beneath: (dispatch) => [
        shapesTable(m),
        question ? questionBox(question, m.state, dispatch) : nothing,
      ],
    };
  },
});
