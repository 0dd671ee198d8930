// SentencePiece's precompiled_charsmap: a double array (Darts-clone), then the replacements. Made of
// NFKC and of the rules for spaces and controls that SentencePiece calls nmt_nfkc.

const SPACES = [
  0x9, 0xa, 0xc, 0xd, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x2581, 0x3000, 0xfeff, 0xfffd,
];
const CONTROLS = [0xb, 0x7f, 0x8f, 0x9f];

const isSpace = (code) => SPACES.includes(code) || (code >= 0x2000 && code <= 0x200f);
const isControl = (code) =>
  CONTROLS.includes(code) || (code >= 1 && code <= 8) || (code >= 0xe && code <= 0x1f);

function replacementOf(character) {
  const code = character.codePointAt(0);
  if (isControl(code)) return '';
  if (isSpace(code)) return ' ';
  return character === '\uFF5E' ? character : character.normalize('NFKC');
}

/** Every replaced character, and the marks that compose with letters of the range. */
function rules(most) {
  const map = new Map();
  for (let code = 1; code <= most; ++code) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const replacement = replacementOf(character);
    if (replacement !== character) map.set(character, replacement);
    const decomposed = character.normalize('NFD');
    if (decomposed !== character && decomposed.normalize('NFKC') !== decomposed)
      map.set(decomposed, decomposed.normalize('NFKC'));
  }
  return map;
}

/** A trie of bytes whose leaves are offsets of the replacements. */
function trieOf(map) {
  const encoder = new TextEncoder();
  const root = { children: new Map() };
  const bytes = [];
  const known = new Map();
  for (const [from, to] of map) {
    if (!known.has(to)) {
      known.set(to, bytes.length);
      bytes.push(...encoder.encode(to), 0);
    }
    let node = root;
    for (const byte of encoder.encode(from)) {
      if (!node.children.has(byte)) node.children.set(byte, { children: new Map() });
      node = node.children.get(byte);
    }
    node.value = known.get(to);
  }
  return { root, replacements: Uint8Array.from(bytes) };
}

/** The units of a double array: a child of label c stands at its parent's offset, xor c. */
function doubleArray(root) {
  const units = [0];
  const used = new Set([0]);
  const begins = new Set(); // of one parent each, or a child would be found by another
  let lowest = 1;
  const place = (node, at) => {
    const labels = [...node.children.keys()].sort((a, b) => a - b);
    if (node.value !== undefined) labels.unshift(0);
    let base = lowest;
    while (begins.has((base ^ at) >>> 0) || labels.some((c) => used.has((base ^ at ^ c) >>> 0)))
      ++base;
    const offset = base;
    const begin = (at ^ offset) >>> 0;
    begins.add(begin);
    for (const c of labels) used.add((begin ^ c) >>> 0);
    while (used.has(lowest)) ++lowest;
    units[at] = ((units[at] ?? 0) | (offset << 10)) >>> 0;
    if (node.value !== undefined) {
      units[at] = (units[at] | 0x100) >>> 0;
      units[begin] = (0x80000000 | node.value) >>> 0;
    }
    for (const [c, child] of node.children) {
      units[(begin ^ c) >>> 0] = c;
      place(child, (begin ^ c) >>> 0);
    }
  };
  place(root, 0);
  return Uint32Array.from({ length: (units.length + 255) & ~255 }, (_, i) => units[i] ?? 0);
}

/** Base64 of the map up to a code point. */
export function nmtNfkc(most = 0x17f) {
  const { root, replacements } = trieOf(rules(most));
  const units = doubleArray(root);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(units.byteLength);
  return Buffer.concat([size, Buffer.from(units.buffer), replacements]).toString('base64');
}
