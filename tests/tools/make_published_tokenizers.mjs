// Writes tests/fixtures/published_tokenizers.json: small tokenizer.json files of the shapes that
// published encoders have, and the ids that @huggingface/tokenizers gives with them.
// node tests/tools/make_published_tokenizers.mjs

import { writeFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import { randomTexts } from './random_texts.mjs';
import { sizeOf, tokenizers } from './small_tokenizers.mjs';

const texts = [
  '',
  ' ',
  "The animal didn't cross the street because it was too tired.",
  "I'll we've you're they'd it's 'sauna '' I'LL",
  'two  spaces   three\n\nlines\t tab ',
  'ΟΔΥΣΣΕΥΣ ΑΣ. Σ «ΑΣ»',
  'a <mask> b<mask>c [MASK] [SEP]d',
  '日本語のトークン。中文分词',
  'naïve cafe\u0301 \ufb01ne \u00bd',
  '👍🏽 👩‍👩‍👧',
  ['What does it mean?', 'The animal was tired.'],
  ['a', 'b c d'],
];
// The library takes a precompiled_charsmap for NFKC; the small one here has Latin alone.
const isLatin = (text) => [text].flat().every((each) => /^[\u0020-\u017f]*$/u.test(each));

const all = {};
for (const [name, json] of Object.entries(tokenizers())) {
  const library = new Tokenizer(json, {});
  const mapped = JSON.stringify(json.normalizer).includes('"Precompiled"');
  const used = [...texts, ...randomTexts(60, 7)].filter((text) => !mapped || isLatin(text));
  const cases = used.map((text) => {
    const [first, second] = Array.isArray(text) ? text : [text, null];
    return { text, ids: library.encode(first, { text_pair: second }).ids };
  });
  all[name] = { size: sizeOf(json), json: JSON.stringify(json), cases };
}
const path = new URL('../fixtures/published_tokenizers.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(all)}\n`);
