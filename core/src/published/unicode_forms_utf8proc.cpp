#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "published/unicode_forms.h"

namespace fovea::published {
namespace {

utf8proc_category_t categoryOf(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

utf8proc_option_t optionsOf(UnicodeForm form) {
  const bool compatible = form == UnicodeForm::kNfkc || form == UnicodeForm::kNfkd;
  const bool composed = form == UnicodeForm::kNfc || form == UnicodeForm::kNfkc;
  return static_cast<utf8proc_option_t>(UTF8PROC_STABLE |
                                        (composed ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                                        (compatible ? UTF8PROC_COMPAT : 0));
}

// Jamo that Hangul composes with, and what a few Indic vowels compose with, whose combining class
// is 0.
bool composesBackwards(char32_t c) {
  return (c >= 0x1160 && c <= 0x11FF) || isMark(c) || (c >= 0x16D63 && c <= 0x16D6A);
}

}  // namespace

std::u32string normalised(const std::u32string& text, UnicodeForm form) {
  const utf8proc_option_t options = optionsOf(form);
  std::vector<utf8proc_int32_t> buffer;
  std::array<utf8proc_int32_t, 32> part{};  // NFKD of one character has at most 18
  // Decomposed character by character, then put into order and composed as a whole.
  for (const char32_t c : text) {
    const utf8proc_ssize_t length = utf8proc_decompose_char(
        static_cast<utf8proc_int32_t>(c), part.data(), static_cast<utf8proc_ssize_t>(part.size()),
        static_cast<utf8proc_option_t>(options | UTF8PROC_DECOMPOSE), nullptr);
    if (length <= 0)
      buffer.push_back(static_cast<utf8proc_int32_t>(c));
    else
      buffer.insert(buffer.end(), part.begin(), part.begin() + length);
  }
  const auto classOf = [](utf8proc_int32_t c) { return utf8proc_get_property(c)->combining_class; };
  for (auto begin = buffer.begin(); begin != buffer.end();) {  // the canonical order of marks
    const auto end =
        std::find_if(begin + 1, buffer.end(), [&](utf8proc_int32_t c) { return classOf(c) == 0; });
    std::stable_sort(classOf(*begin) == 0 ? begin + 1 : begin, end,
                     [&](auto left, auto right) { return classOf(left) < classOf(right); });
    begin = end;
  }
  const bool composed = form == UnicodeForm::kNfc || form == UnicodeForm::kNfkc;
  auto length = static_cast<utf8proc_ssize_t>(buffer.size());
  if (composed)
    length = utf8proc_normalize_utf32(
        buffer.data(), length, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (length < 0) return text;
  return {buffer.begin(), buffer.begin() + length};
}

std::u32string lowerCase(char32_t c) {
  if (c == U'\u0130') return U"i\u0307";
  return std::u32string(1,
                        static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
}

bool isLetter(char32_t c) {
  const auto category = categoryOf(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool isNumber(char32_t c) {
  const auto category = categoryOf(c);
  return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

bool isDecimalDigit(char32_t c) { return categoryOf(c) == UTF8PROC_CATEGORY_ND; }

bool isMark(char32_t c) {
  const auto category = categoryOf(c);
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool isNonspacingMark(char32_t c) { return categoryOf(c) == UTF8PROC_CATEGORY_MN; }

bool isWhiteSpace(char32_t c) {
  const auto category = categoryOf(c);
  return (c >= 0x9 && c <= 0xD) || c == 0x85 ||
         (category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP);
}

bool isWordCharacter(char32_t c) {
  return isLetter(c) || isMark(c) || isDecimalDigit(c) || categoryOf(c) == UTF8PROC_CATEGORY_NL ||
         categoryOf(c) == UTF8PROC_CATEGORY_PC;
}

bool joinsBefore(char32_t c) {
  std::array<utf8proc_int32_t, 32> part{};
  const utf8proc_ssize_t length = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(c), part.data(), static_cast<utf8proc_ssize_t>(part.size()),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), nullptr);
  const auto first = length > 0 ? static_cast<char32_t>(part[0]) : c;
  return composesBackwards(first) || composesBackwards(c) ||
         utf8proc_get_property(static_cast<utf8proc_int32_t>(first))->combining_class != 0;
}

bool isCased(char32_t c) {
  const auto category = categoryOf(c);
  const bool otherCased = (c >= 0x2160 && c <= 0x217F) || (c >= 0x24B6 && c <= 0x24E9) ||
                          c == 0xAA || c == 0xBA || (c >= 0x2B0 && c <= 0x2B8) || c == 0x2C0 ||
                          c == 0x2C1 || (c >= 0x2E0 && c <= 0x2E4) || c == 0x345 || c == 0x37A;
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LT) || otherCased;
}

bool isCaseIgnorable(char32_t c) {
  switch (c) {
    case '\'':
    case '.':
    case ':':
    case 0xB7:
    case 0x387:
    case 0x55F:
    case 0x5F4:
    case 0x2018:
    case 0x2019:
    case 0x2024:
    case 0x2027:
    case 0xFE13:
    case 0xFE52:
    case 0xFE55:
    case 0xFF07:
    case 0xFF0E:
    case 0xFF1A:
      return true;
    default:
      break;
  }
  switch (categoryOf(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return false;
  }
}

}  // namespace fovea::published
