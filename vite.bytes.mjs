import { readFileSync } from 'node:fs';

/** Letters of a packed text: printable ASCII that needs no escape in a string, nor in a page. */
const letters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .filter((letter) => !'"\'`\\$<'.includes(letter))
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

const encoders = {
  base64: (bytes) => bytes.toString('base64'),
  packed,
};

/**
 * `import text from './file?base64'` or `'./file?packed'`: a file's bytes inside the bundle.
 *
 * Packed is for the wasm: a byte is one letter or two, always the same, so that what a server
 * compresses it to is hardly more than for the bytes themselves, and a quarter less than for base64.
 * Weights do not compress either way.
 */
export function bytesAsText() {
  return {
    name: 'fovea:bytes-as-text',
    enforce: 'pre',
    load(id) {
      const [path, encoding] = id.split('?');
      if (!Object.hasOwn(encoders, encoding ?? '')) return null;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(encoders[encoding](readFileSync(path)))};`;
    },
  };
}
