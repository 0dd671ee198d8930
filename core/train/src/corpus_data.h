#pragma once

namespace fovea {

// The files of core/train/data, built in by CMake: the browser has no files to read.
extern const char* const kLexiconText;
extern const char* const kTemplatesText;
extern const char* const kFramesText;
extern const char* const kSpeciesText;
extern const char* const kHandWrittenText;
extern const char* const kWordGroupsText;

}  // namespace fovea
