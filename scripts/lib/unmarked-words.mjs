// Finds words that readers see and that no message marks.
import { messageAt, stringOf, textsOf } from './words.mjs';

/** Attributes whose text is read, or read aloud. */
const readAttributes =
  /\b(?:aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|alt)=(["'])([^"']*)\1/g;

/** What a template's markup has for readers: its text and those attributes. */
function readIn(markup) {
  const attributes = [...markup.matchAll(readAttributes)].map(([, , text]) => text);
  const text = markup
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]*>|&\w+;/g, ' ')
    .replaceAll('\0', ' ');
  return [...attributes, text].map((each) => each.replace(/[\s\0]+/g, ' ').trim());
}

/** Small words that stand in sentences, and in no name of a class, an event or a tensor. */
const small =
  /(?:^|[\s“(])(?:the|of|is|are|was|to|and|a|an|in|with|by|it|no|not|from|at|on|as|its|than|this|that|these|each|or|all|for|one|head|layer)(?=[\s,.:;?!”)]|$)/i;

const hasWord = (text) => /\p{L}{2,}/u.test(text);

/** Styles, selectors and media queries, which have their colons and brackets at other places. */
const ofStyles =
  /\{\}(?:px|%)|\b(?:calc|minmax|translate|color-mix)\(|(?:^|[ ,(])[.:#][a-z-]+[ ,(]|\(prefers-|\[[a-z-]+[=\]]|^[a-z-]+: [\d{]/;

/** Whether a string of the code reads like something said: two words with a small one, or a capital. */
function isSaid(text) {
  const bare = text.trim();
  if (!hasWord(bare) || (ofStyles.test(bare) && !/[.?!]$/.test(bare))) return false;
  if (/\s/.test(text) && small.test(bare)) return true;
  return /^[“(]?[A-Z][a-z]+(?:[ ,.:?!’”…-]|$)/.test(bare) || /\p{L}[.,:?!](?:\s|$)/u.test(bare);
}

const templates = ['html', 'svg', 'mathml'];

/** Whether a string is no text: a module's name, a type, a name of a field or what is compared. */
function isName({ parent, start }) {
  const { type, operator, key, computed, property } = parent;
  if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(type)) return true;
  if (type === 'TSLiteralType' || type === 'SwitchCase') return true;
  if (type === 'BinaryExpression' && /^[!=]==$/.test(operator)) return true;
  if (type === 'Property' && key.start === start) return true;
  return type === 'MemberExpression' && computed && property.start === start;
}

/** What an expression says by itself where it is a string. */
const ownText = (node) =>
  node.type === 'TemplateLiteral' ? textsOf(node).join('{}') : stringOf(node);

/** @returns {{line: number, text: string}[]} what stands unmarked in a file, in its order. */
export function unmarkedIn(file) {
  const found = [];
  const add = ({ start }, text) => {
    const line = file.text.slice(0, start).split('\n').length;
    found.push({ line, text: text.replace(/\s+/g, ' ').trim() });
  };
  const inside = (node) => node.children.forEach(visit);

  /** What stands between tags is read, whatever it looks like. */
  function visitShown(node) {
    if (node.type === 'ConditionalExpression') {
      visit(node.test);
      visitShown(node.consequent);
      visitShown(node.alternate);
    } else if (node.type === 'Literal' && hasWord(stringOf(node) ?? '')) add(node, node.value);
    else visit(node);
  }

  /** The values of a template of markup: between tags, or in one. */
  function visitValues(template) {
    const texts = textsOf(template);
    template.expressions.forEach((expression, i) => {
      const before = texts.slice(0, i + 1).join('');
      const inTag = before.lastIndexOf('<') > before.lastIndexOf('>');
      if (inTag) visit(expression);
      else visitShown(expression);
    });
  }

  function visit(node) {
    if (messageAt(node) !== null) {
      node.quasi?.expressions.forEach(visit);
      return;
    }
    if (node.type === 'TaggedTemplateExpression') {
      if (templates.includes(node.tag.name))
        for (const text of readIn(textsOf(node.quasi).join('\0')))
          if (hasWord(text)) add(node, text);
      visitValues(node.quasi);
      return;
    }
    if (node.type === 'CallExpression' && node.callee.name === 'linkButton')
      visitShown(node.arguments[0]);
    const text = ownText(node);
    if (text !== undefined && !isName(node) && isSaid(text)) add(node, text);
    inside(node);
  }

  inside(file);
  return found;
}
