import { ownRun } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { signed } from '../../state/format';
import { presets } from '../../state/presets';
import { strongest } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import type { EncodeRequest } from '../../state/what-if/ask';
import { wordName } from '../../state/word-names';
import { msgParts } from '../../words/msg';
import { type AskedNumber, type Told, tell } from '../kit/derivation';
import type { FigureContext } from '../kit/hosted-figure';
import type { Drawing } from '../kit/text-figure';
import { type Compared, compared, inputOf, type Place } from './batch';
import { batchPicture, numberPlot, statisticsPlot } from './plots';

const mostSentences = 6;

export interface NormsScene {
  readonly columns: 1 | 2 | 3;
  readonly place: Place;
  readonly dModel: number;
  readonly word: string;
  /** All sentences that can be in the batch, this text first. */
  readonly sentences: readonly string[];
  /** How many of them are. */
  readonly count: number;
  readonly runs: readonly Trace[];
  /** The runs of those that are there. */
  readonly compared: readonly Compared[];
  readonly batch: Drawing;
  readonly statistics: Drawing;
  readonly number: Drawing;
  readonly text: Told;
}

/** This text, and examples to be added to it. */
export function sentencesOf({ trace }: FigureContext): readonly string[] {
  const { text } = trace.encoding;
  return [...new Set([text, ...presets.map((preset) => preset.text)])].slice(0, mostSentences);
}

export const requestsOf = (m: FigureContext): readonly EncodeRequest[] =>
  sentencesOf(m)
    .slice(1)
    .map((text) => ({ text, masked: [], run: ownRun }));

/** The runs of the batch as far as they are there, in order. */
function runsOf(m: FigureContext): readonly Trace[] {
  const runs: Trace[] = [m.trace];
  for (const request of requestsOf(m)) {
    const run = traceFor(m.state, request);
    if (!run) break;
    runs.push(run);
  }
  return runs;
}

export type Which = 'layer' | 'batch';

/** What a norm's number is asked by. */
export const keyOf = (which: Which, what: 'mean' | 'deviation' | 'number', count: number) =>
  `${which} ${what} ${count}`;

/** Mean and deviation, each to be asked. */
const written = (which: Which, { sentences, ...of }: Compared) =>
  (['mean', 'deviation'] as const).map((what) => ({
    text: signed(of[which][what]),
    key: keyOf(which, what, sentences),
  })) as [AskedNumber, AskedNumber];

function textOf(all: readonly Compared[], word: string, { index }: Place): Told {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [];
  const [mean, deviation] = written('layer', first);
  const [before, after] = [written('batch', first), written('batch', last)];
  const number = index + 1;
  if (all.length === 1)
    return tell(
      msgParts`LayerNorm takes mean ${mean} and deviation ${deviation} from the numbers of ${word} alone. BatchNorm takes them from number ${number} of all words: mean ${before[0]}, deviation ${before[1]}. Add a sentence.`,
    );
  const layer = msgParts`LayerNorm takes mean ${mean} and deviation ${deviation} from the numbers of ${word} alone: with ${last.sentences} sentences in the batch as with one.`;
  const [from, to] = [first, last].map(({ byBatch, sentences }) => ({
    text: signed(byBatch),
    key: keyOf('batch', 'number', sentences),
  })) as [AskedNumber, AskedNumber];
  const always = { text: signed(first.byLayer), key: keyOf('layer', 'number', 1) };
  const moved = before.every(({ text }, i) => text === after[i]?.text)
    ? msgParts`Those of BatchNorm did not change to two digits, so number ${number} of ${word} went from ${from} to ${to} though nothing in its sentence changed; LayerNorm hands on ${always} each time.`
    : msgParts`Those of BatchNorm went from ${before[0]} and ${before[1]} to ${after[0]} and ${after[1]}, so number ${number} of ${word} went from ${from} to ${to} though nothing in its sentence changed; LayerNorm hands on ${always} each time.`;
  return tell(layer, [' '], moved);
}

export function normsScene(m: FigureContext): NormsScene {
  const { trace, state, model, size, choices } = m;
  const { tokens } = trace.encoding;
  const token = Math.max(0, Math.min(state.token, tokens.length - 1));
  const layer = Math.max(0, state.layer);
  const [, dModel = 1] = inputOf(trace, layer).shape;
  const row = trace.row(`layers.${layer}.attention.residual`, token);
  const chosen = Number(choices.get('number')) - 1;
  const index =
    Number.isInteger(chosen) && chosen >= 0 && chosen < dModel ? chosen : strongest(row);
  const place = { layer, token, index, eps: model.config.layer_norm_eps };
  const sentences = sentencesOf(m);
  const runs = runsOf(m);
  const wanted = Math.min(
    sentences.length,
    Math.max(1, Math.round(Number(choices.get('batch') ?? 1)) || 1),
  );
  const batch = runs.slice(0, wanted);
  const all = compared(batch, place);
  const columns = size.width >= 860 ? 3 : size.width >= 640 ? 2 : 1;
  const room = Math.floor((Math.min(size.width, 1320) - (columns - 1) * 32) / columns);
  const word = wordName(tokens, token);
  return {
    ...{ columns, place, dModel, word, sentences, compared: all, count: batch.length, runs: batch },
    batch: batchPicture(batch, place, { ...size, width: room }),
    statistics: statisticsPlot(all, room),
    number: numberPlot(all, room),
    text: textOf(all, word, place),
  };
}
