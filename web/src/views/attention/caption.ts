import { divisorText, percent, signed } from '../../state/format';
import type { State, StepId } from '../../state/state';
import { localTime, spanOf, timeline } from '../../state/timeline';
import { argmax } from '../../state/vector';
import { askedKey } from '../../state/why';
import { wordName, wordNameFirst } from '../../state/word-names';
import { msg, msgParts } from '../../words/msg';
import { hasEnded } from '../kit/keyframes';
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

/** The parts of a sentence: its texts, and the words in it. */
const parts = (of: readonly (string | CaptionPart)[]): readonly CaptionPart[] =>
  of.map((part) => (typeof part === 'string' ? { text: part } : part)).filter(({ text }) => text);

/** The two beats of a caption. */
type Beats = readonly [happens: readonly CaptionPart[], result: readonly CaptionPart[]];

function scoresBeats(row: AttentionRow): Beats {
  const best = argmax(row.scores);
  const score = { text: signed(row.scores[best] ?? 0) };
  const own = { text: msg`itself`, token: best };
  return [
    parts(msgParts`The query of ${quoted(row, row.focus)} is compared with every key;`),
    parts(
      best === row.focus
        ? msgParts`the best match is ${own}: q · k = ${score}.`
        : msgParts`the best match is ${quoted(row, best)}: q · k = ${score}.`,
    ),
  ];
}

function scaleBeats(row: AttentionRow): Beats {
  const best = argmax(row.scores);
  const [score, scaled] = [row.scores[best] ?? 0, row.scaled[best] ?? 0];
  const unscaled = { text: percent(row.unscaled[best] ?? 0) };
  return [
    [
      {
        text: row.biases?.[best]
          ? msg`${signed(score)} ÷ ${divisorText(row.divisor, row.dK)}, plus ${signed(row.biases[best])} for distance, is ${signed(scaled)};`
          : row.divisor === 1
            ? msg`Scores are not divided here: ${signed(score)} stays as it is;`
            : msg`Divided by ${divisorText(row.divisor, row.dK)}, the highest score becomes ${signed(scaled)};`,
      },
    ],
    row.divisor === 1
      ? [{ text: msg`softmax takes the scores as they are.` }]
      : parts(msgParts`without that, ${quoted(row, best)} would take ${unscaled}.`),
  ];
}

function softmaxBeats(row: AttentionRow): Beats {
  const [first = 0] = ranking(row);
  const sum = row.weights.reduce((all, w) => all + w, 0);
  const largest = { text: percent(row.weights[first] ?? 0), token: first };
  const itself = { text: msg`the word itself`, token: first };
  return [
    [
      {
        text:
          Math.abs(sum - 1) < 5e-4
            ? msg`Every score becomes a positive weight, and all add up to 1:`
            : msg`Every score becomes a positive weight, but all add up to ${signed(sum, 3)}, not 1:`,
      },
    ],
    parts(
      first === row.focus
        ? msgParts`the largest, ${largest}, goes to ${itself}.`
        : msgParts`the largest, ${largest}, goes to ${quoted(row, first)}.`,
    ),
  ];
}

function taken(row: AttentionRow): readonly CaptionPart[] {
  const [first = 0, second] = ranking(row);
  const share = (token: number) => ({ text: percent(row.weights[token] ?? 0) });
  const focus = quoted(row, row.focus);
  const giver = (token: number): CaptionPart =>
    token === row.focus ? { text: msg`itself`, token } : quoted(row, token);
  const [most, from] = [share(first), giver(first)];
  if (second === undefined) return parts(msgParts`${focus} takes ${most} from ${from}.`);
  if ((row.weights[second] ?? 0) < 0.005)
    return parts(
      msgParts`${focus} takes ${most} from ${from} and less than 1 % from any other word.`,
    );
  return parts(
    msgParts`${focus} takes ${most} from ${from} and ${share(second)} from ${giver(second)}.`,
  );
}

const sumBeats = (row: AttentionRow): Beats => [
  [{ text: msg`Each word contributes its value, scaled by its weight:` }],
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

/** What a live region says about the word under the keyboard: “it” attends to “animal”, 52 %. */
export function cellCaption(state: State): string {
  const row = attentionRowOf(state);
  const key = state.hover ?? askedKey(state);
  if (!row || key === null || key >= row.tokens.length) return '';
  const [from, w] = [wordNameFirst(row.tokens, row.focus), percent(row.weights[key] ?? 0)];
  return key === row.focus
    ? msg`${from} attends to itself, ${w}`
    : msg`${from} attends to ${wordName(row.tokens, key)}, ${w}`;
}
