// Small tokenizer.json files of the shapes that published encoders have, trained on a few sentences.

import { nmtNfkc } from './charsmap.mjs';

const sentences =
  `The animal didn't cross the street because it was too tired. Réviens à l'école, où
l'œuvre naît. Ελληνικά: ΟΔΥΣΣΕΥΣ και Σίσυφος. Мир и война. 日本語のトークン。中文分词 한국어 토큰 나눔. नमस्ते दुनिया.
I'll we've you're they'd it's 1234567 3.14 don't can't HELLO World naïve café ﬁne ½ ① Ａｂｃ ｶﾞ 👍🏽 👩‍👩‍👧 ﷺ
unaffable running played embeddings tokenizers tokenization the the the of of and and a in to`
    .split(/\s+/u)
    .filter((word) => word);

/** Byte-pair merges, learned from the words' symbols. */
function learnMerges(words, count) {
  const merges = [];
  let corpus = words.map((word) => [...word]);
  for (let n = 0; n < count; ++n) {
    const pairs = new Map();
    for (const word of corpus)
      for (let i = 0; i + 1 < word.length; ++i) {
        const key = `${word[i]} ${word[i + 1]}`;
        pairs.set(key, (pairs.get(key) ?? 0) + 1);
      }
    const best = [...pairs].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
    if (best === undefined || best[1] < 2) break;
    merges.push(best[0]);
    const [left, right] = best[0].split(' ');
    corpus = corpus.map((word) => {
      const merged = [];
      for (let i = 0; i < word.length; ++i)
        if (word[i] === left && word[i + 1] === right) merged.push(left + word[++i]);
        else merged.push(word[i]);
      return merged;
    });
  }
  return merges;
}

const byteSpellings = (() => {
  const spellings = [];
  let next = 256;
  for (let b = 0; b < 256; ++b) {
    const prints = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
    spellings.push(String.fromCharCode(prints ? b : next++));
  }
  return spellings;
})();
const asBytes = (text) => [...new TextEncoder().encode(text)].map((b) => byteSpellings[b]).join('');

/** Entries of a template, each written as NAME:TOKEN_TYPE. */
const entriesOf = (text) =>
  text.split(' ').map((entry) => {
    const [id, type] = entry.split(':');
    return { [/^[AB]$/.test(id) ? 'Sequence' : 'SpecialToken']: { id, type_id: Number(type) } };
  });

/** A post-processor that puts special tokens around one text, and before and after a second. */
const template = (single, second, ids) => ({
  type: 'TemplateProcessing',
  single: entriesOf(single),
  pair: entriesOf(`${single} ${second}`),
  special_tokens: Object.fromEntries(
    Object.entries(ids).map(([id, at]) => [id, { id, ids: [at], tokens: [id] }]),
  ),
});

const added = (contents, first, options = {}) =>
  contents.map((content, i) => ({
    id: first + i,
    content,
    single_word: false,
    lstrip: content === '<mask>' || (content === '[MASK]' && options.lstrip === true),
    rstrip: false,
    normalized: false,
    special: true,
  }));
const vocabularyOf = (pieces) => Object.fromEntries([...new Set(pieces)].map((p, i) => [p, i]));

