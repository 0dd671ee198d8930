import { percent } from '../../state/format';
import { grouped, inLanguage } from '../../words/language';
import { msg, msgParts } from '../../words/msg';
import {
  cacheBytes,
  flopParts,
  isPlain,
  type LayerSizes,
  parameterParts,
  scoreBytes,
  sizesOf,
  tileBytes,
  total,
  usedParameters,
} from '../kit/cost';
import { type Told, tell } from '../kit/derivation';
import { amount, bytesText, type Measured, timeText, whole } from './amounts';
import { type CostSettings, isTrainingKnown } from './settings';

/** The matrices of a layer, as a formula. */
function matricesText({ k, d, matrices, experts }: LayerSizes): string {
  const attention = k === d ? '4·d²' : '2·d² + 2·d·k';
  const network = `${matrices}·d·d_ff`;
  return `L·(${attention} + ${experts > 0 ? `E·(${network} + d)` : network})`;
}

function countText(shape: CostSettings['shape']): string {
  const sizes = sizesOf(shape);
  const { d, f, k, experts, matrices } = sizes;
  const layers = shape.num_hidden_layers;
  if (isPlain(sizes) && f === 4 * d)
    return msg`The layers’ matrices hold 12·L·d² = ${amount(12 * layers * d * d)} numbers`;
  const network = matrices * d * f;
  const all = 2 * d * (d + k) + (experts > 0 ? experts * (network + d) : network);
  return msg`The layers’ matrices hold ${matricesText(sizes)} = ${amount(layers * all)} numbers`;
}

/** What the formulas' further letters stand for; empty where there are none. */
function lettersText(shape: CostSettings['shape']): string {
  const { d, k, experts, taken } = sizesOf(shape);
  const shared =
    k === d
      ? ''
      : ` ${msg`k = ${whole(k)} is the width of keys and values: ${shape.num_key_value_heads} heads’ worth serve all ${shape.num_attention_heads}.`}`;
  const routed =
    experts === 0
      ? ''
      : ` ${msg`Each word uses ${taken} of E = ${experts} experts, that is ${amount(usedParameters(shape))} of all parameters.`}`;
  return shared + routed;
}

/** How the parameters are shared out. */
export function parametersText({ shape }: CostSettings): string {
  const parts = parameterParts(shape);
  const inLayers = parts.attention + parts.feedForward;
  const text = msg`${countText(shape)}, ${percent(parts.feedForward / inLayers)} of them in the feed-forward networks; more heads add no parameters, but each has n² scores.`;
  return text + lettersText(shape);
}

/** Where the lines cross, as formulas: the operations of the feed-forward network, and n there. */
export function crossingFormula({ shape }: CostSettings): readonly [operations: string, n: string] {
  const { matrices, experts, taken } = sizesOf(shape);
  if (experts > 0) {
    const networks = taken * matrices;
    return [`2·n·d·(${networks}·d_ff + E)`, inLanguage(`(${networks}·d_ff + E)/2`)];
  }
  return matrices === 3 ? ['6·n·d·d_ff', inLanguage('1.5·d_ff')] : ['4·n·d·d_ff', 'd_ff'];
}

/** The words at which attention costs as much as the feed-forward network: 4·n²·d = 4·n·d·d_ff where that is one network of two matrices. */
export function crossing({ shape }: CostSettings): number {
  const { f, matrices, experts, taken } = sizesOf(shape);
  return Math.round((taken * matrices * f + experts) / 2);
}

export function flopsText(settings: CostSettings): Told {
  const parts = flopParts(settings.shape, settings.words);
  const all = total(parts);
  const share = { text: percent(parts.attention / all), key: 'flops share' };
  const operations = { text: amount(all), key: 'flops' };
  const more = parts.attention > parts.feedForward;
  const times = (more ? parts.attention / parts.feedForward : parts.feedForward / parts.attention)
    .toPrecision(2)
    .replace(/\.0$/, '');
  const ratio = inLanguage(times);
  const against =
    parts.attention === parts.feedForward
      ? msg`as much as the feed-forward network`
      : more
        ? msg`${ratio} times the feed-forward network`
        : msg`the feed-forward network takes ${ratio} times as many`;
  const text = tell(
    msgParts`For ${whole(settings.words)} words, a pass takes ${operations} operations, ${share} in attention: ${against}. Twice the words make attention four times and everything else twice as expensive`,
  );
  const cross = whole(crossing(settings));
  return tell(
    isPlain(sizesOf(settings.shape))
      ? msgParts`${text}; the lines cross at ${cross} words, which is d_ff.`
      : msgParts`${text}; the lines cross at ${cross} words.`,
  );
}

/** What a decoder keeps of the words before, and what shared keys save of it. */
export function cacheText({ shape, words: n }: CostSettings): Told {
  const { d, k } = sizesOf(shape);
  const cache = { text: bytesText(cacheBytes(shape, n)), key: 'cache' };
  const text = tell(
    msgParts`A decoder keeps every word’s keys and values: 2·L·n·k numbers of 2 bytes each, ${cache}`,
  );
  return k === d
    ? [...text, '.']
    : tell(msgParts`${text}; with separate keys for each head, ${d / k} times that.`);
}

export function memoryText({ shape, words: n }: CostSettings): Told {
  const { num_attention_heads: h, num_hidden_layers: layers } = shape;
  const one = scoreBytes(shape, n);
  const inOne = { text: bytesText(one), key: 'scores' };
  const inAll = { text: bytesText(one * layers), key: 'scores-all' };
  return tell(
    one > tileBytes
      ? msgParts`The scores take ${inOne} in one layer, ${inAll} in all; tile by tile, a pass keeps only ${bytesText(tileBytes)} at a time, however long the text.`
      : msgParts`The scores take ${inOne} in one layer, ${inAll} in all; they fit in one tile, and tiles pay off above ${whole(firstBeyondTile(h))} words.`,
  );
}

/** The most words whose scores fit into one tile. */
const firstBeyondTile = (h: number): number => Math.floor(Math.sqrt(tileBytes / (4 * h)));

/** Operations in a second that a large graphics processor keeps up. */
export const processor = 1e14;

export function trainingText(settings: CostSettings): Told {
  const { shape, trained } = settings;
  const n = usedParameters(shape);
  if (!isTrainingKnown(settings))
    return [msg`6·N·D operations, with N = ${amount(n)}; D is not known: set it above.`];
  const flops = 6 * n * trained;
  const operations = { text: amount(flops), key: 'training' };
  const time = { text: timeText(flops / processor), key: 'training time' };
  return tell(
    msgParts`6·N·D = ${operations} operations: two forward and four backward for each of N = ${amount(n)} parameters and D = ${amount(trained)} words. One graphics processor at 10¹⁴ per second would take ${time}.`,
  );
}

/** What the measured times say; empty before there are two. */
export function measuredText(settings: CostSettings, { times }: Measured): string {
  const all = [...times];
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || all.length < 2) return '';
  const per = ([n, ms]: readonly [number, number]) => passFlops(settings, n) / (ms / 1000);
  const ratio = last[0] / first[0];
  return msg`Here ${whole(last[0])} words take ${timeText(last[1] / 1000)}: ${ratio} times as many words as ${first[0]}, in ${grouped(Number((last[1] / first[1]).toPrecision(2)))} times the time. That is ${amount(per(last))} operations per second, compared with ${amount(per(first))} for ${first[0]} words.`;
}

/** A pass as it is timed: without the prediction. */
export function passFlops({ shape }: CostSettings, n: number): number {
  const { projections, attention, feedForward } = flopParts(shape, n);
  return projections + attention + feedForward;
}
