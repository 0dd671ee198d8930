import type { StepLook } from '../../learn/protocol';
import { type Tensor, Trace } from '../../model/trace';
import { streamName } from '../../state/stream';
import { lengthOf } from '../../state/vector';

/** What the sentence is asked at a word, and how probable the right answer is. */
export interface Asked {
  readonly token: number;
  readonly right: string;
  /** What a pronoun means; else a hidden word. */
  readonly reference: boolean;
  readonly before: number;
  readonly after: number;
}

/** A word's vectors as they enter the first layer, or after a layer. */
export interface Level {
  readonly sizes: readonly number[];
  readonly gradients: readonly number[];
}

/** What passes between words in a layer, by query · words + key. */
export interface Links {
  /** Attention weights, mean over the heads. */
  readonly forward: readonly number[];
  /** Lengths of the gradients that each query hands to the values of each key. */
  readonly back: readonly number[];
}

/** One step of training, seen at one sentence of its batch. */
export interface Walk {
  readonly look: StepLook;
  readonly words: readonly string[];
  readonly asked: readonly Asked[];
  /** One more than there are layers. */
  readonly levels: readonly Level[];
  readonly links: readonly Links[];
}

/** The beats in which a step is shown. */
export const beats = ['forward', 'backward', 'update'] as const;
export type Beat = (typeof beats)[number];

const lengthsOf = ({ data, shape }: Tensor): readonly number[] => {
  const [rows = 0, width = 0] = shape;
  return Array.from({ length: rows }, (_, i) =>
    lengthOf(data.subarray(i * width, (i + 1) * width)),
  );
};

function levelAt(trace: Trace, layer: number): Level | null {
  const name = streamName(trace, layer);
  if (name === undefined) return null;
  return { sizes: lengthsOf(trace.tensor(name)), gradients: lengthsOf(trace.gradient(name)) };
}

function linksOf(trace: Trace, layer: number): Links {
  const name = `layers.${layer}.attention`;
  const { data, shape } = trace.tensor(`${name}.weights`);
  const [heads = 1, n = 0] = shape;
  const gradient = trace.gradient(`${name}.heads`);
  const dK = (gradient.shape[1] ?? 0) / heads;
  const arriving = (query: number, head: number) => {
    const begin = query * heads * dK + head * dK;
    return lengthOf(gradient.data.subarray(begin, begin + dK));
  };
  const sizes = Array.from({ length: heads * n }, (_, i) => arriving(i % n, Math.floor(i / n)));
  const forward = Array<number>(n * n).fill(0);
  const squares = Array<number>(n * n).fill(0);
  for (let head = 0; head < heads; head++)
    for (let cell = 0; cell < n * n; cell++) {
      const weight = data[head * n * n + cell] ?? 0;
      const handed = weight * (sizes[head * n + Math.floor(cell / n)] ?? 0);
      forward[cell] = (forward[cell] ?? 0) + weight / heads;
      squares[cell] = (squares[cell] ?? 0) + handed ** 2;
    }
  return { forward, back: squares.map(Math.sqrt) };
}

/** What is drawn of a step. */
export function walkOf(look: StepLook, vocabulary: readonly string[]): Walk {
  const trace = new Trace(look.encoding);
  const levels: Level[] = [];
  for (let at = levelAt(trace, 0); at; at = levelAt(trace, levels.length)) levels.push(at);
  return {
    look,
    words: look.encoding.tokens.map(({ piece }) => piece),
    asked: look.targets.map(({ token, piece, reference }, i) => ({
      ...{ token, reference, right: vocabulary[piece] ?? '' },
      before: look.before[i] ?? Number.NaN,
      after: look.after[i] ?? Number.NaN,
    })),
    levels,
    links: levels.slice(1).map((_, layer) => linksOf(trace, layer)),
  };
}

/** Whether all is made of finite numbers. */
export const isWhole = ({ levels }: Walk): boolean =>
  levels.every(({ sizes, gradients }) => [...sizes, ...gradients].every(Number.isFinite));
