#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "fovea/random.h"
#include "fovea/tokenizer.h"
#include "fovea/train/sentence.h"

namespace fovea {

/// A sentence as the encoder takes it, with the way back to its words.
struct EncodedSentence {
  TokenIds ids;
  std::vector<Index> firstPiece;  ///< by word: where its pieces begin in ids …
  std::vector<Index> pieceCount;  ///< … and how many they are
};

/// Turns words into pieces; remembers every word's.
class SentenceEncoder {
 public:
  explicit SentenceEncoder(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}

  /// [CLS] and [SEP] surround the pieces where `specials` is set. Each word of more than two
  /// letters is spelled out, as if it were unknown, with the probability given.
  EncodedSentence encode(const std::vector<std::string>& words, bool specials, Random& random,
                         double spellShare);
  EncodedSentence encode(const std::vector<std::string>& words, bool specials);

 private:
  const TokenIds& pieces(const std::string& word);
  TokenIds spelled(const std::string& word) const;

  const Tokenizer& tokenizer_;
  std::unordered_map<std::string, TokenIds> known_;
};

}  // namespace fovea
