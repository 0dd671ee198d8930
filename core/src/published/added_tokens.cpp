#include "published/added_tokens.h"

#include <algorithm>
#include <utility>

#include "published/unicode_forms.h"

namespace fovea::published {
namespace {

bool isAt(const std::u32string& content, const AlignedText& text, std::size_t at) {
  if (at + content.size() > text.size()) return false;
  for (std::size_t i = 0; i < content.size(); ++i)
    if (text[at + i].c != content[i]) return false;
  return true;
}

AlignedText part(const AlignedText& text, std::size_t begin, std::size_t end) {
  return {text.begin() + static_cast<std::ptrdiff_t>(begin),
          text.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace

AddedTokens::AddedTokens(const Json& list, const Normalizer& normalizer) {
  for (const Json& json : list) {
    if (!json.is_object()) refuse(kTokenizerFile, "an entry of added_tokens must be an object");
    const std::string content = textOf(json, "content");
    AddedToken token{{},
                     numberOf(json, "id"),
                     flagOf(json, "single_word", false),
                     flagOf(json, "lstrip", false),
                     flagOf(json, "rstrip", false)};
    const bool normalises = flagOf(json, "normalized", !flagOf(json, "special", false));
    AlignedText text = aligned(content);
    if (normalises) normalizer(text);
    token.content = charactersOf(text);
    spellings_[token.id] = content;
    if (token.content.empty()) continue;
    std::vector<AddedToken>& same = (normalises ? normalised_ : raw_)[token.content[0]];
    const auto longer = [&](const AddedToken& other) {
      return other.content.size() < token.content.size();
    };
    same.insert(std::find_if(same.begin(), same.end(), longer), token);
  }
}

const AddedTokens::AddedToken* AddedTokens::find(const ByFirst& tokens, const AlignedText& text,
                                                 std::size_t at) {
  const auto same = tokens.find(text[at].c);
  if (same == tokens.end()) return nullptr;
  for (const AddedToken& token : same->second) {  // the longest first
    if (!isAt(token.content, text, at)) continue;
    const std::size_t end = at + token.content.size();
    const bool inWord = (at > 0 && isWordCharacter(text[at - 1].c)) ||
                        (end < text.size() && isWordCharacter(text[end].c));
    if (!token.singleWord || !inWord) return &token;
  }
  return nullptr;
}

std::vector<Section> AddedTokens::split(const AlignedText& text, bool normalised) const {
  const ByFirst& tokens = normalised ? normalised_ : raw_;
  std::vector<Section> sections;
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size();) {
    const AddedToken* const token = find(tokens, text, at);
    if (token == nullptr) {
      ++at;
      continue;
    }
    std::size_t begin = at;
    std::size_t end = at + token->content.size();
    if (token->stripsLeft)
      while (begin > from && isWhiteSpace(text[begin - 1].c)) --begin;
    if (begin > from) sections.push_back({part(text, from, begin), -1});
    sections.push_back({part(text, at, end), token->id});
    if (token->stripsRight)
      while (end < text.size() && isWhiteSpace(text[end].c)) ++end;
    from = at = end;
  }
  if (from < text.size()) sections.push_back({part(text, from, text.size()), -1});
  return sections;
}

}  // namespace fovea::published
