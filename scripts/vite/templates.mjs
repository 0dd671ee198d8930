import { readFileSync } from 'node:fs';
import { projectPath } from '../lib/paths.mjs';

/** Styles without the white space that only their source needs. */
const tight = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replace(/(?<![\w.])0\.(?=\d)/g, '.')
    .replace(/^\n|;(?=\})/g, '');

/** Values in a template may have effects of their own: only what a function does falls away with it. */
const withoutEffect = (call) =>
  call.includes('${') ? `/* @__PURE__ */ (() => ${call})()` : `/* @__PURE__ */ ${call}`;

/** The palette's looks by name, each with the looks in it written out. */
function readLooks() {
  const looks = new Map();
  for (const file of ['control-looks', 'palette']) {
    const sheet = readFileSync(projectPath(`web/src/render/${file}.css.ts`), 'utf8');
    for (const [, name, text] of sheet.matchAll(/^export const (\w+) = css`([^`]*)`;/gm))
      looks.set(
        name,
        text.replace(/\$\{(\w+)\}/g, (all, inner) => looks.get(inner) ?? all),
      );
  }
  return looks;
}

const importing = "import { unsafeCSS } from 'lit';\n";

/**
 * Markup and styles stand in template strings, indented as the code around them. In what is built
 * nobody reads that: of a line's break and indentation one sign is left in markup, and none in styles.
 * Looks of the palette are written out: packed, a repetition takes fewer bytes than a name.
 * Styles become calls without effect, so that those of widgets that nothing shows fall away.
 */
export function withoutIndentation() {
  const looks = readLooks();
  const written = (css) => css.replace(/\$\{look\.(\w+)\}/g, (all, name) => looks.get(name) ?? all);
  return {
    name: 'fovea:without-indentation',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/\/web\/src\/.*\.ts$/.test(id)) return null;
      const styles = code
        .replace(/(?<=\bcss`)[^`]*(?=`)/g, (css) => tight(written(css)))
        .replace(/\bcss(`[^`]*`)/g, (_, text) => withoutEffect(`unsafeCSS(${text})`));
      const named = styles === code || /\bunsafeCSS\b/.test(code) ? styles : importing + styles;
      const lines = named.replace(/\n[ \t]+/g, '\n');
      // Before tags, attributes and values a space does as well, and most have one: packed, that takes fewer bytes.
      // In code there are spaces around these signs.
      return { code: lines.replace(/\n(?=[@.?]?[\w-]+=["$]|<[a-z/]|\$\{)/g, ' '), map: null };
    },
  };
}
