#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/config.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// A piece of a text.
struct Token {
  std::int32_t id;    ///< in the vocabulary
  std::string piece;  ///< as in the vocabulary: "##ing", "[UNK]"
  std::size_t begin;  ///< first byte in the text …
  std::size_t end;    ///< … and one past the last; begin == end for [CLS] and [SEP]
};

/// What a text becomes.
struct Tokens {
  std::vector<Token> tokens;  ///< in the order of the text
  /// Pieces left out because the model takes no more (maxPositions, specials counted).
  std::size_t dropped = 0;

  /// Those of the tokens.
  std::vector<std::int32_t> ids() const;
};

/// BERT's WordPiece (Devlin et al. 2019): lower case and accents stripped, split at white space and
/// punctuation, CJK characters apart, then greedy longest match; a word that cannot be split, or of
/// more than 100 characters, is one [UNK]. A special piece written out ("[MASK]") stays whole, and
/// so does a word with an apostrophe (' or ’, read as ') inside where split_apostrophes is false.
class Tokenizer {
 public:
  /// Throws ModelError{kInvalidVocabulary} where the config asks for specials that it lacks, and
  /// ModelError{kInvalidConfig} where maxPositions leaves them no room.
  Tokenizer(const ModelConfig& config, Vocabulary vocabulary);

  /// As it was given.
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// Throws ModelError{kInvalidUtf8} naming the byte. An empty text yields no tokens but specials.
  Tokens encode(const std::string& text) const;

 private:
  ModelConfig config_;
  Vocabulary vocabulary_;
  std::size_t longestPiece_ = 0;  ///< bytes: no longer candidate is looked up
};

}  // namespace fovea
