#include "text_lines.h"

#include <algorithm>
#include <sstream>

#include "fovea/error.h"

namespace fovea {

std::vector<std::string> dataLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const bool comment = line.rfind('#', 0) == 0;
    const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (!comment && !blank) lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> splitWords(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string withSpaces(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

void failAtLine(const std::string& file, const std::string& line, const std::string& reason) {
  refuse(ErrorCode::kInvalidInput, file + ": " + reason + " in the line: " + line);
}

}  // namespace fovea
