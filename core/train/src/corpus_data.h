#pragma once

#include <initializer_list>

namespace fovea {

/// A text longer than a literal may be: its parts, in order.
using TextParts = std::initializer_list<const char*>;

// The files of core/train/data, embedded by CMake, because the browser cannot read files.
extern const char* const kLexiconText;
extern const char* const kTemplatesText;
extern const char* const kReferenceTemplatesText;
extern const char* const kEverydayWordsText;
extern const char* const kEverydayTemplatesText;
extern const char* const kDeedsText;
extern const char* const kStatesText;
extern const char* const kFramesText;
extern const char* const kWideTemplatesText;
extern const char* const kWorldsText;
// Empty in a page.
extern const TextParts kBroadTemplatesText;
extern const TextParts kBroadWordsText;
extern const TextParts kBroadWorldsText;
extern const TextParts kBroadEncountersText;
extern const char* const kTinyLexiconText;
extern const char* const kTinyTemplatesText;
extern const char* const kTinyFramesText;
extern const char* const kSpeciesText;
extern const char* const kHandWrittenText;
extern const char* const kHandWrittenNewText;
extern const char* const kHandWrittenThirdText;
extern const char* const kEverydaySentencesText;
extern const char* const kWordGroupsText;

}  // namespace fovea
