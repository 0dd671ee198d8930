// What tokenizers of other families ask about characters, by the platform's own tables; see
// ../unicode_platform.js. unicode_forms_platform.cpp calls them.
mergeInto(LibraryManager.library, {
  /** Bits of a character's properties, in the order of Property in unicode_forms_platform.cpp. */
  foveaProperties: function (c) {
    const character = String.fromCodePoint(c);
    const tests = [
      /\p{L}/u,
      /\p{N}/u,
      /\p{Nd}/u,
      /\p{M}/u,
      /\p{Mn}/u,
      /\p{White_Space}/u,
      /[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}]/u,
      /\p{Cased}/u,
      /\p{Case_Ignorable}/u,
    ];
    return tests.reduce((bits, test, i) => (test.test(character) ? bits | (1 << i) : bits), 0);
  },

  /** Normalises a text of code points, and keeps it for foveaTakeForm; returns its length. */
  foveaForm__deps: ['$foveaForms'],
  foveaForm: function (text, length, form) {
    let string = '';
    for (let i = 0; i < length; ++i) string += String.fromCodePoint(HEAPU32[(text >> 2) + i]);
    const normal = string.normalize(['NFC', 'NFD', 'NFKC', 'NFKD'][form]);
    foveaForms.last = Array.from(normal, (character) => character.codePointAt(0));
    return foveaForms.last.length;
  },

  foveaTakeForm__deps: ['$foveaForms'],
  foveaTakeForm: function (out) {
    HEAPU32.set(foveaForms.last, out >> 2);
  },

  $foveaForms: { last: [] },

  /** The simple lower case: one character, but for İ. */
  foveaLower: function (c) {
    const lower = Array.from(String.fromCodePoint(c).toLowerCase());
    return lower.length === 1 ? lower[0].codePointAt(0) : c;
  },
});
