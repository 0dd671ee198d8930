// Writes tests/fixtures/tokenizer_cases.json: hard texts and the ids that @huggingface/tokenizers
// gives for them, with a small vocabulary made here.  node tests/tools/make_tokenizer_cases.mjs

import { writeFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';

const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const words =
  `the animal didn t cross street because it was too tired un ##aff ##able runn ##ing ##ed
##s play embed ##ding cafe naive resume istanbul strasse straße fi ##fi office groß ##e ##ος οδος
οδ σ ς ##σ ##ς и мир ##ир مرحبا ##رحبا م שלום ##לום ש 中 文 国 日 本 語 \u8c48 か ##な カ ##タ नम ##स ##त न
##म ᄒ ##ᄀ ##ᅡ ##ᆫ ᄀ ##ᅳ ##ᆯ 👍 👩 ❤ ##🏽 ☃ … — “ ” ’ ‘ € £ = < ~ ½ ² æ ##æ œ ø ł x ##x y ##y the2 10 ##0 000
co ##op hyphen ##ated e ##mail a ##b mask`.split(/\s+/u);
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'].filter((c) => c !== 'z');
const marks = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const pieces = [
  ...new Set([...specials, ...words, ...letters, ...letters.map((c) => `##${c}`), ...marks]),
];

const texts = {
  empty: '',
  'only spaces': ' \t\r\n  ',
  plain: "The animal didn't cross the street, because it was too tired.",
  'greedy longest match': 'unaffable running played embeddings',
  'a word with a letter that no piece has': 'the zoo was it',
  'upper case': 'THE ANIMAL WAS TIRED',
  'precomposed accents': 'Café naïve résumé ÀÉÎÕÜ',
  'combining marks': 'Cafe\u0301 nai\u0308ve',
  'a mark at the start': '\u0301cafe',
  'a mark alone': 'the \u0308 street',
  'several marks on one letter': 'a\u0301\u0323\u0308b',
  'Turkish I': 'İstanbul ISTANBUL ıstanbul',
  'sharp s': 'Straße STRASSE GROẞE groß',
  ligatures: 'ﬁ office oﬃce æ Æ œ ø ł',
  'Greek capitals, final sigma': 'ΟΔΟΣ ΟΔΌΣ Σ σ ΣΑΣ',
  Cyrillic: 'Мир и МИР й ё',
  'right to left': 'שלום مرحبا',
  'points and harakat': 'שָׁלוֹם مَرْحَبًا',
  'direction marks': '\u200fשלום\u200e the \u202eanimal\u202c',
  ideographs: '中文国',
  'ideographs in Latin': 'the中street文it',
  'compatibility ideographs': '\uf900\uf901',
  Japanese: '日本語かな カタ ガ',
  Hangul: '한 글 한글',
  Devanagari: 'नमस्ते न',
  emoji: '👍 the 👍👍 ☃',
  'emoji with modifiers and joiners': '👩🏽 👩‍👩‍👧 ❤️ 👩‍❤️‍👩',
  flags: '🇬🇧 the 🇩🇪',
  'no-break and other spaces': 'the\u00a0animal\u2009was\u3000tired\u1680it',
  'line and paragraph separators': 'the\u2028animal\u2029was',
  'zero width': 'the\u200banimal\u200cwas\u200dit\u2060too\ufeff',
  'soft hyphen': 'hyphen\u00adated co\u00adop',
  'control characters': 'the\u0000 an\u0007imal\u001b[1m was\u007f it\u0085too',
  'tab and line feeds': 'the\tanimal\nwas\r\ntired',
  'replacement character': 'the \ufffd ani\ufffdmal',
  'private use': 'the \ue000 ani\uf8ffmal',
  'unassigned and noncharacters': 'the \u0378 a\ufdd0b',
  'punctuation of ASCII': '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  'punctuation beyond ASCII': '“the” ‘it’ — was… ¿too? «tired»',
  'symbols that decompose to punctuation': 'a≠b a≮b \u1fef \u037e',
  'symbols and numbers': '€10,000 £1.50 ½ ² x² 10–20',
  apostrophes: "didn't didn’t 'it' it's o'",
  'address and tags': 'e-mail@x.y <script>alert(1)</script> https://x.y/a?b=1',
  'a special piece': 'the [MASK] was tired',
  'special pieces without spaces': 'the[MASK]was[SEP]it',
  'special pieces in lower case': '[mask] [Mask] [MASK',
  'a special piece in brackets': '[[MASK]] [UNK]',
  'a word of 100 characters': 'a'.repeat(100),
  'a word of 101 characters': 'a'.repeat(101),
  '100 characters and an accent each': 'á'.repeat(100),
  '50 syllables that decompose to 150 characters': '한'.repeat(50),
  'numbers and letters': 'x10y the2 10000',
  'a long word of parts': `un${'aff'.repeat(20)}able`,
};

function makeTokenizer() {
  const added = specials.map((content, id) => ({ id, content, special: true, normalized: false }));
  return new Tokenizer(
    {
      added_tokens: added,
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: true,
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: null,
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
      },
    },
    {},
  );
}

const tokenizer = makeTokenizer();
const cases = Object.entries(texts).map(([name, text]) => ({
  name,
  text,
  ids: tokenizer.encode(text, { add_special_tokens: false }).ids,
}));
const lines = cases.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
const target = new URL('../fixtures/tokenizer_cases.json', import.meta.url);
writeFileSync(
  target,
  `{\n  "vocabulary": ${JSON.stringify(pieces)},\n  "cases": [\n${lines}\n  ]\n}\n`,
);
