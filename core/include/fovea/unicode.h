#pragma once

#include <cstdint>
#include <string>

namespace fovea {

/// What the tokenizer asks of Unicode. Native builds answer with utf8proc, the browser with its own
/// tables (wasm/unicode_platform.cpp): exactly one of the two is linked.
enum class CharacterClass { kOther, kWhitespace, kControl, kPunctuation, kMark };

/// By general category: Zs and \t \n \r are white space, C* control, P* and ASCII symbols
/// punctuation, Mn marks (BERT's BasicTokenizer).
CharacterClass characterClass(char32_t c);

/// Lower case, then canonical decomposition (NFD), of one character: one or more code points.
std::u32string foldCharacter(char32_t c);

}  // namespace fovea
