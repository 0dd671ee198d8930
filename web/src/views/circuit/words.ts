import type { Asked } from '../../relatives/circuit';
import type { CircuitAnswer, CircuitEdge } from '../../relatives/protocol';
import { percent, signed, weight } from '../../state/format';
import { traceFor } from '../../state/what-if/answers';
import type { FigureQuestion } from '../../state/what-if/ask';
import { otherRequest } from '../../state/what-if/twins';
import { msg, msgParts } from '../../words/msg';
import { type Derive, deriveFrom, inLetters, type Told, tell } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import { askedAbout, type Question } from '../kit/question';
import { allOf, countOf, isWhole, partAt, partName, wordAt } from './parts';
import { averaged, isInProbability, isOfMean, labelsOf } from './search';

/** A piece; of a model that labels, a label. */
export const pieceOf = (m: FigureContext, id: number): string =>
  (labelsOf(m).length > 0 ? labelsOf(m)[id] : m.model.vocabulary[id]) ?? `#${id}`;

/** What the circuit that was found keeps. */
export const foundOf = ({ frames, found }: CircuitAnswer) =>
  frames[found] ?? { kept: [], share: 0 };

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length);

export const randomOf = ({ random }: CircuitAnswer) => ({
  mean: average(random),
  most: Math.max(0, ...random),
});

/** How it is measured, where not as usual: another question. */
const measures = (m: FigureContext): readonly string[] =>
  ['than', 'metric', 'at', 'label'].flatMap((name) => {
    const value = m.choices.get(name);
    return value ? [`${name}=${value}`] : [];
  });

export const asksFor = (m: FigureContext, { twin, token }: Asked) => ({
  id: 'needed',
  of: askedAbout(m, twin, token, ...measures(m)),
});

function asks(m: FigureContext, { twin }: Asked, answer: string): string {
  const all = allOf(m);
  if (isOfMean(m))
    return msg`The boxes are heads and feed-forward networks. How many of the ${all} does “${answer}” need, if all others hold their mean over ${averaged.length} sentences?`;
  return isWhole(m)
    ? msg`The boxes are the heads and feed-forward networks, each at all words. How many of the ${all} does “${answer}” need, if all others hold the numbers of “${twin}”?`
    : msg`The boxes are the heads and feed-forward networks, word by word. How many of the ${all} does “${answer}” need, if all others hold the numbers of “${twin}”?`;
}

/** The reader guesses before any box is lit. */
export function questionOf(m: FigureContext, asked: Asked, answer: CircuitAnswer): Question {
  const { kept, share } = foundOf(answer);
  const [all, needed] = [allOf(m), countOf(kept)];
  const part = needed / all;
  return {
    ...asksFor(m, asked),
    asks: asks(m, asked, pieceOf(m, answer.answer)),
    options: [
      msg`fewer than 1 in 10`,
      msg`1 in 10 to 1 in 3`,
      msg`1 in 3 to 2 in 3`,
      msg`more than 2 in 3`,
    ],
    right: part < 0.1 ? 0 : part <= 1 / 3 ? 1 : part <= 2 / 3 ? 2 : 3,
    why: msg`${needed} of ${all} boxes keep ${percent(share)} of the difference between the two answers.`,
    veils: true,
  };
}

/** The words at which the sentence and its twin differ. */
const differing = (m: FigureContext): ReadonlySet<number> => {
  const { state, trace } = m;
  const request = otherRequest(state);
  const twin = request && traceFor(state, request)?.encoding.tokens;
  const differ = trace.encoding.tokens.flatMap(({ piece }, i) =>
    twin?.[i]?.piece === piece ? [] : [i],
  );
  return new Set(differ);
};

/** What the tour asks beside it: the boxes where the answer is read, or those where the sentences differ. */
export function chapterAsks(
  m: FigureContext,
  { token }: Asked,
  answer: CircuitAnswer,
): FigureQuestion {
  const { kept } = foundOf(answer);
  const differ = differing(m);
  const needed = kept.flatMap((on, index) => (on === 1 ? [partAt(m, index).token] : []));
  const there = needed.filter((at) => at === token).length;
  const changed = needed.filter((at) => differ.has(at)).length;
  const [read, word] = [wordAt(m, token), wordAt(m, [...differ][0] ?? token)];
  return {
    asks: msg`At which word are most of the boxes that the answer needs?`,
    options: [msg`at ${read}, where the answer is read`, msg`at ${word}, the word that differs`],
    right: there >= changed ? 0 : 1,
    why: msg`Of ${needed.length} boxes needed, ${there} are at ${read} and ${changed} at ${word}. Without any box, ${word} already has its own vector: what is needed is that ${read} reads it.`,
  };
}

/** What is on show, in a sentence. */
export function caption(
  m: FigureContext,
  answer: CircuitAnswer,
  kept: number,
  share: number,
): string {
  const [own, other] = [pieceOf(m, answer.answer), pieceOf(m, answer.other)];
  if (labelsOf(m).length > 0)
    return msg`With ${kept} of ${allOf(m)} boxes computing from this sentence, ${percent(share)} of the difference in “${own}” is left.`;
  if (isOfMean(m))
    return msg`With ${kept} of ${allOf(m)} boxes computing from this sentence and all others holding their means, ${percent(share)} of the difference between “${own}” and “${other}” is left.`;
  return msg`With ${kept} of ${allOf(m)} boxes computing from this sentence and all others holding the other sentence’s numbers, ${percent(share)} of the difference between “${own}” and “${other}” is left.`;
}

