#pragma once

#include <string>

namespace fovea {

/// What the tokenizer asks of Unicode. Native builds answer with utf8proc, the browser with its own
/// tables (wasm/unicode_platform.cpp): exactly one of the two is linked, and both must agree.
enum class CharacterClass { kOther, kWhitespace, kControl, kPunctuation, kMark };

/// The class of a character beyond ASCII (any Unicode scalar value from U+0080 on; the core itself
/// knows ASCII), by its general category:
///   kWhitespace   Zs, Zl, Zp
///   kControl      Cc, Cf, Co, Cs
///   kPunctuation  Pc, Pd, Ps, Pe, Pi, Pf, Po
///   kMark         Mn
///   kOther        all else, also the unassigned (Cn), so that an older table and a newer one agree
///                 on most characters that only the newer one knows
CharacterClass characterClass(char32_t c);

/// A character beyond ASCII in lower case, then in canonical decomposition (NFD): one or more code
/// points. The lower case is that of the character alone: Σ becomes σ, İ becomes i and U+0307.
std::u32string foldCharacter(char32_t c);

}  // namespace fovea
