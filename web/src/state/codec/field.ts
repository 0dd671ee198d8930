import type { Choice } from '../actions';
import type { Selection, State } from '../state';

export type AttributeValue = string | number | boolean;

/** A choice, a sentence that says what is wrong, or null where the model or the trace must come first. */
export type Reading = Choice | string | null;

/** How an address says a choice. */
export interface AddressForm {
  /** What a text chooses, or undefined where it cannot be used. Any text is safe. */
  parse(text: string): Choice | undefined;
  /** What to write, or null where the address leaves it out. */
  format(state: State): string | null;
}

/** How an attribute of `<fovea-encoder>` says a choice. */
export interface AttributeForm {
  /** Reads a value against the model and the trace of a state. */
  read(text: string, state: State): Reading;
  /** The value that says what a state shows. */
  value(state: State): AttributeValue;
  /** What a figure shows without the attribute. */
  absent(state: State): Choice | null;
  /** The value of `absent` where that is the same in all figures: embed code leaves it out. */
  readonly silent?: AttributeValue;
  /** It says what other attributes say too: embed code leaves it out. */
  readonly shorthand?: true;
  /** The text is read as it is. Others are trimmed, and mean `absent` where that leaves nothing. */
  readonly raw?: true;
  /** The property is written back to the attribute, for style sheets. */
  readonly reflect?: true;
}

/** One thing that can be chosen by an address, an attribute, or both. */
export interface Field {
  /** Where the state holds it. */
  readonly key: keyof Selection;
  readonly address?: AddressForm;
  readonly attribute?: AttributeForm;
  /** An address that leaves it out means its initial value; other fields stay as they are. */
  readonly resets?: true;
}
