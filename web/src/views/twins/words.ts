import { capital, count, counted, uncapital } from '../../state/format';
import { type CopyRow, placeName } from '../../state/what-if/copy-map';
import type { Mismatch } from '../../state/what-if/twins';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { Caption } from '../view';
import {
  apartAt,
  copiedName,
  differing,
  isCopied,
  pieceOf,
  shareAt,
  shareText,
  type TwinContext,
  turns,
} from './context';
import { readingIn } from './readings';

const joint = {
  and: (others: string, last: string) => msg`${others} and ${last}`,
  or: (others: string, last: string) => msg`${others} or ${last}`,
};

/** “a”, “b” and “c”. */
function listed(names: readonly string[], by: keyof typeof joint): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? joint[by](names.slice(0, -1).join(', '), last) : last;
}

export const mapTitle = ({ m }: TwinContext): string => msg`What turns “${m.word}”?`;

/** What the numbers of the map are. */
export function mapNote(context: TwinContext): string {
  const { way } = context;
  if (!way) return msg`Both runs give the same answer here, so there is nothing to turn.`;
  const [from, to] = [way.from, way.to].map((id) => pieceOf(context, id));
  return msg`One vector is copied from the lower run into the upper. Each number: how far that moves the answer from ${from} to ${to} (1 = all the way).`;
}

/** Vectors at least so far apart are counted. */
const farFrom = 0.5;

function difference(words: number): string {
  if (words === 0) return msg`The two sentences are the same.`;
  return msg`The two sentences differ in ${counted(words)} {0:word|words}.`;
}

/** Where the two runs part. */
function parting(context: TwinContext): string {
  const { vectors, upper } = context;
  const words = differing(context).length;
  const differ = difference(words);
  const first = vectors[1];
  if (!first || words === 0) return differ;
  const { tokens } = upper.encoding;
  const far = [...tokens.keys()].filter((at) => apartAt(context, first.source, at) >= farFrom);
  const names = far.map((at) => wordName(tokens, at));
  return names.length > 0 && context.reads === null
    ? `${differ} ${apartSays(capital(placeName(first.source)), names)}`
    : differ;
}

/** Whose vectors are far apart. */
function apartSays(after: string, names: readonly string[]): string {
  const n = count(names.length);
  if (names.length === 0)
    return msg`${after}, no word’s two vectors differ by more than half their length.`;
  if (names.length === 1)
    return msg`${after}, only the two vectors of ${names[0]} differ by more than half their length.`;
  return names.length < 6
    ? msg`${after}, the vectors of ${n} words differ by more than half their length: ${listed(names, 'and')}.`
    : msg`${after}, the vectors of ${n} words differ by more than half their length.`;
}

const isDone = (rows: readonly CopyRow[]): boolean =>
  rows.every(({ outcomes }) => outcomes.every((outcome) => outcome !== undefined));

/** The vectors that turn the reading alone, and after which layers; those after the last one are the reading. */
function turning(context: TwinContext): string {
  const found = new Map<string, number[]>();
  for (const { source, outcomes } of context.vectors.slice(1, -1)) {
    const names = outcomes.flatMap((outcome, token) =>
      turns(context, outcome) ? [copiedName(context, token)] : [],
    );
    const what = listed(names, 'or');
    if (names.length > 0) found.set(what, [...(found.get(what) ?? []), source.layer]);
  }
  const ways = [...found].map(
    ([what, layers]) => msg`${what} after layer ${listed(layers.map(String), 'or')}`,
  );
  return ways.length > 0
    ? msg`one copied vector turns the answer: ${ways.join(', ')}.`
    : msg`no single word’s vector turns the answer before the last layer.`;
}

/** The vector that turns the reading; with it a head that does so alone. */
function withHead(context: TwinContext): string {
  const isTurned = context.heads.some(({ outcomes }) =>
    outcomes.some((outcome) => turns(context, outcome)),
  );
  const vector = turning(context);
  return isTurned ? `${vector.replace(/\.$/, ';')} ${uncapital(headsOf(context))}` : vector;
}

/** The head of the layer in focus that goes furthest. */
function headsOf(context: TwinContext): string {
  const all = context.heads.flatMap(({ source, outcomes }) =>
    outcomes.map((outcome, token) => {
      return { source, token, outcome, share: shareAt(context, outcome) ?? 0 };
    }),
  );
  const [best] = [...all].sort((a, b) => b.share - a.share);
  if (!best || shareText(best.share) === '') return '';
  const { source, token, outcome, share } = best;
  const word = copiedName(context, token);
  return turns(context, outcome)
    ? msg`${capital(placeName(source))} turns it on its own, at ${word}: ${shareText(share)} of the way.`
    : msg`No head of layer ${source.layer + 1} does; head ${(source.head ?? 0) + 1} at ${word} comes closest: ${shareText(share)}.`;
}

/** The one copy that is made, where it is of the map. */
function madeCopy(context: TwinContext) {
  const { vectors, heads, copies } = context;
  const made = [...vectors, ...heads].flatMap(({ source, outcomes }) =>
    outcomes.flatMap((outcome, token) =>
      isCopied(context, source, token) ? [{ source, token, outcome }] : [],
    ),
  );
  return copies.length === 1 ? made[0] : undefined;
}

/** What was read before, and how much of the way a copy goes. */
function wayGone(former: string, share: number | null | undefined): string {
  if (!share) return former;
  const text = shareText(share);
  return text ? msg`${former}, ${text} of the way` : msg`${former}, none of the way`;
}

/** What the copies that are made have changed. */
function copied(context: TwinContext): string {
  const { m, upper, copies } = context;
  if (copies.length === 0 || m.trace === upper) return '';
  const one = madeCopy(context);
  const share = one && shareAt(context, one.outcome);
  const [now, was] = [readingIn(m, m.trace), readingIn(m, upper)];
  const former = wayGone(now === was ? msg`as it was` : msg`was ${was}`, share);
  if (one)
    return msg`With ${copiedName(context, one.token)} copied (${placeName(one.source)}), the upper run reads ${now}, ${former}.`;
  return msg`With ${counted(copies.length)} {0:copy|copies} the upper run reads ${now}, ${former}.`;
}

export function captionOf(context: TwinContext): Caption {
  const { way, vectors, heads, m, upper, lower, reads } = context;
  const first = parting(context);
  if (reads === null) return [first, msg`This model cannot predict words.`];
  const [above, below] = [readingIn(m, upper), readingIn(m, lower)];
  const same = above.split(' ')[0] === below.split(' ')[0];
  if (same || !way) {
    const both = msg`At “${m.word}” the runs read ${above} and ${below}: nothing changes.`;
    return [first, [copied(context), both].filter(Boolean).join(' ')];
  }
  if (!isDone(vectors) || !isDone(heads)) return [first, msg`Running each copy …`];
  const made = copied(context);
  return made
    ? [first, `${made} ${headsOf(context)}`.trim()]
    : [first.replace(/\.$/, ';'), withHead(context)];
}

/** The message where the two sentences are not twins. */
export const unequal = ({ own, other }: Mismatch): string =>
  msg`The lower sentence has ${other} tokens, the upper one ${own}: twins need the same number. Type another.`;
