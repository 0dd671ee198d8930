#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "published/normalizer.h"
#include "utf8.h"

namespace fovea::published {
namespace {

// A value of 64 is none of base64's.
std::uint32_t base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
  return c == '+' ? 62 : c == '/' ? 63 : 64;
}

std::string fromBase64(const std::string& text) {
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    if (c == '=' || c == '\n') continue;
    const std::uint32_t value = base64Value(c);
    if (value == 64) refuse(kTokenizerFile, "precompiled_charsmap is not base64");
    bits = (bits << 6U) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 0xFFU);
  }
  return bytes;
}

std::uint32_t unitAt(const std::string& bytes, std::size_t at) {
  std::uint32_t unit = 0;
  for (std::size_t i = 4; i > 0; --i)
    unit = (unit << 8U) | static_cast<std::uint8_t>(bytes[at + i - 1]);
  return unit;
}

/// The double array of Darts-clone (Yata), as SentencePiece keeps it.
class Charsmap {
 public:
  explicit Charsmap(const std::string& bytes) {
    if (bytes.size() < 4) refuse(kTokenizerFile, "precompiled_charsmap is cut short");
    const std::size_t size = unitAt(bytes, 0);
    if (size % 4 != 0 || size > bytes.size() - 4 || size == 0)
      refuse(kTokenizerFile, "precompiled_charsmap has a trie of " + std::to_string(size) +
                                 " bytes, but is " + std::to_string(bytes.size()) + " bytes long");
    for (std::size_t at = 4; at < 4 + size; at += 4) units_.push_back(unitAt(bytes, at));
    replacements_ = bytes.substr(4 + size);
  }

  /// How many bytes from `at` are replaced, the longest match; 0 for none.
  std::size_t match(const std::string& text, std::size_t at, std::string& replacement) const {
    std::size_t length = 0;
    std::uint32_t node = offset(units_[0]);
    for (std::size_t i = at; i < text.size() && text[i] != '\0'; ++i) {
      node ^= static_cast<std::uint8_t>(text[i]);
      if (node >= units_.size() || label(units_[node]) != static_cast<std::uint8_t>(text[i])) break;
      const std::uint32_t unit = units_[node];
      node ^= offset(unit);
      if (((unit >> 8U) & 1U) == 0 || node >= units_.size()) continue;
      const std::size_t value = units_[node] & 0x7FFFFFFFU;
      if (value >= replacements_.size()) break;
      replacement = replacements_.c_str() + value;
      length = i + 1 - at;
    }
    return length;
  }

 private:
  static std::uint32_t label(std::uint32_t unit) { return unit & 0x800000FFU; }
  static std::uint32_t offset(std::uint32_t unit) {
    return (unit >> 10U) << ((unit & 0x200U) >> 6U);
  }

  std::vector<std::uint32_t> units_;
  std::string replacements_;
};

void appendReplaced(const std::string& replacement, std::size_t begin, std::size_t end,
                    AlignedText& to) {
  for (AlignedCharacter each : aligned(replacement)) to.push_back({each.c, begin, end});
}

}  // namespace

// SentencePiece replaces the longest match at each place, and leaves a character without one as it
// is.
Normalizer makePrecompiled(const std::string& base64) {
  if (base64.empty()) return [](AlignedText&) {};
  const auto map = std::make_shared<const Charsmap>(fromBase64(base64));
  return [map](AlignedText& text) {
    const std::string bytes = utf8Of(text, 0, text.size());
    AlignedText result;
    result.reserve(text.size());
    std::string replacement;
    std::size_t i = 0;  // the character at byte `at`
    for (std::size_t at = 0; at < bytes.size();) {
      std::size_t end = at + map->match(bytes, at, replacement);
      if (end == at) {
        result.push_back(text[i++]);
        decodeUtf8(bytes, at);
        continue;
      }
      const std::size_t first = i;
      while (at < end) {
        decodeUtf8(bytes, at);
        ++i;
      }
      appendReplaced(replacement, text[first].begin, text[i - 1].end, result);
    }
    text = std::move(result);
  };
}

}  // namespace fovea::published
