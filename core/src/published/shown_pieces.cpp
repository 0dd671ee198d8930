#include "published/shown_pieces.h"

#include <algorithm>
#include <unordered_map>

#include "published/aligned_text.h"
#include "published/pre_tokenizer.h"
#include "published/unicode_forms.h"
#include "utf8.h"

namespace fovea::published {
namespace {

constexpr const char* kByteSpace = "\xC4\xA0";         // Ġ
constexpr const char* kUnigramSpace = "\xE2\x96\x81";  // ▁

bool beginsWith(const std::string& text, const std::string& what) {
  return text.compare(0, what.size(), what) == 0;
}

bool anyBeginsWith(const std::vector<std::string>& pieces, const char* what) {
  return std::any_of(pieces.begin(), pieces.end(),
                     [&](const std::string& piece) { return beginsWith(piece, what); });
}

std::string named(unsigned char byte) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  return std::string("<0x") + kDigits[byte >> 4U] + kDigits[byte & 0xFU] + ">";
}

/// What its bytes say; the piece itself where it is none of bytes.
std::string ofBytes(const std::string& piece) {
  static const std::unordered_map<char32_t, unsigned char> kBytes = [] {
    std::unordered_map<char32_t, unsigned char> all;
    for (unsigned byte = 0; byte < 256; ++byte)
      all.emplace(spellingOfByte(static_cast<unsigned char>(byte)),
                  static_cast<unsigned char>(byte));
    return all;
  }();
  std::string text;
  for (const char32_t c : toUtf32(piece)) {
    const auto byte = kBytes.find(c);
    if (byte == kBytes.end()) return piece;
    text += static_cast<char>(byte->second);
  }
  if (isUtf8(text)) return text;
  std::string names;
  for (const char byte : text) names += byte == ' ' ? " " : named(static_cast<unsigned char>(byte));
  return names;
}

std::string withSpaces(std::string piece) {
  const std::string mark = kUnigramSpace;
  for (std::size_t at = 0; (at = piece.find(mark, at)) != std::string::npos; ++at)
    piece.replace(at, mark.size(), " ");
  return piece;
}

/// A piece that begins a word begins with a space; one of letters without it goes on.
std::string marked(const std::string& text) {
  if (text == " ") return "\xE2\x90\xA3";  // ␣
  if (text[0] == ' ') return text.substr(1);
  std::size_t at = 0;
  const char32_t first = decodeUtf8(text, at);
  return isLetter(first) || isMark(first) || isNumber(first) ? "##" + text : text;
}

bool isSpecial(const std::string& piece) { return piece.front() == '<' && piece.back() == '>'; }

}  // namespace

void spellAsText(std::vector<std::string>& pieces) {
  const bool bytes = anyBeginsWith(pieces, kByteSpace);
  for (std::string& piece : pieces)
    if (!piece.empty() && !isSpecial(piece))
      piece = marked(bytes ? ofBytes(piece) : withSpaces(piece));
}

void spellInPlace(const std::vector<Token>& before, Token& token) {
  const bool isInside = !before.empty() && before.back().end > before.back().begin &&
                        token.begin == before.back().end;
  if (!isInside && token.piece.size() > 2 && beginsWith(token.piece, "##")) token.piece.erase(0, 2);
}

}  // namespace fovea::published
