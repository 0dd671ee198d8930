// The platform's own Unicode tables, through String and RegExp: they cost no bytes to ship.
// Linked as a library of Emscripten, which takes functions, not arrow functions, from it;
// unicode_platform.cpp calls them.
mergeInto(LibraryManager.library, {
  /** The classes of fovea::CharacterClass, in the order in which they apply; 0 where none does. */
  foveaCharacterClass: function (c) {
    const character = String.fromCodePoint(c);
    if (/[\p{Zs}\p{Zl}\p{Zp}]/u.test(character)) return 1;
    if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(character)) return 2;
    if (/\p{P}/u.test(character)) return 3;
    if (/\p{Mn}/u.test(character)) return 4;
    return 0;
  },

  /** Writes the code points of the folded character to `out`, and returns how many they are. */
  foveaFold: function (c, out) {
    const folded = Array.from(String.fromCodePoint(c).toLowerCase().normalize('NFD'));
    folded.forEach((character, i) => {
      HEAPU32[(out >> 2) + i] = character.codePointAt(0);
    });
    return folded.length;
  },

  /** No function takes or returns a wide string: embind's conversions of them would be 0.6 kB, compressed. */
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: function () {},
});
