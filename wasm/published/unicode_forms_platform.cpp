#include <array>
#include <cstdint>

#include "published/unicode_forms.h"

// All are in unicode_forms_platform.js.
extern "C" {
int foveaProperties(std::uint32_t c);
int foveaForm(const char32_t* text, int length, int form);
void foveaTakeForm(char32_t* out);
std::uint32_t foveaLower(std::uint32_t c);
}

namespace fovea::published {
namespace {

enum Property : unsigned {
  kLetter = 1U << 0U,
  kNumber = 1U << 1U,
  kDecimalDigit = 1U << 2U,
  kMark = 1U << 3U,
  kNonspacingMark = 1U << 4U,
  kWhiteSpace = 1U << 5U,
  kWordCharacter = 1U << 6U,
  kCased = 1U << 7U,
  kCaseIgnorable = 1U << 8U,
  kAsked = 1U << 15U,
};

// A regular expression of JavaScript takes long beside the arithmetic here: what it said is kept.
unsigned propertiesOf(char32_t c) {
  static std::array<std::uint16_t, 0x10000> known{};
  if (c >= known.size()) return static_cast<unsigned>(foveaProperties(c));
  std::uint16_t& properties = known[c];
  if (properties == 0)
    properties = static_cast<std::uint16_t>(static_cast<unsigned>(foveaProperties(c)) | kAsked);
  return properties;
}

bool has(char32_t c, Property property) { return (propertiesOf(c) & property) != 0; }

}  // namespace

std::u32string normalised(const std::u32string& text, UnicodeForm form) {
  static_assert(static_cast<int>(UnicodeForm::kNfc) == 0 &&
                static_cast<int>(UnicodeForm::kNfkd) == 3);
  const int length = foveaForm(text.data(), static_cast<int>(text.size()), static_cast<int>(form));
  std::u32string normal(static_cast<std::size_t>(length), U'\0');
  foveaTakeForm(normal.data());
  return normal;
}

std::u32string lowerCase(char32_t c) {
  if (c == U'\u0130') return U"i\u0307";
  if (c < 0x80) return std::u32string(1, c >= U'A' && c <= U'Z' ? c + 0x20 : c);
  return std::u32string(1, foveaLower(c));
}

bool isLetter(char32_t c) { return has(c, kLetter); }
bool isNumber(char32_t c) { return has(c, kNumber); }
bool isDecimalDigit(char32_t c) { return has(c, kDecimalDigit); }
bool isMark(char32_t c) { return has(c, kMark); }
bool isNonspacingMark(char32_t c) { return has(c, kNonspacingMark); }
bool isWhiteSpace(char32_t c) { return has(c, kWhiteSpace); }
bool isWordCharacter(char32_t c) { return has(c, kWordCharacter); }
bool isCased(char32_t c) { return has(c, kCased); }
bool isCaseIgnorable(char32_t c) { return has(c, kCaseIgnorable); }

// What composes with the character before it is a mark, or a vowel or final consonant of Hangul, as
// it is or as the first of its compatibility decomposition.
bool joinsBefore(char32_t c) {
  const auto composesBackwards = [](char32_t each) {
    return isMark(each) || (each >= 0x1160 && each <= 0x11FF) ||
           (each >= 0x16D63 && each <= 0x16D6A);
  };
  if (composesBackwards(c)) return true;
  return c >= 0x80 && composesBackwards(normalised({c}, UnicodeForm::kNfkd)[0]);
}

}  // namespace fovea::published
