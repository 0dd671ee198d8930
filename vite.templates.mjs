/**
 * Markup and styles stand in template strings, indented as the code around them. In what is built
 * nobody reads that: line breaks stay, as the white space that they are in HTML and CSS.
 */
export function withoutIndentation() {
  return {
    name: 'fovea:without-indentation',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/\/web\/src\/.*\.ts$/.test(id)) return null;
      return { code: code.replace(/\n[ \t]+/g, '\n'), map: null };
    },
  };
}
