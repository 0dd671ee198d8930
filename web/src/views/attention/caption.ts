import { askedKey } from '../../state/asked';
import { divisorText, percent, signed, weight } from '../../state/format';
import type { State, StepId } from '../../state/state';
import { localTime, spanOf, timeline } from '../../state/timeline';
import { argmax } from '../../state/vector';
import { wordName, wordNameFirst } from '../../state/word-names';
import { hasEnded } from '../kit/beats';
import type { Caption } from '../view';
import { type AttentionRow, attentionRowOf } from './attention-row';
import { backwardBeats, gradientRowOf } from './gradients';

/** A part of a sentence; with `token`, hovering it highlights that word. */
export interface CaptionPart {
  readonly text: string;
  readonly token?: number;
}

/** The step that a time shows: the one that plays, or the one that has just finished. */
export function stepAt(time: number): StepId | null {
  const { begin = 0, end = 0 } = spanOf('attention') ?? {};
  const step = timeline.slice(begin, end)[Math.ceil(time) - 1];
  return (step?.id as StepId | undefined) ?? null;
}

const quoted = (row: AttentionRow, token: number): CaptionPart => ({
  text: wordName(row.tokens, token),
  token,
});

/** Token indices by descending weight. */
function ranking(row: AttentionRow): readonly number[] {
  const order = row.tokens.map((_, j) => j);
  return order.sort((a, b) => (row.weights[b] ?? 0) - (row.weights[a] ?? 0));
}

function object(row: AttentionRow, token: number): CaptionPart {
  return token === row.focus ? { text: 'itself', token } : quoted(row, token);
}

/** The two beats of a caption. */
type Beats = readonly [happens: readonly CaptionPart[], result: readonly CaptionPart[]];

function scoresBeats(row: AttentionRow): Beats {
  const best = argmax(row.scores);
  return [
    [{ text: 'The query of ' }, quoted(row, row.focus), { text: ' is compared with every key.' }],
    [
      { text: 'The best match is ' },
      object(row, best),
      { text: `: q · k = ${signed(row.scores[best] ?? 0)}.` },
    ],
  ];
}

function scaleBeats(row: AttentionRow): Beats {
  const best = argmax(row.scores);
  const [score, scaled] = [row.scores[best] ?? 0, row.scaled[best] ?? 0];
  return [
    [
      {
        text:
          row.divisor === 1
            ? `Scores are not divided here: ${signed(score)} stays as it is.`
            : `Divided by ${divisorText(row.divisor, row.dK)}, ${signed(score)} becomes ${signed(scaled)}.`,
      },
    ],
    row.divisor === 1
      ? [{ text: 'Softmax takes the scores as they are.' }]
      : [
          { text: 'Without it, ' },
          quoted(row, best),
          { text: ` would take ${percent(row.unscaled[best] ?? 0)}.` },
        ],
  ];
}

function softmaxBeats(row: AttentionRow): Beats {
  const [first = 0] = ranking(row);
  const sum = row.weights.reduce((all, w) => all + w, 0);
  const toOne = Math.abs(sum - 1) < 5e-4 ? '1' : `${signed(sum, 3)}, and not to 1`;
  return [
    [{ text: `Every score becomes a positive weight; together they add up to ${toOne}.` }],
    [
      { text: 'The largest, ' },
      { text: weight(row.weights[first] ?? 0), token: first },
      { text: ', goes to ' },
      first === row.focus ? { text: 'the word itself', token: first } : quoted(row, first),
      { text: '.' },
    ],
  ];
}

function taken(row: AttentionRow): readonly CaptionPart[] {
  const [first = 0, second] = ranking(row);
  const share = (token: number) => percent(row.weights[token] ?? 0);
  const start: CaptionPart[] = [
    { text: wordNameFirst(row.tokens, row.focus), token: row.focus },
    { text: ` takes ${share(first)} from ` },
    object(row, first),
  ];
  if (second === undefined) return [...start, { text: '.' }];
  if ((row.weights[second] ?? 0) < 0.005) {
    return [...start, { text: ', and less than 1\u202f% from any other word.' }];
  }
  const next: CaptionPart[] = [{ text: ` and ${share(second)} from ` }, object(row, second)];
  return [...start, ...next, { text: '.' }];
}

const sumBeats = (row: AttentionRow): Beats => [
  [{ text: 'Every word hands over its value, as much of it as its weight says.' }],
  taken(row),
];

/** The caption at a time. */
export function captionBeats(
  row: AttentionRow,
  time: number,
  step: StepId | null = stepAt(time),
): Beats {
  if (step === 'scores') return scoresBeats(row);
  if (step === 'scale') return scaleBeats(row);
  if (step === 'softmax') return softmaxBeats(row);
  return sumBeats(row);
}

/** Whether the step at hand is over, so that its second beat is to be read. */
export const isOver = (time: number): boolean => hasEnded(time - Math.ceil(time) + 1);

const plain = (parts: readonly CaptionPart[]): string => parts.map(({ text }) => text).join('');

/** The caption as plain text; null while there is no trace. */
export function captionFor(state: State, part: StepId | null = null): Caption | null {
  const row = attentionRowOf(state);
  if (!row) return null;
  const time = localTime(state);
  const gradient = gradientRowOf(state, row);
  if (gradient) return backwardBeats(row, gradient, part ?? stepAt(time));
  const [happens, result] = captionBeats(row, time, part ?? stepAt(time));
  return [plain(happens), plain(result)];
}

/** What a live region says about the word under the keyboard: “it” attends to “animal”, .521. */
export function cellCaption(state: State): string {
  const row = attentionRowOf(state);
  const key = state.hover ?? askedKey(state);
  if (!row || key === null || key >= row.tokens.length) return '';
  const to = key === row.focus ? 'itself' : wordName(row.tokens, key);
  return `${wordNameFirst(row.tokens, row.focus)} attends to ${to}, ${weight(row.weights[key] ?? 0)}`;
}
