#include "published/pre_tokenizer.h"

#include <array>
#include <utility>

#include "characters.h"
#include "published/normalizer.h"
#include "published/unicode_forms.h"
#include "utf8.h"

namespace fovea::published {
namespace {

using Match = std::pair<std::size_t, std::size_t>;
enum class Behaviour { kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext };

using Find = std::function<std::vector<Match>(const AlignedText&)>;

std::vector<Match> contiguous(const std::vector<Match>& matches) {
  std::vector<Match> joined;
  for (const Match& match : matches) {
    if (!joined.empty() && joined.back().second == match.first)
      joined.back().second = match.second;
    else
      joined.push_back(match);
  }
  return joined;
}

/// Splits at the matches; `find` gives them for a text.
PreTokenizer splitter(Behaviour behaviour, const Find& find) {
  return [behaviour, find](std::vector<PreToken>& tokens) {
    std::vector<PreToken> result;
    for (const PreToken& token : tokens) {
      std::size_t from = 0;
      const auto cut = [&](std::size_t end) {
        if (end <= from) return;
        const auto at = [&](std::size_t i) {
          return token.text.begin() + static_cast<std::ptrdiff_t>(i);
        };
        result.push_back({AlignedText(at(from), at(end)), token.first && from == 0});
        from = end;
      };
      for (const auto& [begin, end] : find(token.text)) {
        if (behaviour != Behaviour::kMergedWithPrevious) cut(begin);
        if (behaviour == Behaviour::kRemoved) from = end;
        if (behaviour != Behaviour::kMergedWithNext) cut(end);
      }
      cut(token.text.size());
    }
    tokens = std::move(result);
  };
}

/// Every character that is so, alone.
template <typename Predicate>
Find characters(Predicate is) {
  return [is](const AlignedText& text) {
    std::vector<Match> matches;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (is(text[i].c)) matches.emplace_back(i, i + 1);
    return matches;
  };
}

/// Matches that touch, as one.
Find runs(const Find& find) {
  return [find](const AlignedText& text) { return contiguous(find(text)); };
}

/// The splitter that a part of a tokenizer.json describes.
PreTokenizer splitterOf(const Json& json, const Find& find) {
  const std::string name = textOf(json, "behavior", "Isolated");
  if (name == "Removed") return splitter(Behaviour::kRemoved, find);
  if (name == "Isolated") return splitter(Behaviour::kIsolated, find);
  if (name == "MergedWithPrevious") return splitter(Behaviour::kMergedWithPrevious, find);
  if (name == "MergedWithNext") return splitter(Behaviour::kMergedWithNext, find);
  if (name == "Contiguous") return splitter(Behaviour::kIsolated, runs(find));
  refuse(kTokenizerFile,
         "behavior is " + inQuotes(name) +
             ", but must be one of Removed, Isolated, MergedWithPrevious, MergedWithNext and "
             "Contiguous");
}

bool isPunctuation(char32_t c) { return classify(c) == CharacterClass::kPunctuation; }

AlignedText asBytes(const AlignedText& text) {
  AlignedText result;
  std::string bytes;
  for (const AlignedCharacter& each : text) {
    bytes.clear();
    appendUtf8(each.c, bytes);
    for (const char byte : bytes)
      result.push_back({spellingOfByte(static_cast<unsigned char>(byte)), each.begin, each.end});
  }
  return result;
}

void prepend(char32_t c, AlignedText& text) {
  const std::size_t at = text.empty() ? 0 : text[0].begin;
  text.insert(text.begin(), {c, at, at});
}

PreTokenizer makeByteLevel(const Json& json) {
  const bool prefixes = flagOf(json, "add_prefix_space", true);
  const bool splits = flagOf(json, "use_regex", true);
  static const TextPattern kGpt2{
      R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", true};
  const PreTokenizer split = splitter(
      Behaviour::kIsolated, [](const AlignedText& text) { return matchesOf(kGpt2, text); });
  return [=](std::vector<PreToken>& tokens) {
    for (PreToken& token : tokens)
      if (prefixes && (token.text.empty() || token.text[0].c != ' ')) prepend(' ', token.text);
    if (splits) split(tokens);
    for (PreToken& token : tokens) token.text = asBytes(token.text);
  };
}

PreTokenizer makeMetaspace(const Json& json) {
  const std::u32string mark = toUtf32(textOf(json, "replacement", "\xE2\x96\x81"));
  if (mark.size() != 1) refuse(kTokenizerFile, "replacement must be one character");
  const bool always = flagOf(json, "add_prefix_space", true);
  const std::string scheme = textOf(json, "prepend_scheme", always ? "always" : "never");
  if (scheme != "always" && scheme != "first" && scheme != "never")
    refuse(kTokenizerFile, "prepend_scheme is " + inQuotes(scheme) +
                               ", but must be one of always, first and never");
  const bool splits = flagOf(json, "split", true);
  const char32_t c = mark[0];
  const PreTokenizer split =
      splitter(Behaviour::kMergedWithNext, characters([c](char32_t each) { return each == c; }));
  return [=](std::vector<PreToken>& tokens) {
    for (PreToken& token : tokens) {
      for (AlignedCharacter& each : token.text)
        if (each.c == ' ') each.c = c;
      const bool begins = !token.text.empty() && token.text[0].c == c;
      if (!begins && (scheme == "always" || (scheme == "first" && token.first)))
        prepend(c, token.text);
    }
    if (splits) split(tokens);
  };
}

PreTokenizer makeSplit(const Json& json) {
  const TextPattern pattern = patternOf(json);
  matchesOf(pattern, {});  // refuses what it does not know
  const bool inverted = flagOf(json, "invert", false);
  return splitterOf(json, [pattern, inverted](const AlignedText& text) {
    std::vector<Match> matches = matchesOf(pattern, text);
    if (!inverted) return matches;
    std::vector<Match> between;
    std::size_t from = 0;
    matches.emplace_back(text.size(), text.size());
    for (const auto& [begin, end] : matches) {
      if (begin > from) between.emplace_back(from, begin);
      from = end;
    }
    return between;
  });
}

PreTokenizer sequenceOfPreTokenizers(const Json& json) {
  std::vector<PreTokenizer> all;
  for (const Json& each : listOf(json, "pretokenizers")) all.push_back(makePreTokenizer(each));
  return [all = std::move(all)](std::vector<PreToken>& tokens) {
    for (const PreTokenizer& each : all) each(tokens);
  };
}

PreTokenizer bertPreTokenizer() {
  const PreTokenizer atSpaces = splitter(Behaviour::kRemoved, characters(isWhiteSpace));
  const PreTokenizer atMarks = splitter(Behaviour::kIsolated, characters(isPunctuation));
  return [=](std::vector<PreToken>& tokens) {
    atSpaces(tokens);
    atMarks(tokens);
  };
}

PreTokenizer makeWhitespace() {
  static const TextPattern kWords{R"(\w+|[^\w\s]+)", true};
  const PreTokenizer words = splitter(
      Behaviour::kIsolated, [](const AlignedText& text) { return matchesOf(kWords, text); });
  const PreTokenizer atSpaces = splitter(Behaviour::kRemoved, characters(isWhiteSpace));
  return [=](std::vector<PreToken>& tokens) {
    words(tokens);
    atSpaces(tokens);
  };
}

}  // namespace

char32_t spellingOfByte(unsigned char byte) {
  static const std::array<char32_t, 256> kSpellings = [] {
    std::array<char32_t, 256> all{};
    char32_t next = 0x100;
    for (char32_t b = 0; b < 256; ++b) {
      const bool prints = (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
      all[b] = prints ? b : next++;
    }
    return all;
  }();
  return kSpellings[byte];
}

PreTokenizer makePreTokenizer(const Json& json) {
  if (json.is_null()) return [](std::vector<PreToken>&) {};
  if (!json.is_object()) refuse(kTokenizerFile, "the pre-tokenizer must be an object");
  const std::string type = textOf(json, "type");
  if (type == "BertPreTokenizer") return bertPreTokenizer();
  if (type == "ByteLevel") return makeByteLevel(json);
  if (type == "Metaspace") return makeMetaspace(json);
  if (type == "Whitespace") return makeWhitespace();
  if (type == "WhitespaceSplit") return splitter(Behaviour::kRemoved, characters(isWhiteSpace));
  if (type == "Punctuation") return splitterOf(json, characters(isPunctuation));
  if (type == "Digits")
    return flagOf(json, "individual_digits", false)
               ? splitter(Behaviour::kIsolated, characters(isNumber))
               : splitter(Behaviour::kIsolated, runs(characters(isNumber)));
  if (type == "Split") return makeSplit(json);
  if (type == "Sequence") return sequenceOfPreTokenizers(json);
  refuse(kTokenizerFile,
         unsupported(
             "pre-tokenizer", type,
             "BertPreTokenizer, ByteLevel, Metaspace, Whitespace, WhitespaceSplit, Punctuation, "
             "Digits, Split and Sequence"));
}

}  // namespace fovea::published
