#include "utf8.h"

#include <array>

#include "fovea/error.h"

namespace fovea {
namespace {

[[noreturn]] void invalid(std::size_t position) {
  refuse(ErrorCode::kInvalidUtf8, "byte " + std::to_string(position) + " of the text is not UTF-8");
}

// Number of continuation bytes after this first byte; 4 if no character begins with it.
std::size_t continuationCount(unsigned char first) {
  if (first < 0x80) return 0;
  if (first < 0xC2 || first > 0xF4) return 4;
  return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

}  // namespace

char32_t decodeUtf8(const std::string& text, std::size_t& position) {
  constexpr std::array<char32_t, 4> kSmallest{0, 0x80, 0x800, 0x10000};
  const std::size_t start = position;
  const auto first = static_cast<unsigned char>(text[position++]);
  const std::size_t count = continuationCount(first);
  if (count == 0) return first;
  if (count == 4) invalid(start);
  char32_t c = first & (0x3FU >> count);
  for (std::size_t i = 0; i < count; ++i) {
    if (position == text.size()) invalid(start);
    const auto next = static_cast<unsigned char>(text[position]);
    if ((next & 0xC0U) != 0x80U) invalid(position);
    c = (c << 6U) | (next & 0x3FU);
    ++position;
  }
  if (c < kSmallest[count] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) invalid(start);
  return c;
}

bool isUtf8(const std::string& text) {
  try {
    for (std::size_t at = 0; at < text.size();) decodeUtf8(text, at);
    return true;
  } catch (const ModelError&) {
    return false;
  }
}

void appendUtf8(char32_t c, std::string& text) {
  const auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80U | ((c >> shift) & 0x3FU));
  };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0U | (c >> 6U));
    tail(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0U | (c >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | (c >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace fovea
