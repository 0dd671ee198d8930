// Finds words that readers see and that no message marks.
import ts from 'typescript';
import { messageAt, textsOf } from './words.mjs';

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
function isName(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent) || ts.isTypeNode(parent)) return true;
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true;
  return false;
}

/** What an expression says by itself where it is a string. */
function ownText(node) {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
    return textsOf(node).join('{}');
  return null;
}

/** @returns {{line: number, text: string}[]} what stands unmarked in a file, in its order. */
export function unmarkedIn(file) {
  const found = [];
  const add = (node, text) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push({ line: line + 1, text: text.replace(/\s+/g, ' ').trim() });
  };
  const inside = (node) => ts.forEachChild(node, visit);

  /** What stands between tags is read, whatever it looks like. */
  function visitShown(node) {
    if (ts.isConditionalExpression(node)) {
      visit(node.condition);
      visitShown(node.whenTrue);
      visitShown(node.whenFalse);
    } else if (ts.isStringLiteral(node) && hasWord(node.text)) add(node, node.text);
    else visit(node);
  }

  /** The values of a template of markup: between tags, or in one. */
  function visitValues({ templateSpans = [], head }) {
    let before = head?.text ?? '';
    for (const { expression, literal } of templateSpans) {
      const inTag = before.lastIndexOf('<') > before.lastIndexOf('>');
      if (inTag) visit(expression);
      else visitShown(expression);
      before += literal.text;
    }
  }

  function visit(node) {
    if (messageAt(node) !== null) {
      const values = ts.isTaggedTemplateExpression(node) ? node.template : node;
      if (values.templateSpans) for (const span of values.templateSpans) visit(span.expression);
      return;
    }
    if (ts.isTaggedTemplateExpression(node)) {
      if (templates.includes(node.tag.text))
        for (const text of readIn(textsOf(node.template).join('\0')))
          if (hasWord(text)) add(node, text);
      visitValues(node.template);
      return;
    }
    if (ts.isCallExpression(node) && node.expression.text === 'linkButton')
      visitShown(node.arguments[0]);
    const text = ownText(node);
    if (text !== null && !isName(node) && isSaid(text)) add(node, text);
    inside(node);
  }

  inside(file);
  return found;
}
