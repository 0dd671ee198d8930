#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fovea::published {

/// A character of a text that has been changed on the way to the vocabulary, and the bytes of the
/// reader's text that it stands for; none where it was inserted.
struct AlignedCharacter {
  char32_t c;
  std::size_t begin;
  std::size_t end;
};

/// A text as the steps of a tokenizer see it, which still knows where each character came from.
using AlignedText = std::vector<AlignedCharacter>;

/// The characters of text[begin, end). Throws ModelError{kInvalidUtf8} naming the byte.
AlignedText aligned(const std::string& text, std::size_t begin, std::size_t end);
inline AlignedText aligned(const std::string& text) { return aligned(text, 0, text.size()); }

/// The characters alone.
std::u32string charactersOf(const AlignedText& text);
std::string utf8Of(const AlignedText& text, std::size_t begin, std::size_t end);
std::u32string toUtf32(const std::string& text);

}  // namespace fovea::published
