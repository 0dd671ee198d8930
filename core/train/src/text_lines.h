#pragma once

#include <string>
#include <vector>

namespace fovea {

/// The lines of a data file without comments (# …) and blank lines.
std::vector<std::string> dataLines(const std::string& text);

/// The words between spaces.
std::vector<std::string> splitWords(const std::string& text);

/// `text` with every underscore a space.
std::string withSpaces(std::string text);

/// Throws ModelError{kInvalidInput} about a line of a data file.
[[noreturn]] void failAtLine(const std::string& file, const std::string& line,
                             const std::string& reason);

}  // namespace fovea
