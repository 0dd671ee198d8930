#pragma once

#include <cstddef>
#include <string>

namespace fovea {

/// Decodes the character at text[position] and moves position past it. Throws
/// ModelError{kInvalidUtf8} naming the byte for a stray or missing continuation byte, an
/// overlong form, a surrogate, or a value beyond U+10FFFF.
char32_t decodeUtf8(const std::string& text, std::size_t& position);

bool isUtf8(const std::string& text);

void appendUtf8(char32_t c, std::string& text);

}  // namespace fovea
