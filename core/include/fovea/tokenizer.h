#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fovea/config.h"
#include "fovea/vocabulary.h"

namespace fovea {

inline namespace FOVEA_BUILD {

/// A token: a piece of the text.
struct Token {
  std::int32_t id;    ///< in the vocabulary
  std::string piece;  ///< as in the vocabulary: "##ing", "[UNK]"
  std::size_t begin;  ///< first byte in the text …
  std::size_t end;    ///< … and one past the last; begin == end for [CLS] and [SEP]
#ifdef FOVEA_ENCODER_ALONE
  static constexpr std::int32_t type = 0;
  static constexpr std::int32_t text = 0;
#else
  std::int32_t type = 0;  ///< the token type: 1 in the second text of a pair, where models tell
  std::int32_t text = 0;  ///< which text of a pair it is of: 0 or 1
#endif
};

/// A tokenized text.
struct Tokens {
  std::vector<Token> tokens;  ///< in the order of the text
  /// Tokens left out because the model takes no more (maxPositions, including special tokens).
  std::size_t dropped = 0;

  /// The ids of the tokens.
  std::vector<std::int32_t> ids() const;
  /// Their types, for ForwardOptions::tokenTypes; empty where all are 0.
  std::vector<std::int32_t> types() const;
};

/// How the tokenizer of another family splits texts; see readTokenizer (tokenizer_json.h).
class TokenizerPipeline {
 public:
  virtual ~TokenizerPipeline() = default;
  /// At most `limit` tokens of a text, or of two (the second may be null).
  virtual Tokens encode(const std::string& text, const std::string* second,
                        std::size_t limit) const = 0;
};

/// BERT's WordPiece (Devlin et al. 2019): lower-cases, strips accents, splits at white space and
/// punctuation and around CJK characters, then matches the longest pieces greedily. A word that
/// cannot be split, or has more than 100 characters, becomes one [UNK]. A special piece written out
/// ("[MASK]") stays whole; so does a word with an apostrophe inside (' or ’, read as ') if
/// split_apostrophes is false.
class Tokenizer {
 public:
  /// Throws ModelError{kInvalidVocabulary} if the config asks for special tokens that the
  /// vocabulary lacks, and {kInvalidConfig} if maxPositions leaves no room for them.
  Tokenizer(const ModelConfig& config, Vocabulary vocabulary);
  /// One that splits in another way, into pieces of this vocabulary.
  Tokenizer(const ModelConfig& config, Vocabulary vocabulary,
            std::shared_ptr<const TokenizerPipeline> pipeline);

  /// The vocabulary it was given.
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// An empty text yields only special tokens. Throws ModelError{kInvalidUtf8} naming the byte.
  Tokens encode(const std::string& text) const;

  /// Two texts, as a question and a passage. Throws ModelError{kInvalidInput} for a tokenizer that
  /// is not one of tokenizer.json's.
  Tokens encode(const std::string& text, const std::string& second) const;

 private:
  ModelConfig config_;
  Vocabulary vocabulary_;
  std::size_t longestPiece_ = 0;  ///< in bytes; longer candidates are not looked up
#ifndef FOVEA_ENCODER_ALONE
  std::shared_ptr<const TokenizerPipeline> pipeline_;  ///< null for WordPiece as above
#endif
};

}  // namespace FOVEA_BUILD

}  // namespace fovea
