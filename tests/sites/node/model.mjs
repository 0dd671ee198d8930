// Puts a folder as models are published into model/, of the tests' own: small random weights.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';

/** @param {string} path */
const fixture = (path) => new URL(`../../../tests/fixtures/${path}`, import.meta.url);

cpSync(fixture('published/sentence-mean'), 'model', { recursive: true });
const tokenizers = JSON.parse(readFileSync(fixture('published_tokenizers.json'), 'utf8'));
writeFileSync('model/tokenizer.json', tokenizers['bert-uncased'].json);
