import type { TensorInfo } from '../../model/protocol';
import { relatives } from '../../relatives/client';
import type { PictureAnswer } from '../../relatives/protocol';
import { argmax } from '../../state/vector';
import type { FigureContext } from '../kit/hosted-figure';
import type { Scene } from './scene';

/** Patches across a picture, and pixels across a patch. */
export const patchesAcross = 6;
export const patchSide = 4;

/** What the model made of a picture; the question is token 0, the patches follow row by row. */
export class Reading {
  readonly answer: PictureAnswer;
  /** Which of the figure's scenes it is of, however edited. */
  readonly scene: string;
  private readonly byName: ReadonlyMap<string, TensorInfo>;

  constructor(answer: PictureAnswer, scene = '') {
    this.answer = answer;
    this.scene = scene;
    this.byName = new Map(answer.tensors.map((tensor) => [tensor.name, tensor]));
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** A tensor's numbers, or the row of it that the indices lead to. */
  row(name: string, ...index: readonly number[]): Float32Array {
    const tensor = this.byName.get(name);
    if (!tensor) return new Float32Array();
    let { offset, length } = tensor;
    for (const [axis, at] of index.entries()) {
      length /= tensor.axes[axis]?.size ?? 1;
      offset += at * length;
    }
    return this.answer.data.subarray(offset, offset + length);
  }

  private size(name: string, axis: number): number {
    return this.byName.get(name)?.axes[axis]?.size ?? 0;
  }

  get layers(): number {
    let layers = 0;
    while (this.has(`layers.${layers}.attention.weights`)) layers += 1;
    return layers;
  }

  get heads(): number {
    return this.size('layers.0.attention.weights', 0);
  }

  get tokens(): number {
    return this.size('layers.0.attention.weights', 1);
  }

  get width(): number {
    return this.size('embedding.output', 1);
  }

  weights(layer: number, head: number, token: number): Float32Array {
    return this.row(`layers.${layer}.attention.weights`, head, token);
  }

  /** The answer that the model gives. */
  get best(): number {
    return argmax(this.answer.answers.map(({ probability }) => probability));
  }
}

interface Readings {
  /** What is on show, and of which picture it is. */
  shown: Reading | null;
  key: string;
  /** What is being read. */
  asked: string;
  failed: Error | null;
}

const readingsOf = (m: FigureContext): Readings =>
  m.kept('readings', { shown: null, key: '', asked: '', failed: null });

/** What is read of a picture; `key` is the same for the same pixels and question. */
interface Read {
  readonly scene: Scene;
  readonly name: string;
  readonly pixels: Float32Array;
  readonly key: string;
}

/** The reading of a picture; of the one before while it is on its way, null before the first. */
export function readingOf(m: FigureContext, picture: Read): Reading | null {
  const readings = readingsOf(m);
  if (readings.key !== picture.key && !readings.asked) {
    const { key, scene, name } = picture;
    readings.asked = key;
    relatives()
      .readPicture({ pixels: picture.pixels, question: scene.question })
      .then(
        (answer) => {
          Object.assign(readings, {
            shown: new Reading(answer, name),
            key: readings.asked,
            failed: null,
          });
        },
        (error: Error) => {
          Object.assign(readings, { key: readings.asked, failed: error });
        },
      )
      .finally(() => {
        readings.asked = '';
        m.keep('readings', readings);
      });
  }
  return readings.shown;
}

/** Why the model could not read; empty where it could. */
export const failureOf = (m: FigureContext): string => readingsOf(m).failed?.message ?? '';
