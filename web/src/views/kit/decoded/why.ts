import type { DecodeAnswer, DecodeRequest } from '../../../relatives/protocol';
import type { FigureContext } from '../hosted-figure';
import type { Reckonings } from '../reckoning';
import { probabilityReckoning, type RowOf, scoreReckoning, weightReckoning } from './reckonings';
import type { HeadOf } from './rows';
import { tensorsOf } from './tensors';
import { rowsBefore, stepAt } from './writing';

/** Under which the numbers of a place can be asked: "cross 3", "self 0", "next 412", and their scores. */
export function placeReckonings(
  m: FigureContext,
  answer: DecodeAnswer,
  request: DecodeRequest,
  place: number,
  at: HeadOf,
): Reckonings {
  const step = stepAt(answer, place);
  const asked = m.kept('reckoned', '') !== '';
  const tensors = asked ? tensorsOf(m, request, answer) : null;
  if (!tensors || !step) return new Map();
  const { heads, dModel } = answer.model;
  const rows = [
    ['cross', 'crossAttention', answer.source?.tokens ?? []],
    ['self', 'attention', rowsBefore(answer, place)],
  ] as const;
  const weights = rows.flatMap(([name, attention, words]) => {
    const row: RowOf = { ...at, attention, place: place - 1 };
    return words.flatMap((_, key) => {
      const of = { key, words, heads, dModel, score: `${name} score ${key}` };
      return [
        [`${name} ${key}`, () => weightReckoning(tensors, row, of)] as const,
        [of.score, () => scoreReckoning(tensors, row, of)] as const,
      ];
    });
  });
  const next = step.next.map(
    (each) =>
      [
        `next ${each.id}`,
        () => probabilityReckoning(tensors, place - 1, { ...each, next: step.next }),
      ] as const,
  );
  return new Map([...weights, ...next]);
}
