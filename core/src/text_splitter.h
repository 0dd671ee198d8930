#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fovea/config.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// A word of the text, spelled as in the vocabulary.
struct Word {
  /// A character of the spelling and the bytes of the text that it stands for. One character of
  /// the text may yield several here (Hangul), which then share its bytes.
  struct Character {
    std::size_t spellingEnd;
    std::size_t begin;
    std::size_t end;
  };
  enum class Kind { kOrdinary, kSpecial, kTooLong };

  Kind kind = Kind::kOrdinary;
  std::string spelling;               ///< folded, UTF-8; cut at kMaxCharacters
  std::vector<Character> characters;  ///< of the spelling; empty if kind is kSpecial
  std::size_t begin = 0;              ///< first byte in the text …
  std::size_t end = 0;                ///< … and one past the last

  static constexpr std::size_t kMaxCharacters = 100;
};

/// BERT's BasicTokenizer (Devlin et al. 2019), one word at a time: drops control characters, splits
/// at white space and around punctuation and CJK characters, and folds case and accents if the
/// config says so. One pass over the text, in constant memory.
class TextSplitter {
 public:
  /// Keeps references to the config and the text.
  TextSplitter(const ModelConfig& config, const Vocabulary& vocabulary, const std::string& text);

  /// Reads the next word; false at the end. Throws ModelError{kInvalidUtf8}.
  bool next(Word& word);

 private:
  enum class Role { kDropped, kAccent, kGap, kWord, kAlone };
  struct Character {
    Role role = Role::kDropped;
    char32_t original = 0;
    std::u32string spelling;  ///< folded, without accents
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  bool read(Word& word);
  Character peek(std::size_t position) const;
  bool joins(const Character& c, const Word& word) const;
  std::size_t specialLength() const;

  const ModelConfig& config_;
  const std::string& text_;
  std::vector<std::string> specials_;
  std::size_t position_ = 0;
  bool endsInCapitalSigma_ = false;  ///< the word being read
};

}  // namespace fovea
