#pragma once

#include <string>

#include "fovea/config.h"
#include "fovea/tokenizer.h"

namespace fovea {

/// The tokenizer that a `tokenizer.json` describes: WordPiece, byte-level BPE or Unigram, with the
/// normalisers, pre-tokenizers, post-processors and added tokens that encoders have. Pieces are
/// spelled as text in BERT's way, whatever the file has for spaces and bytes: "street" for
/// "Ġstreet", "##s" for "s". Ids without a piece, up to the config's vocab_size, have the piece "".
/// Not available in the browser. Throws ModelError{kInvalidVocabulary} naming the part and what
/// would be right.
Tokenizer readTokenizer(const std::string& json, const ModelConfig& config);

/// What older models have in place of tokenizer.json, and how they read it.
struct TokenizerFiles {
  std::string wordPieces;     ///< the text of vocab.txt, or empty
  std::string vocabulary;     ///< the text of vocab.json, …
  std::string merges;         ///< … and of merges.txt, or empty
  std::string configuration;  ///< the text of tokenizer_config.json, or empty
};

/// The text of a tokenizer.json that says the same: BERT's of vocab.txt, RoBERTa's of vocab.json
/// and merges.txt. Throws ModelError{kMissingVocabulary} where there is neither.
std::string tokenizerJson(const TokenizerFiles& files);

}  // namespace fovea
