#include "fovea/intervention.h"

#include <algorithm>
#include <cstdlib>

#include "fovea/error.h"
#include "json_text.h"

namespace fovea {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

Index parseIndex(const std::string& text, const std::string& whole) {
  constexpr std::size_t kMostDigits = 9;
  if (text.empty() || text.size() > kMostDigits ||
      text.find_first_not_of("0123456789") != std::string::npos)
    refuse(ErrorCode::kInvalidInput, inQuotes(whole) + ": " + inQuotes(text) +
                                         " is not an index; write a whole number from 0, a range " +
                                         "such as 2:5, or : for all");
  return std::stol(text);
}

IndexRange parseRange(const std::string& text, const std::string& whole) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    const Index index = parseIndex(text, whole);
    return {index, index + 1};
  }
  const std::string begin = trimmed(text.substr(0, colon));
  const std::string end = trimmed(text.substr(colon + 1));
  IndexRange range;
  if (!begin.empty()) range.begin = parseIndex(begin, whole);
  if (!end.empty()) range.end = parseIndex(end, whole);
  return range;
}

Scalar parseValue(const std::string& text, const std::string& whole) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0')
    refuse(ErrorCode::kInvalidInput, inQuotes(whole) + ": " + inQuotes(text) + " is not a number");
  return static_cast<Scalar>(value);
}

}  // namespace

Region parseRegion(const std::string& text) {
  const std::size_t bracket = text.find('[');
  Region region{trimmed(text.substr(0, bracket))};
  if (region.tensor.empty())
    refuse(ErrorCode::kInvalidInput, inQuotes(text) + ": a region must begin with a tensor's name");
  if (bracket == std::string::npos) return region;
  const std::string rest = trimmed(text.substr(bracket + 1));
  if (rest.empty() || rest.back() != ']')
    refuse(ErrorCode::kInvalidInput, inQuotes(text) + ": the region must end with ]");
  for (const std::string& part : split(rest.substr(0, rest.size() - 1), ','))
    region.ranges.push_back(parseRange(part, text));
  return region;
}

std::string toText(const Region& region) {
  if (region.ranges.empty()) return region.tensor;
  std::string text;
  for (const IndexRange& range : region.ranges) {
    text += text.empty() ? "[" : ",";
    if (range.end && *range.end == range.begin + 1) {
      text += std::to_string(range.begin);
    } else {
      if (range.begin > 0) text += std::to_string(range.begin);
      text += ":";
      if (range.end) text += std::to_string(*range.end);
    }
  }
  return region.tensor + text + "]";
}

Intervention parseIntervention(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse(
        ErrorCode::kInvalidInput,
        inQuotes(text) + ": a change is written as REGION=VALUE, REGION*=VALUE or REGION+=VALUE");
  Intervention intervention;
  const char before = text[equals - 1];
  if (before == '*') intervention.operation = Operation::kScale;
  if (before == '+') intervention.operation = Operation::kAdd;
  const bool set = intervention.operation == Operation::kSet;
  intervention.region = parseRegion(text.substr(0, set ? equals : equals - 1));
  for (const std::string& part : split(text.substr(equals + 1), ','))
    intervention.values.push_back(parseValue(part, text));
  return intervention;
}

}  // namespace fovea
