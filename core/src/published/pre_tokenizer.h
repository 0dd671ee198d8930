#pragma once

#include <functional>
#include <vector>

#include "published/aligned_text.h"
#include "published/tokenizer_part.h"

namespace fovea::published {

/// A piece of text that no token crosses.
struct PreToken {
  AlignedText text;
  bool first = false;  ///< whether it begins the reader's text
};

/// Splits each pre-token further, and may respell it.
using PreTokenizer = std::function<void(std::vector<PreToken>&)>;

/// From the member `pre_tokenizer` of a tokenizer.json, which may be null. Throws
/// ModelError{kInvalidVocabulary}.
PreTokenizer makePreTokenizer(const Json& json);

/// How byte-level BPE spells a byte: as itself where it prints, else from U+0100 on.
char32_t spellingOfByte(unsigned char byte);

}  // namespace fovea::published
