/// What a page does with a figure before its code is there: properties are kept, and calls wait.

import type { FoveaError } from '../element/figure-events';
import type { FoveaEncoder } from '../element/fovea-encoder';

type Call = (figure: FoveaEncoder) => void;

export class EarlyCalls {
  private readonly values = new Map<string, unknown>();
  private readonly calls: Call[] = [];

  has(name: string): boolean {
    return this.values.has(name);
  }

  value(name: string): unknown {
    return this.values.get(name);
  }

  keep(name: string, value: unknown): void {
    this.values.set(name, value);
  }

  forget(name: string): void {
    this.values.delete(name);
  }

  wait(call: Call): void {
    this.calls.push(call);
  }

  /** What the figure will give; rejects where its code cannot be had. */
  promise<T>(element: HTMLElement, call: (figure: FoveaEncoder) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (event: Event) =>
        reject(new Error((event as CustomEvent<FoveaError>).detail.message));
      element.addEventListener('fovea-error', fail, { once: true });
      this.wait((figure) => call(figure).then(resolve, reject));
    });
  }

  /** Sets the properties of the figure that the element has become. */
  setOn(figure: FoveaEncoder): void {
    for (const [name, value] of this.values) Reflect.set(figure, name, value);
  }

  /** Calls what it was called for, when it is in the page. */
  callOn(figure: FoveaEncoder): void {
    for (const call of this.calls) call(figure);
  }
}
