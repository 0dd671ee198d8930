import { attributeNames, attributeValue } from './figure-attributes';
import { escaped } from './markup';
import type { State } from './state';

/** What an attribute says where it is left out. */
const silent: ReadonlySet<unknown> = new Set(['', false, 'auto']);

/** The two lines of HTML that put the figure, as it stands, into another page. */
export function embedSnippet(state: State, script: string): string {
  const attributes = attributeNames
    .map((name) => [name, attributeValue(name, state)] as const)
    .filter(([, value]) => !silent.has(value))
    .map(([name, value]) => `${name}="${escaped(String(value))}"`);
  const element = `<fovea-encoder\n  ${attributes.join('\n  ')}\n></fovea-encoder>`;
  return `<script async src="${escaped(script)}"></script>\n${element}`;
}
