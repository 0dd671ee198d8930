import 'fovea';
import './search.mjs';
import './write.mjs';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Encoder } from 'fovea/core';

const file = fileURLToPath(import.meta.resolve('fovea/models/fovea-demo.safetensors'));
const encoder = await Encoder.load(await readFile(file));

// What each word looks at, in the head that the page opens with.
const text = "the animal didn't cross the street because it was too tired";
const trace = encoder.encode(text);
const words = trace.encoding.tokens.map(({ piece }) => piece);
const it = words.indexOf('it');
const weights = [...trace.row('layers.1.attention.weights', 1, it)];
console.log(words[weights.indexOf(Math.max(...weights))]);

// The same text with a number changed on the way, and with the gradients of a prediction.
const changed = encoder.encode(text, { changes: ['layers.1.attention.weights[1,:,:]=0'] });
const loss = { token: it, piece: encoder.idOf('animal') };
const gradient = encoder.encode(text, { loss }).gradient('layers.1.attention.weights');
console.log(changed.row('logits', it)[loss.piece], gradient.shape);
encoder.close();

assert.equal(words[weights.indexOf(Math.max(...weights))], 'animal');
assert.notEqual(changed.row('logits', it)[loss.piece], trace.row('logits', it)[loss.piece]);
assert.deepEqual(gradient.shape, trace.tensor('layers.1.attention.weights').shape);
assert.ok(gradient.data.some((number) => number !== 0));

// Why a number is what it is, as the package's own program writes it: the weight of “animal” for “it”.
const asked = ['why', `layers.1.attention.weights:2,${it + 1},2`, '--sentence', text];
const program = fileURLToPath(import.meta.resolve('fovea/package.json')).replace(
  'package.json',
  'dist/npm/cli.js',
);
// A script holds all parameters: more than a child may write by default.
/** @param {string[]} more */
const run = (...more) =>
  execFileSync(process.execPath, [program, ...asked, ...more], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
const csv = run();
assert.equal(Number(csv.split('\r\n')[1].split(',').at(-1)).toFixed(6), weights[1].toFixed(6));
const script = run('--format', 'py');
assert.match(script, /^ {4}n = \d+$/m);
