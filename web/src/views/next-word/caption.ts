import type { DecodeAnswer } from '../../relatives/protocol';
import { percent, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import {
  endMark,
  type HeadOf,
  headsOf,
  nameAt,
  namedWord,
  readBefore,
  selfRow,
} from '../kit/decoded/words';

/** The head in which the last word looks most at one other word than itself and the start. */
export function tellingHead(answer: DecodeAnswer): HeadOf {
  const step = answer.steps.at(-1);
  const heads = headsOf(answer.model);
  const others = (at: HeadOf) =>
    step ? Math.max(0, ...selfRow(answer, step, at).slice(1, -1)) : 0;
  return heads[argmax(heads.map(others))] ?? { layer: 0, head: 0 };
}

/** What comes next. */
export function captionOf(answer: DecodeAnswer): string {
  const step = answer.steps.at(-1);
  const [best, second] = step?.next ?? [];
  if (!step || !best || !second) return '';
  const first = best.token === endMark ? msg`the end` : namedWord(best.token);
  return msg`Most probable next: ${first}, ${percent(best.probability)}, then ${namedWord(second.token)}, ${percent(second.probability)}.`;
}

/** How much the most probable ten have, and where the last word looks. */
export function aboutOf(answer: DecodeAnswer, at: HeadOf): string {
  const step = answer.steps.at(-1);
  if (!step) return '';
  const ten = step.next.reduce((sum, { probability }) => sum + probability, 0);
  const together = msg`The top ten together have ${percent(ten)}.`;
  const words = readBefore(answer.steps, step.position);
  const last = words.length - 1;
  if (last === 0)
    return `${together} ${msg`The model has read nothing yet: these are words that sentences begin with.`}`;
  const row = selfRow(answer, step, at);
  const best = argmax(row);
  const looked = best === last ? msg`itself` : nameAt(words, best);
  const looks = msg`In layer ${at.layer + 1}, head ${at.head + 1}, ${nameAt(words, last)} looks most at ${looked} (${weight(row[best] ?? 0)}); no word can see what is not yet written.`;
  return `${together} ${looks}`;
}
