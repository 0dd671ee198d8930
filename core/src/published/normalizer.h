#pragma once

#include <functional>

#include "published/aligned_text.h"
#include "published/tokenizer_part.h"

namespace fovea::published {

/// Changes a text before it is split: case, accents, forms of Unicode.
using Normalizer = std::function<void(AlignedText&)>;

/// From the member `normalizer` of a tokenizer.json, which may be null. Throws
/// ModelError{kInvalidVocabulary}.
Normalizer makeNormalizer(const Json& json);

/// Replaces every match, which is never empty.
void replaceAll(const TextPattern& pattern, const std::u32string& content, AlignedText& text);

/// The matches of a pattern in a text, as [begin, end) of its characters, in order. Regular
/// expressions are those that published tokenizers of these families have.
std::vector<std::pair<std::size_t, std::size_t>> matchesOf(const TextPattern& pattern,
                                                           const AlignedText& text);

/// SentencePiece's table of replacements (its precompiled_charsmap): a double array, then the
/// replacements, each ended by a zero.
Normalizer makePrecompiled(const std::string& base64);

}  // namespace fovea::published
