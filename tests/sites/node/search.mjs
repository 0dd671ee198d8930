import './model.mjs';
import assert from 'node:assert/strict';
import { openPublished } from 'fovea/core';

const model = await openPublished('model/');

// A vector for each text; the nearest to a query; how one was computed.
const texts = ['The dog slept.', 'The street was wide.', 'The animal was too tired.'];
const vectors = await model.embed(texts, { progress: (share) => console.log(share) });
const [best] = await model.search('the animal was too tired.', vectors);
const [explained] = await model.search('a wide street', texts, { most: 1, explain: true });
console.log(texts[best?.index ?? 0], explained?.trace?.tensor('layers.0.attention.weights').shape);
model.close();

assert.equal(best?.index, 2);
assert.equal(best.cosine.toFixed(4), '1.0000');
assert.ok((explained?.trace?.tensor('layers.0.attention.weights').data.length ?? 0) > 0);
