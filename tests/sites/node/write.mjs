import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Decoder, VariantEncoder } from 'fovea/decoder';

const file = fileURLToPath(import.meta.resolve('fovea/models/fovea-rewrite.safetensors'));
const decoder = await Decoder.load(await readFile(file));

// What the pronoun stands for, and where the decoder looks in the source when it writes each word.
const source = "the animal didn't cross the street because it was too tired";
const written = decoder.write({ source, steps: 30 });
const words = written.steps.map(({ token }) => token);
console.log(words.join(' '), written.steps[7]?.next[0], written.steps[7]?.cross?.length);

// The same with another word taken, and all that is computed for it.
const taken = [decoder.idOf('the'), decoder.idOf('street')];
const other = decoder.write({ source, taken, steps: 30 });
const weights = decoder.trace({ source, taken }).tensor('decoder.layers.1.crossAttention.weights');
console.log(other.steps.map(({ token }) => token).join(' '), weights.shape);
decoder.close();

// An encoder that chooses among networks, word by word; how much of a word each of them has.
const chosen = import.meta.resolve('fovea/models/fovea-experts.safetensors');
const experts = await VariantEncoder.load(await readFile(fileURLToPath(chosen)));
const shares = experts.encode(source).tensor('layers.0.feedForward.choice');
console.log(experts.info.config.position_embedding_type, shares.shape);
experts.close();

assert.match(words.join(' '), /because the animal was too tired \[SEP\]$/);
assert.equal(other.steps[1]?.token, 'street');
assert.deepEqual(shares.shape, [source.split(' ').length, experts.info.config.num_local_experts]);
assert.deepEqual(weights.shape, [4, 3, written.source?.tokens.length]);
