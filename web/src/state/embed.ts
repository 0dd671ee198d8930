import { attributeForm, attributeNames, attributeValue } from './codec/attributes';
import { escaped } from './markup';
import type { State } from './state';

/** Signs that mean something to Markdown, or to the templates that a Markdown file goes through. */
const special = /[\\`*_{}[\]$\t\n\r\u2028\u2029]/g;

/** The value of an attribute in HTML that stands in a Markdown file: every reader sees the same. */
function attributeText(value: string): string {
  return escaped(value).replace(special, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * The line of HTML that puts the figure, as it stands, into another page. In a Markdown file it is a
 * block of HTML (CommonMark 0.31, section 4.6, condition 1): it begins with the script, and the
 * script's end tag, on the same line, ends the block with the line. No blank line can cut it short.
 */
export function embedSnippet(state: State, script: string): string {
  const attributes = attributeNames
    .map((name) => [name, attributeValue(name, state)] as const)
    .filter(([name, value]) => {
      const { silent, shorthand } = attributeForm(name);
      return !shorthand && value !== silent;
    })
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`);
  return `<script async src="${escaped(script)}"></script><fovea-encoder${attributes.join('')}></fovea-encoder>`;
}
