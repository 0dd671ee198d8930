// What readers are told: the messages that the page's code has, those that a language translates,
// and words that nobody marked as a message. CONTRIBUTING.md says how they are marked.
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { filesOf, readWords, wordsOf } from './languages.mjs';
import { projectPath } from './paths.mjs';

const templateTags = ['msg', 'msgHtml', 'msgParts'];
const calls = ['msg', 'later'];

/** The sources of the page, as paths from web/src. */
export const sources = () =>
  readdirSync(projectPath('web/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.css|\.d)\.ts$/.test(path))
    .sort();

const isNode = (value) => typeof value?.type === 'string';

/** Links a node and all below it: `parent`, and `children` in the order of the source. */
function linked(node, parent) {
  const children = Object.values(node).flat().filter(isNode);
  children.sort((a, b) => a.start - b.start);
  for (const child of children) linked(child, node);
  return Object.assign(node, { parent, children });
}

/** A source as a tree of ESTree’s nodes, each with its `parent` and `children`; the first has the text. */
export function parsed(name, text) {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return Object.assign(linked(program, null), { text });
}

const trees = new Map();

/** A source of the page as a tree. */
export function parse(path) {
  const text = () => readFileSync(projectPath(`web/src/${path}`), 'utf8');
  if (!trees.has(path)) trees.set(path, parsed(path, text()));
  return trees.get(path);
}

/** The texts of a template, between its values. */
export const textsOf = ({ quasis }) => quasis.map(({ value }) => value.cooked);

/** What a string says, or a template without values; undefined for any other node. */
export function stringOf({ type, value, quasis }) {
  if (type === 'TemplateLiteral' && quasis.length === 1) return quasis[0].value.cooked;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

/** As `keyOf` in web/src/words/msg.ts makes a message's key. */
const keyOf = (texts) =>
  texts
    .map((text, i) => (i > 0 ? `{${i - 1}}${text}` : text))
    .join('')
    .replace(/\s+/g, ' ');

/** The message that a node marks, or null. */
export function messageAt(node) {
  if (node.type === 'TaggedTemplateExpression' && templateTags.includes(node.tag.name))
    return keyOf(textsOf(node.quasi));
  const [first] = node.arguments ?? [];
  if (first && node.type === 'CallExpression' && calls.includes(node.callee.name))
    return stringOf(first) ?? null;
  return null;
}

function walk(node, visit) {
  visit(node);
  for (const child of node.children) walk(child, visit);
}

/** The messages of a file, in its order. */
export function messagesOf(file) {
  const found = new Set();
  walk(file, (node) => {
    const message = messageAt(node);
    if (message !== null) found.add(message);
  });
  return [...found];
}

const coreErrors = 'core/src/error.cpp';

/** The core's kinds of refusals, by which a language says what a message of the core's is about. */
const refusals = () =>
  [...readFileSync(projectPath(coreErrors), 'utf8').matchAll(/return "([\w-]+)";/g)]
    .map(([, code]) => code)
    .filter((code) => code !== 'unknown');

/** By file, as a path from web/src: its messages; those of the core are its kinds of refusals. */
export const allMessages = () =>
  new Map([...sources().map((path) => [path, messagesOf(parse(path))]), [coreErrors, refusals()]]);

/** A number's forms in a message, `{0:word|words}`. */
const plural = /\{(\d):((?:[^{}]|\{\d\})+)\}/g;

/** What the values of a message are called, in order of their numbers; once each where it has plurals. */
export function placesIn(message) {
  const bare = message.replace(plural, '{$1}$2');
  const places = (bare.match(/\{\d\}/g) ?? []).sort();
  return bare === message ? places : [...new Set(places)];
}

/** How many forms each plural of a message has. */
const formsIn = (message) =>
  [...message.matchAll(plural)].map(([, , forms]) => forms.split('|').length);

const categoriesOf = (language) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.length;

/** What keeps a language from being whole, as sentences. */
export function problemsOf(language) {
  const words = wordsOf(language);
  const messages = new Set([...allMessages().values()].flat());
  const twice = filesOf(language)
    .flatMap((path) => Object.keys(readWords(path)))
    .filter((message, i, all) => all.indexOf(message) !== i);
  return [
    ...[...messages].filter((m) => !Object.hasOwn(words, m)).map((m) => `lacks: ${m}`),
    ...Object.keys(words)
      .filter((m) => !messages.has(m))
      .map((m) => `is not said any more: ${m}`),
    ...twice.map((m) => `stands in two files: ${m}`),
    ...Object.entries(words)
      .filter(([m, said]) => placesIn(m).join() !== placesIn(said).join())
      .map(([m, said]) => `other values: ${m} → ${said}`),
    ...[
      ['en', [...messages]],
      [language, Object.values(words)],
    ].flatMap(([spoken, all]) =>
      all
        .filter((each) => formsIn(each).some((forms) => forms !== categoriesOf(spoken)))
        .map((each) => `not a form for each plural of "${spoken}": ${each}`),
    ),
  ];
}
