#include <emscripten/emscripten.h>

#include <array>
#include <cstdint>

#include "fovea/unicode.h"

// The platform's own Unicode tables, through String and RegExp: they cost no bytes to ship.

// clang-format off
EM_JS(int, foveaCharacterClass, (std::uint32_t c), {
  const classes = Module["unicodeClasses"] || (Module["unicodeClasses"] = [
    "[\\t\\n\\r\\p{Zs}\\p{Zl}\\p{Zp}]",
    "[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}]",
    "[\\p{P}!-\\/:-@\\[-`{-~]",
    "\\p{Mn}"
  ].map(source => new RegExp(source, "u")));
  const character = String.fromCodePoint(c);
  return 1 + classes.findIndex(expression => expression.test(character));
});

EM_JS(int, foveaFold, (std::uint32_t c, std::uint32_t* out), {
  const folded = Array.from(String.fromCodePoint(c).toLowerCase().normalize("NFD"));
  folded.forEach((character, i) => HEAPU32[(out >> 2) + i] = character.codePointAt(0));
  return folded.length;
});
// clang-format on

namespace fovea {

// foveaCharacterClass counts the classes in the order in which they apply.
static_assert(static_cast<int>(CharacterClass::kOther) == 0 &&
              static_cast<int>(CharacterClass::kWhitespace) == 1 &&
              static_cast<int>(CharacterClass::kControl) == 2 &&
              static_cast<int>(CharacterClass::kPunctuation) == 3 &&
              static_cast<int>(CharacterClass::kMark) == 4);

CharacterClass characterClass(char32_t c) {
  return static_cast<CharacterClass>(foveaCharacterClass(c));
}

std::u32string foldCharacter(char32_t c) {
  // Unicode's longest: three code points of lower case, four of decomposition each.
  std::array<std::uint32_t, 12> folded{};
  const int length = foveaFold(c, folded.data());
  return {folded.begin(), folded.begin() + length};
}

}  // namespace fovea
