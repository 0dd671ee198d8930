#pragma once

#include <string>

#include "fovea/unicode.h"

namespace fovea {

/// characterClass and foldCharacter for every character: ASCII is answered here, the same in every
/// build, and only the rest asks the platform.
CharacterClass classify(char32_t c);
std::u32string fold(char32_t c);

/// The blocks that BERT's BasicTokenizer takes for CJK ideographs (no kana, no Hangul).
bool isCjk(char32_t c);

}  // namespace fovea
