#include "fovea/unicode.h"

#include <initializer_list>

#include "catch2.h"

using fovea::CharacterClass;
using fovea::characterClass;
using fovea::foldCharacter;
using CodePoints = std::initializer_list<char32_t>;

// The same checks hold for utf8proc and, in the wasm build, for the platform's own tables.

TEST_CASE("white space is every separator", "[unicode]") {
  for (const char32_t c :
       CodePoints{0xA0, 0x1680, 0x2000, 0x2009, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000})
    CHECK(characterClass(c) == CharacterClass::kWhitespace);
}

TEST_CASE("control is Cc, Cf, Co, but not the unassigned", "[unicode]") {
  for (const char32_t c : CodePoints{0x80, 0x85, 0xAD, 0x61C, 0x200B, 0x200D, 0x202E, 0x2060,
                                     0xFEFF, 0xE000, 0xF8FF, 0xE0001, 0x10FFFD})
    CHECK(characterClass(c) == CharacterClass::kControl);
  for (const char32_t c : CodePoints{0x378, 0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFF})
    CHECK(characterClass(c) == CharacterClass::kOther);
}

TEST_CASE("punctuation is every P category, symbols are not", "[unicode]") {
  for (const char32_t c : CodePoints{0xA1, 0xAB, 0xBB, 0x2014, 0x2018, 0x2019, 0x201E, 0x2026,
                                     0x203F, 0x3001, 0x300C, 0xFF01, 0x10100, 0x1E95E})
    CHECK(characterClass(c) == CharacterClass::kPunctuation);
  for (const char32_t c : CodePoints{0xA9, 0xB1, 0x20AC, 0x2260, 0x1F44D})
    CHECK(characterClass(c) == CharacterClass::kOther);
}

TEST_CASE("marks are Mn alone", "[unicode]") {
  for (const char32_t c : CodePoints{0x300, 0x338, 0x5B0, 0x64E, 0x94D, 0x3099, 0xFE0F, 0xE0100})
    CHECK(characterClass(c) == CharacterClass::kMark);
  for (const char32_t c : CodePoints{0x903, 0x93F, 0x20DD})  // Mc, Mc, Me
    CHECK(characterClass(c) == CharacterClass::kOther);
}

TEST_CASE("letters, digits and ideographs are other", "[unicode]") {
  for (const char32_t c :
       CodePoints{0xE9, 0xDF, 0x3C3, 0x416, 0x5D0, 0x4E2D, 0x1100, 0xAC00, 0xBD, 0xB2})
    CHECK(characterClass(c) == CharacterClass::kOther);
}

TEST_CASE("folding lowers, then decomposes", "[unicode]") {
  CHECK(foldCharacter(U'É') == U"e\u0301");
  CHECK(foldCharacter(U'ê') == U"e\u0302");
  CHECK(foldCharacter(U'Ǘ') == U"u\u0308\u0301");
  CHECK(foldCharacter(U'Σ') == U"σ");
  CHECK(foldCharacter(U'İ') == U"i\u0307");
  CHECK(foldCharacter(U'ẞ') == U"ß");
  CHECK(foldCharacter(U'ß') == U"ß");
  CHECK(foldCharacter(U'ﬁ') == U"ﬁ");
  CHECK(foldCharacter(U'Ж') == U"ж");
  CHECK(foldCharacter(U'\u212B') == U"a\u030A");  // the ångström sign
  CHECK(foldCharacter(U'한') == U"\u1112\u1161\u11AB");
  CHECK(foldCharacter(U'각') == U"\u1100\u1161\u11A8");
  CHECK(foldCharacter(U'ガ') == U"カ\u3099");
  CHECK(foldCharacter(U'≠') == U"=\u0338");
  CHECK(foldCharacter(U'\u1F82') == U"\u03B1\u0313\u0300\u0345");  // four, the longest
  CHECK(foldCharacter(U'\u037E') == U";");
  CHECK(foldCharacter(U'Ა') == U"ა");
  CHECK(foldCharacter(U'𐐀') == U"𐐨");
  CHECK(foldCharacter(U'中') == U"中");
  CHECK(foldCharacter(U'\uF900') == U"\u8C48");
}
