#pragma once

#include <string>

namespace fovea::published {

/// What tokenizers of other families ask about characters beyond unicode.h, and the forms of
/// Unicode's normalisation. Native builds ask utf8proc.
enum class UnicodeForm { kNfc, kNfd, kNfkc, kNfkd };

std::u32string normalised(const std::u32string& text, UnicodeForm form);

/// One character in lower case, without regard to its neighbours: İ becomes i and U+0307.
std::u32string lowerCase(char32_t c);

bool isLetter(char32_t c);          ///< general category L
bool isNumber(char32_t c);          ///< general category N
bool isDecimalDigit(char32_t c);    ///< Nd
bool isMark(char32_t c);            ///< M
bool isNonspacingMark(char32_t c);  ///< Mn
bool isWhiteSpace(char32_t c);      ///< the property White_Space
/// A letter, a mark, a decimal digit or a connector: \w of regular expressions.
bool isWordCharacter(char32_t c);

/// Whether a character may change when it is normalised together with the one before it.
bool joinsBefore(char32_t c);

/// Whether it has case, and whether the rule of the final sigma looks past it.
bool isCased(char32_t c);
bool isCaseIgnorable(char32_t c);

}  // namespace fovea::published
