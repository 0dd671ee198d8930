import { gradientName, type Trace } from '../../model/trace';
import { streamName } from '../../state/stream';
import { lengthOf } from '../../state/vector';
import { msg } from '../../words/msg';
import { fromZero } from '../kit/depth/lines';
import { sizeText } from '../kit/depth/reading';
import { type Plot, plotMarks } from '../kit/plot';
import type { Box, SvgMark } from '../kit/scene';

/** The gradients of the open model on the reader's text. */
export interface ModelLayers {
  /** Their norms: at the words, and after each layer. */
  readonly gradient: readonly number[];
  readonly dK: number;
}

/** The gradient that arrives at a place; null where the trace has none. */
function arriving(trace: Trace, layer: number): number | null {
  const name = streamName(trace, layer);
  return name === undefined || !trace.has(gradientName(name))
    ? null
    : lengthOf(trace.gradient(name).data);
}

/** Null where the trace has no gradients: they come with a loss that the reader has chosen. */
export function modelLayers(trace: Trace | null): ModelLayers | null {
  if (!trace) return null;
  const gradient: number[] = [];
  for (let at = arriving(trace, 0); at !== null; at = arriving(trace, gradient.length))
    gradient.push(at);
  if (gradient.length < 2) return null;
  const [heads = 1] = trace.tensor('layers.0.attention.weights').shape;
  const [, dModel = 1] = trace.tensor('layers.0.attention.query').shape;
  return { gradient, dK: dModel / heads };
}

export function drawModel(box: Box, { gradient }: ModelLayers): readonly SvgMark[] {
  const plot: Plot = {
    box,
    x: { from: 0, to: gradient.length - 1 },
    y: fromZero(gradient),
    curves: [
      {
        points: gradient.map((norm, layer) => [layer, norm] as const),
        tone: 'residual',
        width: 2.2,
      },
    ],
    below: {
      ticks: gradient.map((_, layer) => layer),
      write: (x) => (x === 0 ? msg`words` : String(x)),
    },
    left: { write: sizeText },
  };
  return plotMarks(plot);
}

export function modelCaption({ gradient }: ModelLayers, loss: string): string {
  const [first = 0] = gradient;
  const last = gradient.at(-1) ?? 0;
  return msg`Of ${loss}: the gradient is ${sizeText(last)} after layer ${gradient.length - 1} and ${sizeText(first)} at the words, ${sizeText(first / last)} times as large.`;
}
