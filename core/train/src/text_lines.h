#pragma once

#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace fovea {

/// The lines of a data file, without blank lines and comments (# …).
std::vector<std::string> dataLines(const std::string& text);

/// The words between spaces.
std::vector<std::string> splitWords(const std::string& text);

/// `text` with every underscore a space.
std::string withSpaces(std::string text);

/// Throws ModelError{kInvalidInput} about a line of a data file.
[[noreturn]] void failAtLine(const std::string& file, const std::string& line,
                             const std::string& reason);

/// Parses a word of the line as a number above 0, an int or a double. Throws as failAtLine.
template <typename Number>
Number positiveNumber(const std::string& file, const std::string& line, const std::string& word) {
  std::istringstream stream(word);
  Number number = 0;
  const bool whole = (stream >> number) && stream.peek() == std::istringstream::traits_type::eof();
  if (!whole || !(number > 0))
    failAtLine(file, line,
               "\"" + word + "\" is not " +
                   (std::is_integral_v<Number> ? "a whole number" : "a number") + " above 0");
  return number;
}

}  // namespace fovea
