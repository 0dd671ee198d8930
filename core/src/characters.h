#pragma once

#include <string>

#include "fovea/unicode.h"

namespace fovea {

/// characterClass and foldCharacter for every character. ASCII is handled here, the same in every
/// build; only the rest depends on the platform.
CharacterClass classify(char32_t c);
std::u32string fold(char32_t c);

/// Whether BERT's BasicTokenizer treats it as a CJK ideograph (not kana or Hangul).
bool isCjk(char32_t c);

}  // namespace fovea
