/// The part "figure" of dist/split: all that the element does, but for the core and the model.
import { ReactiveElement } from 'lit';
import { FoveaEncoder } from '../element/fovea-encoder';
import { printAll } from '../element/printing';

/** The element that is being made a figure. */
let adopted: HTMLElement | null = null;

/** What Lit's elements begin with, instead of HTMLElement: an element that exists, or a new one. */
class Adoptable {
  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: it becomes `this` of the class that extends it
    return adopted ?? Reflect.construct(HTMLElement, [], new.target);
  }
}
Object.setPrototypeOf(ReactiveElement, Adoptable);

class Figure extends FoveaEncoder {
  start(): void {
    this.figure.start();
  }
}

/** Lit makes the properties of a class when it is asked for this, as `define` would ask. */
export const attributes: readonly string[] = Figure.observedAttributes;

export function adopt(element: HTMLElement): FoveaEncoder {
  Object.setPrototypeOf(element, Figure.prototype);
  adopted = element;
  try {
    return new Figure();
  } finally {
    adopted = null;
  }
}

export const start = (figure: FoveaEncoder): void => (figure as Figure).start();

export { printAll };
