// Texts to tokenize: real sentences in many scripts, and random characters of every kind.

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words =
  `The animal didn't cross the street, because it was too tired! we've I'LL it's rock'n'roll l'école œuvre naïve
café ΟΔΥΣΣΕΥΣ Σίσυφος ΑΣ ΑΣ. «Σ» война Мир, Ёлка 日本語のトークン。中文分词，完成 한국어 토큰 한글 नमस्ते दुनिया สวัสดีครับ مرحبا
בְּרֵאשִׁית ﬁne oﬃce ½ ① Ａｂｃ ｶﾞﾊﾟ 👍🏽 👩‍👩‍👧 🇬🇧 ﷺ e\u0301 a\u0323\u0308 \u1100\u1161\u11a8 İstanbul Straße ẞ ǆ x² 10,000.50 3rd C++ a_b
foo@bar.com https://example.org/?q=1 #tag … – — “quoted” ‘single’ <mask> [MASK] [SEP] </s> [CLS]x <mask>. \u00a0 \u200b \t`
    .split(/ |\n/u)
    .filter((word) => word);

const ranges = [
  [0x20, 0x7e],
  [0x20, 0x7e],
  [0x1, 0x1f],
  [0xa0, 0x24f],
  [0x250, 0x36f],
  [0x370, 0x52f],
  [0x590, 0x6ff],
  [0x900, 0xdff],
  [0xe00, 0xfff],
  [0x1000, 0x11ff],
  [0x1e00, 0x206f],
  [0x2070, 0x2bff],
  [0x3000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfb00, 0xfefe],
  [0xff00, 0xffef],
  [0x10000, 0x105bf],
  [0x10600, 0x10cff],
  [0x1d400, 0x1d7ff],
  [0x1f300, 0x1faff],
];

// Not those that are unassigned, and not U+FEFF and U+0085, of which one is white space for
// JavaScript alone and the other for all but JavaScript.
const assigned = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}]$/u;
const isUsed = (character) =>
  assigned.test(character) && character !== '\ufeff' && character !== '\u0085';

export function randomTexts(count, seed) {
  const random = randomNumbers(seed);
  const below = (n) => Math.floor(random() * n);
  const character = () => {
    for (;;) {
      const [first, last] = ranges[below(ranges.length)];
      const c = String.fromCodePoint(first + below(last - first + 1));
      if (isUsed(c)) return c;
    }
  };
  const piece = () => {
    const kind = below(6);
    if (kind < 3) return words[below(words.length)];
    if (kind === 3) return ' '.repeat(1 + below(3));
    return Array.from({ length: 1 + below(6) }, character).join('');
  };
  const text = () => Array.from({ length: below(14) }, piece).join(random() < 0.7 ? ' ' : '');
  // An empty second text is none for the library.
  return Array.from({ length: count }, () => (random() < 0.1 ? [text(), `${text()}.`] : text()));
}
