#include "published/aligned_text.h"

#include "utf8.h"

namespace fovea::published {

AlignedText aligned(const std::string& text, std::size_t begin, std::size_t end) {
  AlignedText result;
  result.reserve(end - begin);
  for (std::size_t at = begin; at < end;) {
    const std::size_t start = at;
    const char32_t c = decodeUtf8(text, at);
    result.push_back({c, start, at});
  }
  return result;
}

std::u32string charactersOf(const AlignedText& text) {
  std::u32string characters;
  characters.reserve(text.size());
  for (const AlignedCharacter& each : text) characters += each.c;
  return characters;
}

std::string utf8Of(const AlignedText& text, std::size_t begin, std::size_t end) {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) appendUtf8(text[i].c, result);
  return result;
}

std::u32string toUtf32(const std::string& text) { return charactersOf(aligned(text)); }

}  // namespace fovea::published
