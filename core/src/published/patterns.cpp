#include <algorithm>

#include "published/normalizer.h"
#include "published/unicode_forms.h"

namespace fovea::published {
namespace {

using Match = std::pair<std::size_t, std::size_t>;
/// The end of the match that begins at a character, or that character where there is none.
using Matcher = std::size_t (*)(const AlignedText&, std::size_t at);

template <typename Predicate>
std::size_t runOf(const AlignedText& text, std::size_t at, Predicate&& predicate) {
  while (at < text.size() && predicate(text[at].c)) ++at;
  return at;
}

bool isOtherInk(char32_t c) { return !isWhiteSpace(c) && !isLetter(c) && !isNumber(c); }

// GPT-2's: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
std::size_t matchGpt2(const AlignedText& text, std::size_t at) {
  static constexpr const char* kContractions[] = {"s", "t", "re", "ve", "m", "ll", "d"};
  if (text[at].c == '\'') {
    for (const char* ending : kContractions) {
      std::size_t end = at + 1;
      const char* letter = ending;
      while (*letter != '\0' && end < text.size() &&
             text[end].c == static_cast<char32_t>(*letter)) {
        ++letter;
        ++end;
      }
      if (*letter == '\0') return end;
    }
  }
  const std::size_t first = at + (text[at].c == ' ' ? 1 : 0);
  for (const auto is : {isLetter, isNumber, isOtherInk}) {
    const std::size_t end = runOf(text, first, is);
    if (end > first) return end;
  }
  const std::size_t end = runOf(text, at, isWhiteSpace);
  // White space before ink leaves its last character to what follows.
  return end == text.size() || end == at + 1 ? end : end - 1;
}

std::size_t matchSpaces(const AlignedText& text, std::size_t at) {
  return runOf(text, at, [](char32_t c) { return c == ' '; });
}
std::size_t matchTwoSpaces(const AlignedText& text, std::size_t at) {
  const std::size_t end = matchSpaces(text, at);
  return end < at + 2 ? at : end;
}
std::size_t matchWhiteSpace(const AlignedText& text, std::size_t at) {
  return runOf(text, at, isWhiteSpace);
}
std::size_t matchWord(const AlignedText& text, std::size_t at) {
  const std::size_t end = runOf(text, at, isWordCharacter);
  if (end > at) return end;
  return runOf(text, at, [](char32_t c) { return !isWordCharacter(c) && !isWhiteSpace(c); });
}

struct KnownRegex {
  const char* source;
  Matcher match;
};

// A regular expression's engine for these few would weigh more than all of the tokenizers.
constexpr KnownRegex kKnown[] = {
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", matchGpt2},
    {" {2,}", matchTwoSpaces},
    {" +", matchSpaces},
    {R"(\s+)", matchWhiteSpace},
    {R"(\w+|[^\w\s]+)", matchWord},
};

std::vector<Match> matchesBy(Matcher match, const AlignedText& text) {
  std::vector<Match> matches;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = match(text, at);
    if (end > at) matches.emplace_back(at, end);
    at = std::max(end, at + 1);
  }
  return matches;
}

std::vector<Match> matchesOfText(const std::u32string& wanted, const AlignedText& text) {
  std::vector<Match> matches;
  if (wanted.empty()) return matches;
  for (std::size_t at = 0; at + wanted.size() <= text.size();) {
    const auto same = [](char32_t c, const AlignedCharacter& each) { return c == each.c; };
    if (std::equal(wanted.begin(), wanted.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                   same)) {
      matches.emplace_back(at, at + wanted.size());
      at += wanted.size();
    } else {
      ++at;
    }
  }
  return matches;
}

}  // namespace

std::vector<Match> matchesOf(const TextPattern& pattern, const AlignedText& text) {
  if (!pattern.isRegex) return matchesOfText(toUtf32(pattern.text), text);
  for (const auto& [source, match] : kKnown)
    if (pattern.text == source) return matchesBy(match, text);
  refuse(kTokenizerFile, "Fovea does not support the regular expression " + inQuotes(pattern.text) +
                             ", only those of GPT-2, RoBERTa and XLM-RoBERTa");
}

}  // namespace fovea::published
