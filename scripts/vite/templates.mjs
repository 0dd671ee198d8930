/** Styles without the white space that only their source needs. */
const tight = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/^\n|;(?=\})/g, '');

/** Values in a template may have effects of their own: only what a function does falls away with it. */
const withoutEffect = (call) =>
  call.includes('${') ? `/* @__PURE__ */ (() => ${call})()` : `/* @__PURE__ */ ${call}`;

const importing = "import { unsafeCSS } from 'lit';\n";

/**
 * Markup and styles stand in template strings, indented as the code around them. In what is built
 * nobody reads that: line breaks stay where they may be white space in HTML, and go from styles.
 * Styles become calls without effect, so that those of widgets that nothing shows fall away.
 */
export function withoutIndentation() {
  return {
    name: 'fovea:without-indentation',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/\/web\/src\/.*\.ts$/.test(id)) return null;
      const styles = code
        .replace(/(?<=\bcss`)[^`]*(?=`)/g, tight)
        .replace(/\bcss(`[^`]*`)/g, (_, text) => withoutEffect(`unsafeCSS(${text})`));
      const named = styles === code || /\bunsafeCSS\b/.test(code) ? styles : importing + styles;
      return { code: named.replace(/\n[ \t]+/g, '\n'), map: null };
    },
  };
}
