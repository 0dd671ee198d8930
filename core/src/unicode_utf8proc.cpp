#include <utf8proc.h>

#include <array>

#include "fovea/unicode.h"

namespace fovea {
CharacterClass characterClass(char32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return CharacterClass::kWhitespace;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
      return CharacterClass::kControl;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return CharacterClass::kPunctuation;
    case UTF8PROC_CATEGORY_MN:
      return CharacterClass::kMark;
    default:
      return CharacterClass::kOther;
  }
}

std::u32string foldCharacter(char32_t c) {
  // utf8proc maps one character to one; only the full lower case of İ is longer.
  if (c == U'\u0130') return U"i\u0307";
  std::array<utf8proc_int32_t, 8> decomposed{};  // NFD of one character has at most 4
  const utf8proc_ssize_t length = utf8proc_decompose_char(
      utf8proc_tolower(static_cast<utf8proc_int32_t>(c)), decomposed.data(),
      static_cast<utf8proc_ssize_t>(decomposed.size()), UTF8PROC_DECOMPOSE, nullptr);
  if (length <= 0) return std::u32string(1, c);
  return {decomposed.begin(), decomposed.begin() + length};
}

}  // namespace fovea
