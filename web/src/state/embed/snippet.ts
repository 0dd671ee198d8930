import { attributeForm, attributeNames, attributeValue } from '../codec/attributes';
import { escaped } from '../markup';
import type { State } from '../state';

/** The attributes of a figure that are not as they are by themselves, with their values. */
export type FigureAttributes = readonly (readonly [name: string, value: string])[];

export function figureAttributes(state: State): FigureAttributes {
  return attributeNames
    .map((name) => [name, attributeValue(name, state)] as const)
    .filter(([name, value]) => {
      const { silent, shorthand } = attributeForm(name);
      return !shorthand && value !== silent;
    })
    .map(([name, value]) => [name, String(value)]);
}

/** Signs that mean something to Markdown, to Python, or to the templates that a file goes through. */
const special = /['\\`*_{}[\]$\t\n\r\u2028\u2029]/g;

/** The value of an attribute in HTML that is in a Markdown file: every reader sees the same. */
const attributeText = (value: string): string =>
  escaped(value).replace(special, (sign) => `&#${sign.charCodeAt(0)};`);

/** Attributes as they stand in a tag, each with a space before it. */
export const attributesText = (attributes: FigureAttributes): string =>
  attributes.map(([name, value]) => ` ${name}="${attributeText(value)}"`).join('');

export const scriptTag = (script: string): string =>
  `<script async src="${escaped(script)}"></script>`;

export const elementTag = (attributes: FigureAttributes): string =>
  `<fovea-encoder${attributesText(attributes)}></fovea-encoder>`;

/**
 * The line of HTML that puts a figure into another page. In a Markdown file it is a block of HTML
 * (CommonMark 0.31, section 4.6, condition 1): it begins with the script, and the script's end tag, on
 * the same line, ends the block with the line. No blank line can cut it short.
 */
export const figureLine = (attributes: FigureAttributes, script: string): string =>
  scriptTag(script) + elementTag(attributes);

/** The line for the figure as it is. */
export const embedSnippet = (state: State, script: string): string =>
  figureLine(figureAttributes(state), script);
