// What dist/index.html holds, in as few letters as the browser reads quickly again
// (web/src/model/packed.ts): compressed, and what is in several files once.
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { packed as packedAsText } from '../vite/bytes.mjs';
import { buildPath, projectPath } from './paths.mjs';

/** ASCII that stands in a page as it is. */
const letters = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => !'\0\n\r\x1a\x1b"$&\'<`'.includes(letter),
);
const radix = letters.length;

/** Seven letters for six bytes; before them, how many bytes are too many at the end. */
export function dense(bytes) {
  const more = (6 - (bytes.length % 6)) % 6;
  const whole = Buffer.concat([bytes, Buffer.alloc(more)]);
  const groups = [letters[more]];
  for (let at = 0; at < whole.length; at += 6) {
    let value = whole.readUIntBE(at, 6);
    let group = '';
    for (let i = 0; i < 7; i++) {
      group = letters[value % radix] + group;
      value = Math.floor(value / radix);
    }
    groups.push(group);
  }
  return groups.join('');
}

const deflated = (data) => deflateRawSync(data, { level: 9 });

export const packed = (data) => dense(deflated(data));

/** Longer, and read quickly before the browser has compiled anything. */
export const packedInBase64 = (data) => deflated(data).toString('base64');

/** Bytes that have to be alike for a copy: from elsewhere, and from where the last copy would go on. */
const least = { elsewhere: 16, on: 5 };
/** Bytes by which alike places are found, and how many of those places are looked at. */
const key = 8;
const most = 24;

/** By the bytes that begin there, the places of `base`. */
function placesOf(base) {
  const places = new Map();
  for (let at = 0; at + key <= base.length; at++) {
    const found = base.readBigUInt64LE(at);
    const known = places.get(found);
    if (!known) places.set(found, [at]);
    else if (known.length < most) known.push(at);
  }
  return places;
}

function alike(base, from, bytes, at) {
  let length = 0;
  while (
    from + length < base.length &&
    at + length < bytes.length &&
    base[from + length] === bytes[at + length]
  )
    length++;
  return length;
}

/** The longest copy for a place; null where none is worth it. `on`: where the last one would go on. */
function copyFor(bytes, at, base, places, on) {
  const going = on >= 0 ? alike(base, on, bytes, at) : 0;
  let best = going >= least.on ? { from: on, length: going } : null;
  const found = at + key <= bytes.length ? places.get(bytes.readBigUInt64LE(at)) : undefined;
  for (const from of found ?? []) {
    const length = alike(base, from, bytes, at);
    if (length >= Math.max(least.elsewhere, 2 * (best?.length ?? 0))) best = { from, length };
  }
  return best;
}

/** Whole numbers, seven bits a byte. */
const varint = (value) =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

const zigzag = (value) => (value < 0 ? -2 * value - 1 : 2 * value);

/**
 * `bytes` by what of `base` they repeat: their number, that of the copies; for each, how many bytes are
 * new before it, how many it has, and how far it is from where the last one would go on; the new bytes.
 */
export function patch(bytes, base) {
  const places = placesOf(base);
  const copies = [];
  const fresh = [];
  let [on, began] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const here = on + at - began;
    const copy = copyFor(bytes, at, base, places, here);
    if (!copy) {
      fresh.push(bytes[at++]);
      continue;
    }
    copies.push([at - began, copy.length, zigzag(copy.from - here)]);
    at += copy.length;
    [on, began] = [copy.from + copy.length, at];
  }
  const numbers = [bytes.length, copies.length, ...copies.flat()].flatMap(varint);
  return Buffer.from([...numbers, ...fresh]);
}

const wasm = (name) => buildPath(`wasm/${name}.wasm`);
const model = (name) => projectPath(`web/models/${name}.safetensors`);

/** Bytes that texts hold, by id; `base` has those that they are much like. The worker begins with the core. */
const held = {
  'fovea-core': { file: wasm('fovea'), pack: packedInBase64 },
  'fovea-core-relaxed': { file: wasm('fovea_relaxed'), base: ['fovea-core'] },
  'fovea-model': { file: model('fovea-demo') },
  'learn-core': { file: wasm('fovea_learn'), base: ['fovea-core'] },
  'learn-core-relaxed': { file: wasm('fovea_learn_relaxed'), base: ['learn-core'] },
  'published-core': { file: wasm('fovea_published'), base: ['fovea-core', 'learn-core'] },
  'published-core-relaxed': { file: wasm('fovea_published_relaxed'), base: ['published-core'] },
  'relatives-core': { file: wasm('fovea_relatives'), base: ['fovea-core', 'published-core'] },
  ...Object.fromEntries(
    ['rewrite', 'next-word', 'pictures', 'experts'].map((name) => [
      `${name}-model`,
      { file: model(`fovea-${name}`) },
    ]),
  ),
};

const bytesOf = (id) => readFileSync(held[id].file);

/** Of each its id, its packed text, whether that is in base64, and the ids of those that it is a patch of. */
export const packedBytes = () =>
  Object.entries(held).map(([id, { base = [], pack = packed }]) => {
    const bytes = bytesOf(id);
    const own = base.length > 0 ? patch(bytes, Buffer.concat(base.map(bytesOf))) : bytes;
    return { id, text: pack(own), inBase64: pack === packedInBase64, base: base.join(' ') };
  });

const encodings = { base64: (bytes) => bytes.toString('base64'), packed: packedAsText };

/** By id, how its bytes are written in texts, and the reference to that. */
const known = new Map();

function spellingsOf(id) {
  const bytes = bytesOf(id);
  return Object.entries(encodings).map(([name, encode]) => [encode(bytes), `\0${name} ${id}\0`]);
}

/** A text with references between zeros in place of such bytes: how they are written, and which. */
export function withReferences(text, ids = Object.keys(held)) {
  for (const id of ids) {
    if (!known.has(id)) known.set(id, spellingsOf(id));
    for (const [written, reference] of known.get(id)) text = text.replaceAll(written, reference);
  }
  return text;
}