/** What circuits are known to get wrong, with the numbers of this one. */
export function limits(m: FigureContext, answer: CircuitAnswer): readonly string[] {
  const { kept } = foundOf(answer);
  const others = allOf(m) - countOf(kept);
  return [
    isOfMean(m)
      ? msg`The circuit depends on the sentences averaged: whatever is alike in all of them counts as not needed.`
      : msg`The circuit depends on the sentence compared with: whatever both sentences have in common counts as not needed.`,
    msg`A box that is not needed may still take part: its work may be done twice. The other ${others} boxes together keep ${percent(answer.rest)}.`,
    answer.second
      ? msg`It is not the only one: among the other boxes, ${countOf(answer.second.kept)} keep ${percent(answer.second.share)}.`
      : msg`Another search could end with different boxes. There is no second circuit here that shares none of these: the others keep too little.`,
  ];
}

/** What is left without a part of the circuit. */
function withoutOf(answer: CircuitAnswer, index: number): number | null {
  const { kept } = foundOf(answer);
  if (kept[index] !== 1) return null;
  return answer.without[countOf(kept.slice(0, index))] ?? null;
}

/** What is said of the box under the pointer. */
export function partTold(
  m: FigureContext,
  answer: CircuitAnswer,
  index: number,
  kept: readonly number[],
): Told {
  const name = partName(m, partAt(m, index));
  const left = withoutOf(answer, index);
  if (left === null && kept[index] === 1) return [msg`${name}: computes from this sentence.`];
  if (left === null)
    return [
      isOfMean(m)
        ? msg`${name}: holds its mean over other sentences.`
        : msg`${name}: holds the other sentence’s numbers.`,
    ];
  const asked = { text: percent(left), key: `without-${index}` };
  return tell(msgParts`${name}: needed. Without it, ${asked} of the difference is left.`);
}

/** The edges that carry most. */
export const strongest = (answer: CircuitAnswer, count = 8): readonly CircuitEdge[] =>
  [...answer.edges].sort((a, b) => b.share - a.share).slice(0, count);

const edgeKey = ({ from, to }: CircuitEdge): string => `edge-${from}-${to ?? 'answer'}`;

export function edgeTold(m: FigureContext, edge: CircuitEdge): Told {
  const from = partName(m, partAt(m, edge.from));
  const asked = { text: percent(edge.share), key: edgeKey(edge) };
  return edge.to === null
    ? tell(msgParts`${from} → straight to the answer: ${asked}`)
    : tell(msgParts`${from} → ${partName(m, partAt(m, edge.to))}: ${asked}`);
}

function aboutNodes(m: FigureContext, own: string, other: string): string {
  if (labelsOf(m).length > 0)
    return msg`Each number is how sure the model is of “${own}”: s in this sentence, t where every box holds other numbers, x with this box’s other numbers too. The later boxes of the circuit are computed anew.`;
  if (isOfMean(m) || isInProbability(m))
    return msg`Each number is how far “${own}” is above “${other}”: s in this sentence, t where every box holds other numbers, x with this box’s other numbers too. The later boxes of the circuit are computed anew.`;
  return msg`Each number is the logit of “${own}” minus that of “${other}”: s in this sentence, t in the other, x with this box’s numbers from the other sentence too. The later boxes of the circuit are computed anew.`;
}

/** How the shares of nodes and edges come about. */
export function derivations(m: FigureContext, answer: CircuitAnswer): Derive {
  const { ofText: s, ofTwin: t } = answer;
  const [own, other] = [pieceOf(m, answer.answer), pieceOf(m, answer.other)];
  const { kept, share } = foundOf(answer);
  const write = (x: number) => signed(x);
  const nodes = kept.flatMap((on, index) => {
    const left = on === 1 ? withoutOf(answer, index) : null;
    if (left === null) return [];
    const how = () => ({
      text: percent(left),
      what: msg`what is left without ${partName(m, partAt(m, index))}`,
      how: inLetters(
        '(x − t) ÷ (s − t)',
        left,
        { x: t + left * (s - t), t, s },
        {
          write,
          about: aboutNodes(m, own, other),
        },
      ),
    });
    return [[`without-${index}`, how] as const];
  });
  const edges = answer.edges.map((edge) => {
    const how = () => ({
      text: percent(edge.share),
      what: msg`what is lost if the receiver alone reads the sender’s number from the other sentence`,
      how: inLetters(
        'k − l',
        edge.share,
        { k: share, l: share - edge.share },
        {
          write: (x) => weight(x),
          about: msg`k is what the circuit keeps, l what it keeps with this one connection changed: the boxes in between hold their numbers, those after the receiver are computed anew.`,
        },
      ),
    });
    return [edgeKey(edge), how] as const;
  });
  return deriveFrom([...nodes, ...edges]);
}