function wordPiece(lowercase) {
  const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  const fold = (text) =>
    lowercase
      ? text
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{Mn}/gu, '')
      : text;
  const words = sentences.map(fold).flatMap((word) => word.match(/[\p{L}\p{M}\p{N}]+|./gu));
  const letters = [...new Set(words.flatMap((word) => [...word]))].filter((_, i) => i % 9 !== 8);
  const vocab = vocabularyOf([
    ...specials,
    ...letters,
    ...letters.map((c) => `##${c}`),
    ...words.filter((_, i) => i % 2 === 0),
    ...words.map((word) => `##${[...word].slice(2).join('')}`).filter((p) => p !== '##'),
  ]);
  return {
    added_tokens: added(specials, 0),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: template('[CLS]:0 A:0 [SEP]:0', 'B:1 [SEP]:1', { '[CLS]': 2, '[SEP]': 3 }),
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

/** BERT's word pieces between RoBERTa's special tokens. */
function mpnet() {
  const json = wordPiece(true);
  const specials = ['<s>', '<pad>', '</s>', '<unk>', '[UNK]'];
  const pieces = Object.keys(json.model.vocab).slice(specials.length);
  const vocab = vocabularyOf([...specials, ...pieces, '<mask>']);
  return {
    ...json,
    added_tokens: [...added(specials, 0), ...added(['<mask>'], vocab['<mask>'])],
    post_processor: {
      type: 'RobertaProcessing',
      sep: ['</s>', 2],
      cls: ['<s>', 0],
      trim_offsets: true,
      add_prefix_space: false,
    },
    model: { ...json.model, vocab },
  };
}

function roberta() {
  const specials = ['<s>', '<pad>', '</s>', '<unk>'];
  const merges = learnMerges(
    sentences.flatMap((word) => [asBytes(` ${word}`), asBytes(word)]),
    150,
  );
  const vocab = vocabularyOf([
    ...specials,
    ...byteSpellings,
    ...merges.map((merge) => merge.replace(' ', '')),
    '<mask>',
  ]);
  return {
    added_tokens: [...added(specials, 0), ...added(['<mask>'], vocab['<mask>'])],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    post_processor: {
      type: 'RobertaProcessing',
      sep: ['</s>', 2],
      cls: ['<s>', 0],
      trim_offsets: true,
      add_prefix_space: false,
    },
    decoder: { type: 'ByteLevel' },
    model: { type: 'BPE', unk_token: null, fuse_unk: false, vocab, merges },
  };
}

function modernBert() {
  const specials = ['[UNK]', '[CLS]', '[SEP]', '[PAD]', '[MASK]'];
  const merges = learnMerges(
    sentences.map((word) => asBytes(` ${word}`)),
    120,
  );
  const pieces = [...byteSpellings, ...merges.map((merge) => merge.replace(' ', ''))];
  const vocab = vocabularyOf(pieces);
  const first = Object.keys(vocab).length;
  const tokens = added(specials, first + 3, { lstrip: true });
  const spaces = ['   ', '  '].map((content, i) => ({
    ...added([content], first + i)[0],
    normalized: true,
    special: false,
  }));
  return {
    added_tokens: [...spaces, ...tokens],
    normalizer: { type: 'NFC' },
    pre_tokenizer: {
      type: 'ByteLevel',
      add_prefix_space: false,
      trim_offsets: true,
      use_regex: true,
    },
    post_processor: template('[CLS]:0 A:0 [SEP]:0', 'B:0 [SEP]:0', {
      '[CLS]': first + 4,
      '[SEP]': first + 5,
    }),
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      unk_token: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab,
      merges: merges.map((merge) => merge.split(' ')),
    },
  };
}

/** A score for each piece: its count's logarithm, made uneven so that none are equal. */
function unigram(normalizer, preTokenizer) {
  const specials = ['<s>', '<pad>', '</s>', '<unk>'];
  const counts = new Map();
  for (const word of sentences) {
    const characters = [...`▁${word.normalize('NFKC')}`];
    for (let i = 0; i < characters.length; ++i)
      for (let n = 1; n <= 5 && i + n <= characters.length; ++n) {
        const piece = characters.slice(i, i + n).join('');
        counts.set(piece, (counts.get(piece) ?? 0) + 1);
      }
  }
  const pieces = [...counts].filter(([piece], i) => [...piece].length === 1 || i % 3 === 0);
  const vocab = [
    ...specials.map((piece) => [piece, 0]),
    ...pieces
      .filter((_, i) => i % 23 !== 22)
      .map(([piece, count], i) => [
        piece,
        -12 + Math.log(count) + [...piece].length / 3 - i * 1e-4,
      ]),
    ['<mask>', 0],
  ];
  const mask = vocab.length - 1;
  return {
    added_tokens: [...added(specials, 0), ...added(['<mask>'], mask)],
    normalizer,
    pre_tokenizer: preTokenizer,
    post_processor: template('<s>:0 A:0 </s>:0', '</s>:0 B:0 </s>:0', { '<s>': 0, '</s>': 2 }),
    decoder: { type: 'Metaspace' },
    model: { type: 'Unigram', unk_id: 3, vocab },
  };
}

export const tokenizers = () => ({
  'bert-uncased': wordPiece(true),
  'bert-cased': wordPiece(false),
  mpnet: mpnet(),
  roberta: roberta(),
  modernbert: modernBert(),
  'xlm-roberta': unigram(
    {
      type: 'Sequence',
      normalizers: [
        { type: 'Precompiled', precompiled_charsmap: nmtNfkc() },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
      ],
    },
    { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
  ),
  camembert: unigram(
    { type: 'Precompiled', precompiled_charsmap: nmtNfkc() },
    {
      type: 'Sequence',
      pretokenizers: [
        { type: 'WhitespaceSplit' },
        { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
      ],
    },
  ),
});

/** The size of the table that the ids need. */
export const sizeOf = (json) =>
  1 +
  Math.max(
    ...json.added_tokens.map((token) => token.id),
    ...(Array.isArray(json.model.vocab)
      ? [json.model.vocab.length - 1]
      : Object.values(json.model.vocab)),
  );
