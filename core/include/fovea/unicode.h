#pragma once

#include <string>

namespace fovea {

/// What the tokenizer needs to know about a character. Native builds look it up in utf8proc, the
/// browser in its own tables (wasm/unicode_platform.cpp). Exactly one of the two is linked, and
/// they must agree.
enum class CharacterClass { kOther, kWhitespace, kControl, kPunctuation, kMark };

/// The class of a non-ASCII character (any Unicode scalar value from U+0080; the core handles ASCII
/// itself), by its general category:
///   kWhitespace   Zs, Zl, Zp
///   kControl      Cc, Cf, Co, Cs
///   kPunctuation  Pc, Pd, Ps, Pe, Pi, Pf, Po
///   kMark         Mn
///   kOther        everything else. Unassigned (Cn) is here so that an older table and a newer one
///                 agree on most characters that only the newer one knows
CharacterClass characterClass(char32_t c);

/// A non-ASCII character in lower case, canonically decomposed (NFD): one or more code points.
/// Context is ignored: Σ always becomes σ, and İ becomes i and U+0307.
std::u32string foldCharacter(char32_t c);

}  // namespace fovea
