import type { State } from '../state';
import type { AttributeValue } from './choices';
import { type AttributeName, entries, fields } from './fields';
import type { AttributeForm, Reading } from './kinds';

export type { AttributeName, AttributeValue };

/** The attributes of `<fovea-encoder>` that choose what it shows, in the order they are read. */
export const attributeNames = entries
  .filter(([, { attribute }]) => attribute)
  .map(([name]) => name) as readonly AttributeName[];

export const attributeForm = (name: AttributeName): AttributeForm => fields[name].attribute;

/** The value of an attribute that says what a state shows; empty where there is nothing to say. */
export function attributeValue(name: AttributeName, state: State): AttributeValue {
  return attributeForm(name).value(state);
}

/** What an attribute chooses in a state; null stands for one that is not there. Pure. */
export function readAttribute(name: AttributeName, text: string | null, state: State): Reading {
  const form = attributeForm(name);
  const value = form.raw ? text : text?.trim() || null;
  return value === null ? form.absent(state) : form.read(value, state);
}
