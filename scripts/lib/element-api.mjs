// What the element has, read from the comments that document it: the custom-elements manifest, the
// types and docs/element.md are made of that.
import { readFileSync } from 'node:fs';
import { projectPath } from './paths.mjs';
import { namedViews, viewsFolder } from './views.mjs';

const sources = [
  'web/src/state/codec/run-fields.ts',
  'web/src/state/codec/fields.ts',
  'web/src/state/codec/choices.ts',
  'web/src/element/fovea-encoder.ts',
  'web/src/element/scripted-figure.ts',
];

const tag = /^@(\w+)(?: \{(.+?)\})? ([^\s(]+)(?:\((.*?)\))? - ([\s\S]*)$/;

/** The tags of a file's comments, as {kind, type, name, parameters, text}. */
function tagsOf(file) {
  const comments = readFileSync(projectPath(file), 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\//g);
  return [...comments].flatMap(([, body]) =>
    body
      .replace(/^[ \t]*\*? ?/gm, '')
      .split(/^(?=@)|\n\s*\n/m)
      .map((part) => tag.exec(part.trim()))
      .filter((match) => match !== null)
      .map(([, kind, type, name, parameters, text]) => ({
        ...{ kind, type, name, parameters },
        text: text.replace(/\s*\n\s*/g, ' ').trim(),
      })),
  );
}

/** What stands for {figures} and {steps} in a comment: the views by name, figures with what they show. */
function listsOfViews(folder) {
  const [figures, steps] = [false, true].map((step) =>
    namedViews(folder).filter(({ tick }) => (tick !== undefined) === step),
  );
  const told = ({ id, question, title }) => `"${id}" (${question ?? title})`;
  return {
    '{figures}': figures.map(told).join(', '),
    '{steps}': steps.map(({ id }) => `"${id}"`).join(', '),
  };
}

/** By kind: attributes, events, methods, slots, parts, custom properties; with the views of a folder. */
export function elementApi(folder = viewsFolder) {
  const lists = listsOfViews(folder);
  const tags = sources.flatMap(tagsOf).map((each) => ({
    ...each,
    text: each.text.replace(/\{(?:figures|steps)\}/g, (name) => lists[name]),
  }));
  const of = (kind) => tags.filter((each) => each.kind === kind);
  return {
    attributes: of('attr'),
    events: of('fires'),
    methods: of('method'),
    slots: of('slot'),
    parts: of('part'),
    properties: of('cssprop'),
  };
}

/** The manifest in the format of custom-elements-manifest, version 1. */
export function manifestOf(api) {
  const described = ({ name, text }) => ({ name, description: text });
  const declaration = {
    ...{ kind: 'class', customElement: true, name: 'FoveaEncoder', tagName: 'fovea-encoder' },
    attributes: api.attributes.map((each) => ({
      ...described(each),
      ...{ type: { text: each.type }, fieldName: each.name },
    })),
    members: [
      ...api.attributes.map((each) => ({
        ...{ kind: 'field', ...described(each), type: { text: `${each.type} | null | undefined` } },
      })),
      ...api.methods.map((each) => ({
        ...{ kind: 'method', ...described(each), return: { type: { text: each.type } } },
      })),
    ],
    events: api.events.map((each) => ({ ...described(each), type: { text: each.type } })),
    slots: api.slots.map(described),
    cssParts: api.parts.map(described),
    cssProperties: api.properties.map(described),
  };
  const path = 'dist/npm/element.js';
  const exported = { kind: 'custom-element-definition', name: 'fovea-encoder' };
  const module = { kind: 'javascript-module', path, declarations: [declaration] };
  const definition = { ...exported, declaration: { name: 'FoveaEncoder', module: path } };
  return { schemaVersion: '1.0.0', modules: [{ ...module, exports: [definition] }] };
}
