#include "published/normalizer.h"

#include <algorithm>
#include <utility>

#include "characters.h"
#include "published/unicode_forms.h"

namespace fovea::published {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kFinalSigma = 0x3C2;

template <typename Predicate>
void removeIf(AlignedText& text, Predicate&& predicate) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [&](const AlignedCharacter& each) { return predicate(each.c); }),
             text.end());
}

// A run of characters that normalise together keeps its bytes as a whole.
void normalise(UnicodeForm form, AlignedText& text) {
  AlignedText result;
  result.reserve(text.size());
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    std::u32string run(1, text[begin].c);
    while (end < text.size() && joinsBefore(text[end].c)) run += text[end++].c;
    if (run.size() == 1 && run[0] < 0x80) {
      result.push_back(text[begin]);
    } else {
      for (const char32_t c : normalised(run, form))
        result.push_back({c, text[begin].begin, text[end - 1].end});
    }
    begin = end;
  }
  text = std::move(result);
}

// Σ is ς at the end of a word: after a cased character and before none, whatever marks stand
// between.
bool isFinal(const AlignedText& text, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && isCaseIgnorable(text[before - 1].c)) --before;
  if (before == 0 || !isCased(text[before - 1].c)) return false;
  std::size_t after = at + 1;
  while (after < text.size() && isCaseIgnorable(text[after].c)) ++after;
  return after == text.size() || !isCased(text[after].c);
}

void toLowerCase(AlignedText& text) {
  AlignedText result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto [c, begin, end] = text[i];
    if (c == kCapitalSigma && isFinal(text, i)) {
      result.push_back({kFinalSigma, begin, end});
      continue;
    }
    for (const char32_t lower : lowerCase(c)) result.push_back({lower, begin, end});
  }
  text = std::move(result);
}

void removeAccents(AlignedText& text) {
  normalise(UnicodeForm::kNfd, text);
  removeIf(text, isNonspacingMark);
}

void clean(AlignedText& text) {
  removeIf(text, [](char32_t c) {
    return c == 0 || c == kReplacement || classify(c) == CharacterClass::kControl;
  });
  for (AlignedCharacter& each : text)
    if (isWhiteSpace(each.c)) each.c = ' ';
}

void setApartIdeographs(AlignedText& text) {
  AlignedText result;
  result.reserve(text.size());
  for (const AlignedCharacter& each : text) {
    const bool apart = isCjk(each.c);
    if (apart) result.push_back({' ', each.begin, each.begin});
    result.push_back(each);
    if (apart) result.push_back({' ', each.end, each.end});
  }
  text = std::move(result);
}

Normalizer bertNormalizer(const Json& json) {
  const bool cleans = flagOf(json, "clean_text", true);
  const bool apart = flagOf(json, "handle_chinese_chars", true);
  const bool lower = flagOf(json, "lowercase", true);
  const bool strips = flagOf(json, "strip_accents", lower);
  return [=](AlignedText& text) {
    if (cleans) clean(text);
    if (apart) setApartIdeographs(text);
    if (lower) toLowerCase(text);
    if (strips) removeAccents(text);
  };
}

void strip(bool left, bool right, AlignedText& text) {
  const auto isInk = [](const AlignedCharacter& each) { return !isWhiteSpace(each.c); };
  if (right) text.erase(std::find_if(text.rbegin(), text.rend(), isInk).base(), text.end());
  if (left) text.erase(text.begin(), std::find_if(text.begin(), text.end(), isInk));
}

Normalizer sequenceOfNormalizers(const Json& json) {
  std::vector<Normalizer> all;
  for (const Json& each : listOf(json, "normalizers")) all.push_back(makeNormalizer(each));
  return [all = std::move(all)](AlignedText& text) {
    for (const Normalizer& each : all) each(text);
  };
}

Normalizer makeReplace(const Json& json) {
  const TextPattern pattern = patternOf(json);
  matchesOf(pattern, {});  // refuses what it does not know
  return [pattern, content = toUtf32(textOf(json, "content"))](AlignedText& text) {
    replaceAll(pattern, content, text);
  };
}

Normalizer makePrepend(const Json& json) {
  return [prefix = toUtf32(textOf(json, "prepend"))](AlignedText& text) {
    if (text.empty()) return;
    AlignedText inserted;
    for (const char32_t c : prefix) inserted.push_back({c, text[0].begin, text[0].begin});
    text.insert(text.begin(), inserted.begin(), inserted.end());
  };
}

Normalizer makeForm(UnicodeForm form) {
  return [form](AlignedText& text) { normalise(form, text); };
}

}  // namespace

void replaceAll(const TextPattern& pattern, const std::u32string& content, AlignedText& text) {
  AlignedText result;
  std::size_t from = 0;
  for (const auto& [begin, end] : matchesOf(pattern, text)) {
    result.insert(result.end(), text.begin() + static_cast<std::ptrdiff_t>(from),
                  text.begin() + static_cast<std::ptrdiff_t>(begin));
    for (const char32_t c : content) result.push_back({c, text[begin].begin, text[end - 1].end});
    from = end;
  }
  result.insert(result.end(), text.begin() + static_cast<std::ptrdiff_t>(from), text.end());
  text = std::move(result);
}

Normalizer makeNormalizer(const Json& json) {
  if (json.is_null()) return [](AlignedText&) {};
  if (!json.is_object()) refuse(kTokenizerFile, "the normalizer must be an object");
  const std::string type = textOf(json, "type");
  if (type == "BertNormalizer") return bertNormalizer(json);
  if (type == "NFC") return makeForm(UnicodeForm::kNfc);
  if (type == "NFD") return makeForm(UnicodeForm::kNfd);
  if (type == "NFKC") return makeForm(UnicodeForm::kNfkc);
  if (type == "NFKD") return makeForm(UnicodeForm::kNfkd);
  if (type == "Lowercase") return toLowerCase;
  if (type == "StripAccents") return [](AlignedText& text) { removeIf(text, isMark); };
  if (type == "Strip")
    return [left = flagOf(json, "strip_left", true), right = flagOf(json, "strip_right", true)](
               AlignedText& text) { strip(left, right, text); };
  if (type == "Prepend") return makePrepend(json);
  if (type == "Replace") return makeReplace(json);
  if (type == "Precompiled") return makePrecompiled(textOf(json, "precompiled_charsmap", ""));
  if (type == "Sequence") return sequenceOfNormalizers(json);
  refuse(
      kTokenizerFile,
      unsupported("normalizer", type,
                  "BertNormalizer, NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, Strip, Prepend, "
                  "Replace, Precompiled and Sequence"));
}

}  // namespace fovea::published
