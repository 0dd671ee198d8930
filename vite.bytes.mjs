import { readFileSync } from 'node:fs';

/**
 * `import text from './file?base64'` or `'./file?hex'`: a file's bytes inside the bundle.
 *
 * Hex is for the wasm: it is longer, but keeps the bytes aligned, so that what a server compresses
 * it to is a fifth less than for base64. Weights do not compress either way.
 */
export function bytesAsText() {
  return {
    name: 'fovea:bytes-as-text',
    enforce: 'pre',
    load(id) {
      const [path, encoding] = id.split('?');
      if (encoding !== 'hex' && encoding !== 'base64') return null;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(readFileSync(path).toString(encoding))};`;
    },
  };
}
