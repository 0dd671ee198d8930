import { msg } from '../../words/msg';
import { sizeText } from '../kit/depth/numbers';
import {
  deepest,
  type Measure,
  type Measured,
  normName,
  spreadAt,
  wirings,
} from '../kit/depth/study';

type At = (norm: 'pre' | 'post', measure: Measure, layer: number) => number | undefined;

const read =
  (measured: Measured, depth: number): At =>
  (norm, measure, layer) => {
    const wiring = wirings.find((each) => each.norm === norm && each.path);
    return wiring && spreadAt(measured, [depth, wiring], measure, layer)?.middle;
  };

/** What becomes of a number: "grows from 6.6 to 29", "falls …", "stays at 5.7" where no layer changes it. */
function change(numbers: readonly number[]): string {
  const texts = numbers.map(sizeText);
  const [from = Number.NaN, to = Number.NaN] = [numbers[0], numbers.at(-1)];
  if (texts.every((text) => text === texts[0])) return msg`stays at ${texts[0]}`;
  const [first, last] = [sizeText(from), sizeText(to)];
  if (to > from * 1.2) return msg`grows from ${first} to ${last}`;
  return to < from / 1.2 ? msg`falls from ${first} to ${last}` : msg`goes from ${first} to ${last}`;
}

/** What was found with both orders at a depth; empty until both have been measured. */
export function orderCaption(measured: Measured, depth: number): readonly string[] {
  const at = read(measured, depth);
  const layers = Array.from({ length: depth }, (_, i) => i + 1);
  const of = (norm: 'pre' | 'post', measure: Measure) =>
    change(layers.map((layer) => at(norm, measure, layer) ?? Number.NaN));
  if (at('pre', 'gradient', 0) === undefined || at('post', 'gradient', 0) === undefined) return [];
  const arrives = (norm: 'pre' | 'post') => sizeText(at(norm, 'gradient', 0) ?? Number.NaN);
  const first = msg`A word’s vector ${of('post', 'stream')} from layer 1 to ${depth} in post-norm, which normalises every sum; in pre-norm, which never does, it ${of('pre', 'stream')}.`;
  const second = msg`A gradient of 1 arrives at the words as ${arrives('post')} in post-norm and as ${arrives('pre')} in pre-norm.`;
  const third = msg`From the first layer to the last, the gradient of its weights ${of('post', 'weights')} in post-norm and ${of('pre', 'weights')} in pre-norm.`;
  return depth === 1 ? [second] : [first, second, third];
}

/** What is read at a layer. */
export function orderReadout(measured: Measured, depth: number, hover: number | null): string {
  const at = read(measured, depth);
  if (hover === null || at('pre', 'gradient', 0) === undefined)
    return msg`Drag a line to any depth up to ${deepest} layers; rest on a layer to read it.`;
  const layer = Math.min(hover, depth);
  const said = (norm: 'pre' | 'post') => {
    const [stream, gradient, weights] = (['stream', 'gradient', 'weights'] as const).map((each) =>
      sizeText(at(norm, each, layer) ?? Number.NaN),
    );
    return msg`${normName(norm)}: length ${stream}, gradient ${gradient}, of the weights ${weights}`;
  };
  return msg`After layer ${layer}: ${said('post')}; ${said('pre')}.`;
}
