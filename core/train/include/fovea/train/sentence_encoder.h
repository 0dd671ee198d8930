#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "fovea/random.h"
#include "fovea/tokenizer.h"
#include "fovea/train/sentence.h"

namespace fovea {

/// The token ids of a sentence, and which of them belong to which word.
struct EncodedSentence {
  TokenIds ids;
  std::vector<Index> firstPiece;  ///< for each word, the index in ids of its first piece
  std::vector<Index> pieceCount;  ///< for each word, its number of pieces
};

/// Encodes words as pieces and caches the pieces of each word.
class SentenceEncoder {
 public:
  explicit SentenceEncoder(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}
  explicit SentenceEncoder(const Tokenizer&& tokenizer) = delete;  // it keeps a reference

  /// With `specials`, adds [CLS] in front and [SEP] at the end. Each word of more than two letters
  /// is spelled out, as if it were unknown, with probability `spellShare`.
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
