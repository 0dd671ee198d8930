import { ownRun } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { clamp01, ease } from '../../render/motion';
import { signed } from '../../state/format';
import { presets } from '../../state/presets';
import { argmax, strongest } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import type { EncodeRequest } from '../../state/what-if/ask';
import { wordName } from '../../state/word-names';
import { msgParts } from '../../words/msg';
import { type AskedNumber, type Told, tell } from '../kit/derivation';
import type { Drawing, FigureContext } from '../kit/hosted-figure';
import { guessOf } from '../kit/question';
import {
  batchPicture,
  type Compared,
  compared,
  inputOf,
  type Place,
  resultsPlot,
  statisticsPlot,
} from './plots';

const mostSentences = 6;

/** Sentences in the batch before the reader has guessed what one more changes. */
export const before = 3;

/** Of any words: the answer does not depend on them. */
export const guess = { id: 'changed', of: '' };

export interface NormsScene {
  readonly columns: 1 | 2;
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
  readonly results: Drawing;
  readonly statistics: Drawing;
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

function textOf(all: readonly Compared[], word: string, { index }: Place): Told {
  const [from, to] = [all[Math.min(before, all.length) - 1], all.at(-1)];
  if (!from || !to) return [];
  const asked = (which: Which, of: Compared): AskedNumber => ({
    text: signed(which === 'layer' ? of.byLayer : of.byBatch),
    key: keyOf(which, 'number', of.sentences),
  });
  const [layer, first] = [asked('layer', to), asked('batch', from)];
  return tell(
    from === to
      ? msgParts`With {0:one sentence|${to.sentences} sentences} in the batch, this number of ${word} becomes ${layer} after LayerNorm and ${first} after BatchNorm.`
      : msgParts`With ${to.sentences} sentences, BatchNorm turns number ${index + 1} of ${word} into ${asked('batch', to)}, no longer ${first}; LayerNorm, which reads ${word} alone, still gives ${layer}.`,
  );
}

/** What BatchNorm makes of each number of a word: in the order of memory, not column by column. */
function byBatch(runs: readonly Trace[], { layer, eps }: Omit<Place, 'index'>, row: Float32Array) {
  const inputs = runs.map((run) => inputOf(run, layer));
  const count = inputs.reduce((sum, { shape: [rows = 0] }) => sum + rows, 0);
  const summed = (add: (x: number, j: number) => number): Float64Array => {
    const sums = new Float64Array(row.length);
    for (const { data } of inputs)
      for (let i = 0; i < data.length; i++) {
        const j = i % row.length;
        sums[j] = (sums[j] ?? 0) + add(data[i] ?? 0, j) / count;
      }
    return sums;
  };
  const means = summed((x) => x);
  const variances = summed((x, j) => (x - (means[j] ?? 0)) ** 2);
  return Array.from(row, (x, j) => (x - (means[j] ?? 0)) / Math.sqrt((variances[j] ?? 0) + eps));
}

/** The number of the word that BatchNorm moves most when a fourth sentence comes; its largest until that is there. */
function mostMoved(runs: readonly Trace[], of: Omit<Place, 'index'>, row: Float32Array): number {
  if (runs.length <= before) return strongest(row);
  const [from, to] = [before, before + 1].map((count) => byBatch(runs.slice(0, count), of, row));
  return argmax(Array.from(row, (_, j) => Math.abs((to?.[j] ?? 0) - (from?.[j] ?? 0))));
}

/** How long the batch stands as it was, and how long the dots then take, in milliseconds. */
const [pause, way] = [600, 1100];

/** How far the fourth sentence has come since the reader guessed: it comes in by itself. */
function arrived(m: FigureContext): number {
  if (!m.animate || guessOf(m.state, guess) === null || m.choices.get('batch')) return 1;
  const t = clamp01((performance.now() - m.kept('guessed', performance.now()) - pause) / way);
  if (t < 1) m.animate();
  return t;
}

export function normsScene(m: FigureContext): NormsScene {
  const { trace, state, model, size, choices } = m;
  const { tokens } = trace.encoding;
  const token = Math.max(0, Math.min(state.token, tokens.length - 1));
  const layer = Math.max(0, state.layer);
  const [, dModel = 1] = inputOf(trace, layer).shape;
  const row = trace.row(`layers.${layer}.attention.residual`, token);
  const chosen = Number(choices.get('number')) - 1;
  const runs = runsOf(m);
  const of = { layer, token, eps: model.config.layer_norm_eps };
  const index =
    Number.isInteger(chosen) && chosen >= 0 && chosen < dModel ? chosen : mostMoved(runs, of, row);
  const place = { ...of, index };
  const sentences = sentencesOf(m);
  const t = arrived(m);
  const usual = guessOf(state, guess) === null || t === 0 ? before : before + 1;
  const wanted = Math.round(Number(choices.get('batch') || usual)) || usual;
  const batch = runs.slice(0, Math.max(1, wanted));
  const all = compared(batch, place);
  const columns = size.width >= 760 ? 2 : 1;
  const room = Math.floor((Math.min(size.width, 1100) - (columns - 1) * 32) / columns);
  const word = wordName(tokens, token);
  return {
    ...{ columns, place, dModel, word, sentences, compared: all, count: batch.length, runs: batch },
    batch: batchPicture(batch, { place, word, found: all.at(-1) }, { ...size, width: room }),
    results: resultsPlot(all, before, ease(t), { ...size, width: room }),
    statistics: statisticsPlot(all, room),
    text: textOf(all, word, place),
  };
}
