#include <array>
#include <cstdint>

#include "fovea/unicode.h"

// Both are in unicode_platform.js.
extern "C" {
int foveaCharacterClass(std::uint32_t c);
int foveaFold(std::uint32_t c, std::uint32_t* out);
}

namespace fovea {

// JavaScript numbers the classes in the order in which they apply.
static_assert(static_cast<int>(CharacterClass::kOther) == 0 &&
              static_cast<int>(CharacterClass::kWhitespace) == 1 &&
              static_cast<int>(CharacterClass::kControl) == 2 &&
              static_cast<int>(CharacterClass::kPunctuation) == 3 &&
              static_cast<int>(CharacterClass::kMark) == 4);

CharacterClass characterClass(char32_t c) {
  return static_cast<CharacterClass>(foveaCharacterClass(c));
}

std::u32string foldCharacter(char32_t c) {
  // Unicode's longest: three code points in lower case, each decomposed into up to four.
  std::array<std::uint32_t, 12> folded{};
  const int length = foveaFold(c, folded.data());
  return {folded.begin(), folded.begin() + length};
}

}  // namespace fovea
