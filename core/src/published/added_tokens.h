#pragma once

#include <map>
#include <string>
#include <vector>

#include "published/normalizer.h"

namespace fovea::published {

/// A part of a text between tokens that stay whole, or one of them.
struct Section {
  AlignedText text;
  std::int32_t id = -1;  ///< of the token that it is, else −1
};

/// The tokens that are found in a text before it is split: "[MASK]", "<mask>".
class AddedTokens {
 public:
  /// From the member `added_tokens` of a tokenizer.json. Throws ModelError{kInvalidVocabulary}.
  AddedTokens(const Json& list, const Normalizer& normalizer);

  /// Sections of the text: the tokens that are looked for before it is normalised, or after.
  std::vector<Section> split(const AlignedText& text, bool normalised) const;

  /// Their spellings and ids.
  const std::map<std::int32_t, std::string>& spellings() const { return spellings_; }

 private:
  struct AddedToken {
    std::u32string content;
    std::int32_t id;
    bool singleWord;
    bool stripsLeft;
    bool stripsRight;
  };
  using ByFirst = std::map<char32_t, std::vector<AddedToken>>;

  static const AddedToken* find(const ByFirst& tokens, const AlignedText& text, std::size_t at);

  ByFirst raw_;
  ByFirst normalised_;
  std::map<std::int32_t, std::string> spellings_;
};

}  // namespace fovea::published
