import type { Tensor } from '../model/trace';
import { type Picture, pngOf } from '../picture/picture';
import type { Figure } from './figure';
import { FigureElement } from './figure-properties';
import { pictureOfStage } from './save';

/** What a page's own script may have a figure do. */
export abstract class ScriptedFigure extends FigureElement {
  protected abstract readonly figure: Figure;

  /** @method {void} play() - Plays from where it is to the end, or from the beginning if it is at the end. */
  play(): void {
    this.figure.store.dispatch({ type: 'play', playing: true }, 'host');
  }

  /** @method {void} pause() - Stops where it is. */
  pause(): void {
    this.figure.store.dispatch({ type: 'play', playing: false }, 'host');
  }

  /** @method {void} step(by?: 1 | -1) - Plays one step forward, or goes one step back. */
  step(by: 1 | -1 = 1): void {
    this.figure.store.dispatch({ type: 'step', by }, 'host');
  }

  /** @method {void} seek(time: number) - Goes to a place in the animation, given as in time. */
  seek(time: number): void {
    this.time = time;
  }

  /**
   * @method {Promise<string>} toSVG() - The current picture, in light colours, as text. Loads
   *   the figure and waits for it.
   */
  async toSVG(): Promise<string> {
    return (await this.picture()).svg;
  }

  /**
   * @method {Promise<Blob>} toPNG(scale?: number) - The same as a PNG, with scale pixels for
   *   each CSS pixel. Default: 2.
   */
  async toPNG(scale = 2): Promise<Blob> {
    return pngOf(await this.picture(), scale);
  }

  private async picture(): Promise<Picture> {
    await this.figure.draw();
    const { trace, status } = this.figure.state;
    if (!trace && status.kind === 'error') throw new Error(status.message);
    return pictureOfStage(this, this.figure.store);
  }

  /**
   * @method {readonly Tensor[]} trace() - Everything that was computed for the text, in order: the
   *   name, shape, axes and values of each tensor, as copies. Empty before the figure is ready.
   */
  trace(): readonly Tensor[] {
    const { trace } = this.figure.state;
    return (trace?.names ?? []).map((name) => {
      const tensor = trace?.tensor(name) as Tensor;
      return { ...tensor, data: tensor.data.slice() };
    });
  }
}
