import { elementApi } from './element-api.mjs';

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const code = (text) => `\`${text.replaceAll('|', '\\|')}\``;

/** The text of docs/element.md. */
export function referenceOf(folder) {
  const { attributes, events, methods, slots, parts, properties } = elementApi(folder);
  const named = (list) => list.map(({ name, text }) => [code(name), cell(text)]);
  const typed = (list) => list.map(({ name, type, text }) => [code(name), code(type), cell(text)]);
  const calls = methods.map(({ name, type, parameters = '', text }) => [
    ...[code(`${name}(${parameters})`), code(type), cell(text)],
  ]);
  return `<!-- Written by scripts/element-reference.mjs from the sources. Do not edit. -->

# The element

\`<fovea-encoder>\` is a Transformer encoder that reads a sentence, as a figure inside any page.
[embedding.md](embedding.md) says how to put it there.

## Attributes

Each is also a property of the same name. \`null\`, \`undefined\` and a removed attribute give the default. A value that cannot
be used is reported inside the figure. Layers, heads and words are counted from 1.

${table(['attribute', 'type', 'meaning'], typed(attributes))}

## Events

They bubble, also out of shadow trees.

${table(['event', 'type', 'fired'], typed(events))}

## Methods

${table(['method', 'gives', 'what it does'], calls)}

## Slots

${table(['slot', 'holds'], named(slots))}

## Parts and custom properties

${table(['part', 'is'], named(parts))}

${table(['property', 'is'], named(properties))}
`;
}
