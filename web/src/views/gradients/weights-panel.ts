import type { Trace } from '../../model/trace';
import type { Graph } from '../../state/dataflow/graph';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { sizeText } from '../kit/depth/numbers';
import { text } from '../kit/frame';
import { rect } from '../kit/marks';
import type { SvgMark } from '../kit/scene';
import type { Drawing } from '../kit/text-figure';
import { weightGradients } from './weight-gradients';

/** Which of the model's weights the loss would change most. */
export interface WeightSizes {
  /** Lengths of the gradient by part of the model, from the words to the end. */
  readonly parts: readonly { readonly part: number; readonly length: number }[];
  /** The tensor with the longest. */
  readonly most: { readonly name: string; readonly length: number };
}

/** A part's place from the words to the end: 0 the embedding, then the layers, and what is behind them. */
export const [embedding, lastNorm, prediction] = [0, 1e6, 1e6 + 1] as const;

/** The part that a parameter belongs to, as the trainer's log has it. */
export function partOf(parameter: string): number {
  const [, layer] = /^encoder\.layer\.(\d+)\./.exec(parameter) ?? [];
  if (layer !== undefined) return Number(layer) + 1;
  if (/^embeddings\./.test(parameter)) return embedding;
  return /^encoder\./.test(parameter) ? lastNorm : prediction;
}

function nameOf(part: number): string {
  if (part === embedding) return msg`embedding`;
  if (part === lastNorm) return msg`last norm`;
  return part === prediction ? msg`prediction` : msg`layer ${part}`;
}

let last: { readonly trace: Trace; readonly sizes: WeightSizes | null } | null = null;

/** Null without gradients, or where the text is too long. Computed once for a trace. */
export function weightSizes(trace: Trace | null, graph: Graph | undefined): WeightSizes | null {
  if (!trace || !graph) return null;
  if (last?.trace !== trace) last = { trace, sizes: sizesOf(trace, graph) };
  return last.sizes;
}

function sizesOf(trace: Trace, graph: Graph): WeightSizes | null {
  const lengths = weightGradients(trace, graph);
  if (!lengths || lengths.size === 0) return null;
  const squares = new Map<number, number>();
  for (const [name, length] of lengths)
    squares.set(partOf(name), (squares.get(partOf(name)) ?? 0) + length ** 2);
  const [most = ['', 0]] = [...lengths].sort(([, a], [, b]) => b - a);
  return {
    parts: [...squares]
      .map(([part, sum]) => ({ part, length: Math.sqrt(sum) }))
      .sort((a, b) => a.part - b.part),
    most: { name: most[0], length: most[1] },
  };
}

const nameWidth = 76;
const numberWidth = 50;

/** A bar for each part: side by side in two columns where there are many. */
export function drawWeights({ parts }: WeightSizes, width: number): Drawing {
  const columns = width >= 420 && parts.length > 3 ? 2 : 1;
  const each = (width - 16 * (columns - 1)) / columns;
  const rows = Math.ceil(parts.length / columns);
  const longest = Math.max(1e-30, ...parts.map(({ length }) => length).filter(Number.isFinite));
  const room = each - nameWidth - numberWidth;
  const marks = parts.flatMap(({ part, length }, i): readonly SvgMark[] => {
    const x = Math.floor(i / rows) * (each + 16);
    const y = 16 * (i % rows) + 8;
    const wide = Number.isFinite(length) ? Math.max(0.5, (room * length) / longest) : 0;
    return [
      text(x, y + 4, nameOf(part), { tone: 'ink' }),
      rect(x + nameWidth, y - 5, wide, 10, { fill: 'residual', opacity: 0.8 }),
      text(x + nameWidth + wide + 6, y + 4, sizeText(length), { tone: 'ink' }),
    ];
  });
  return { width, height: 16 * rows, marks };
}

/** What would change most, in a sentence. */
export function weightsCaption({ parts, most }: WeightSizes): string {
  const squares = parts.reduce((sum, { length }) => sum + length ** 2, 0);
  const share = most.length ** 2 / squares;
  const [top] = [...parts].sort((a, b) => b.length - a.length);
  return msg`A step against the gradient would move ${top ? nameOf(top.part) : ''} furthest; of single tensors ${most.name} (${sizeText(most.length)}, ${percent(share)} of all squares).`;
}
