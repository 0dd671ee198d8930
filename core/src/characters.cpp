#include "characters.h"

#include <algorithm>
#include <array>

namespace fovea {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

constexpr std::array kCjk{Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},   Range{0xF900, 0xFAFF},
                          Range{0x20000, 0x2A6DF}, Range{0x2A700, 0x2B73F}, Range{0x2B740, 0x2B81F},
                          Range{0x2B820, 0x2CEAF}, Range{0x2F800, 0x2FA1F}};

bool isAsciiAlphanumeric(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

CharacterClass classifyAscii(char32_t c) {
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return CharacterClass::kWhitespace;
  if (c < ' ' || c == 0x7F) return CharacterClass::kControl;
  return isAsciiAlphanumeric(c) ? CharacterClass::kOther : CharacterClass::kPunctuation;
}

}  // namespace

CharacterClass classify(char32_t c) { return c < 0x80 ? classifyAscii(c) : characterClass(c); }

std::u32string fold(char32_t c) {
  if (c >= 0x80) return foldCharacter(c);
  return std::u32string(1, c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

bool isCjk(char32_t c) {
  return std::any_of(kCjk.begin(), kCjk.end(),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

}  // namespace fovea
