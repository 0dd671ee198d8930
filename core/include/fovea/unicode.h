#pragma once

#include <string>

namespace fovea {

/// What the tokenizer asks of Unicode. Native builds answer with utf8proc, the browser with its own
/// tables (wasm/unicode_platform.cpp): exactly one of the two is linked, and both must agree.
enum class CharacterClass { kOther, kWhitespace, kControl, kPunctuation, kMark };

/// The first that applies, by general category:
///   kWhitespace   U+0009, U+000A, U+000D, and Zs, Zl, Zp
///   kControl      Cc, Cf, Co, Cs
///   kPunctuation  Pc, Pd, Ps, Pe, Pi, Pf, Po, and ASCII 33–47, 58–64, 91–96, 123–126
///   kMark         Mn
///   kOther        all else, also the unassigned (Cn), so that an older table and a newer one agree
///                 on most characters that only the newer one knows
/// These are the classes of BERT's BasicTokenizer. c is any Unicode scalar value.
CharacterClass characterClass(char32_t c);

/// One character in lower case, then in canonical decomposition (NFD): one or more code points. The
/// lower case is that of the character alone: Σ becomes σ, İ becomes i and U+0307.
std::u32string foldCharacter(char32_t c);

}  // namespace fovea
