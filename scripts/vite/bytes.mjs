import { readFileSync } from 'node:fs';
import { projectPath } from '../lib/paths.mjs';

/** Letters of a packed text: ASCII that needs no escape in a string, nor in a page. */
const letters = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code))
  .filter((letter) => !'\0\x07\b\t\n\v\f\r\x1a\x1b"\'`\\$<'.includes(letter))
  .join('');

/** Bytes below this are one letter; the last two letters announce the others, with one more. */
const single = letters.length - 2;

export function packed(bytes) {
  const words = Array.from({ length: 256 }, (_, byte) => {
    if (byte < single) return letters[byte];
    const rest = byte - single;
    return letters[single + Math.floor(rest / letters.length)] + letters[rest % letters.length];
  });
  return Array.from(bytes, (byte) => words[byte]).join('');
}

/** By encoding: a file's bytes as text, and the function of web/src/model/bytes.ts that decodes it. */
const encodings = {
  base64: { encode: (bytes) => bytes.toString('base64'), decode: 'fromBase64' },
  packed: { encode: packed, decode: 'unpack' },
};

const decoders = projectPath('web/src/model/bytes');

const moduleOf = {
  base64: (bytes) => `export default ${JSON.stringify(encodings.base64.encode(bytes))};`,
  bytes: (bytes, encoding) => {
    const { encode, decode } = encodings[encoding];
    return [
      `import { ${decode} } from ${JSON.stringify(decoders)};`,
      `export default () => ${decode}(${JSON.stringify(encode(bytes))});`,
    ].join('\n');
  },
};

/**
 * `import text from './file?base64'` and `import bytes from './file?bytes'`: a file's bytes inside
 * the bundle, as base64 and as a function that decodes them.
 *
 * Packed, a byte is always the same letter or two, so that a server compresses the wasm to hardly
 * more than the bytes themselves take, a quarter less than base64. Base64 is decoded faster. Weights
 * do not compress either way.
 */
export function bytesAsText(encoding = 'packed') {
  return {
    name: 'fovea:bytes-as-text',
    enforce: 'pre',
    load(id) {
      const [path, form] = id.split('?');
      if (!Object.hasOwn(moduleOf, form ?? '')) return null;
      this.addWatchFile(path);
      return moduleOf[form](readFileSync(path), encoding);
    },
  };
}
