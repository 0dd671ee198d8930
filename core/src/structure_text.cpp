#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "fovea/error.h"
#include "json_text.h"
#include "number_text.h"
#include "structure_options.h"

namespace fovea {
namespace {

bool operator==(const ResidualPath& a, const ResidualPath& b) {
  return a.gain == b.gain && a.normed == b.normed;
}

void appendItem(std::string& list, const std::string& item, const char* separator) {
  list += (list.empty() ? "" : separator) + item;
}

// Beyond these, floats would overflow or become 0.
constexpr double kSmallestDivisor = 1e-6;
constexpr double kLargestNumber = 1e6;

/// What a field accepts besides its spellings, or empty.
template <typename Field>
const char* numbersOf() {
  if (std::is_same_v<Field, Divisor>) return "a number from 1e-6 to 1e6";
  return std::is_same_v<Field, ResidualPath> ? "a number from -1e6 to 1e6" : "";
}

bool setNumber(double number, Divisor& divisor) {
  divisor = number;
  return number >= kSmallestDivisor && number <= kLargestNumber;
}
bool setNumber(double number, ResidualPath& path) {
  path = {number, false};
  return std::abs(number) <= kLargestNumber;
}
template <typename Field>
bool setNumber(double /*number*/, Field& /*field*/) {
  return false;
}

double numberOf(const Divisor& divisor) { return divisor.value_or(0); }
double numberOf(const ResidualPath& path) { return path.gain; }
template <typename Field>
double numberOf(const Field& /*field*/) {
  return 0;
}

/// The shortest decimal that parses to the number.
std::string shortestText(double number) {
  constexpr int kMostDigits = 17;
  std::string text;
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    text = numberText(number, digits);
    if (std::strtod(text.c_str(), nullptr) == number) break;
  }
  return text;
}

template <typename T, std::size_t n>
std::string spellingOf(const Spellings<T, n>& spellings, const T& field) {
  for (const auto& [spelling, value] : spellings)
    if (value == field) return spelling;
  return shortestText(numberOf(field));
}

template <typename T, std::size_t n>
std::string listOf(const Spellings<T, n>& spellings, const char* separator) {
  std::string list;
  const char* last = "";
  for (const auto& [spelling, value] : spellings) {
    if (std::string(last) != spelling) appendItem(list, spelling, separator);
    last = spelling;
  }
  return list;
}

template <typename T, std::size_t n>
void setField(const std::string& key, const std::string& value, const Spellings<T, n>& spellings,
              T& field) {
  for (const auto& [spelling, meaning] : spellings) {
    if (value != spelling) continue;
    field = meaning;
    return;
  }
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (!value.empty() && *end == '\0' && setNumber(number, field)) return;
  std::string choices = listOf(spellings, ", ");
  if (*numbersOf<T>() != '\0') appendItem(choices, numbersOf<T>(), " or ");
  refuse(ErrorCode::kInvalidInput,
         "structure: " + key + " is " + inQuotes(value) + ", but must be one of " + choices);
}

/// The keys that a visitor such as forEachOption visits.
template <typename Options>
std::string listOfKeys(Options&& options) {
  std::string list;
  options([&](const char* key, const auto&, const auto&) { appendItem(list, key, ", "); });
  return list;
}

std::string listOfKeys() {
  const Structure any;
  return listOfKeys([&](auto&& visit) { forEachOption(any, visit); });
}

std::string listOfKeysOfOne() {
  const LayerStructure any;
  return listOfKeys([&](auto&& visit) { forEachOptionOfOne(any, visit); });
}

/// One `key=value` or `key@LAYER=value`.
struct StructureEntry {
  std::string key;
  std::optional<Index> layer;
  std::string value;
};

Index layerOf(const std::string& digits, const ModelConfig& config) {
  constexpr std::size_t kMostDigits = 6;
  const bool isNumber = !digits.empty() && digits.size() <= kMostDigits &&
                        digits.find_first_not_of("0123456789") == std::string::npos;
  const Index layer = isNumber ? std::stol(digits) : -1;
  if (layer < 0 || layer >= config.layers)
    refuse(ErrorCode::kInvalidInput, "structure: there is no layer " + inQuotes(digits) +
                                         "; the layers are 0 to " +
                                         std::to_string(config.layers - 1));
  return layer;
}

StructureEntry parseEntry(const std::string& text, const ModelConfig& config) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    refuse(ErrorCode::kInvalidInput, "structure: " + inQuotes(text) +
                                         " has no value; write key=value, with one of the keys " +
                                         listOfKeys());
  StructureEntry entry{text.substr(0, equals), std::nullopt, text.substr(equals + 1)};
  const std::size_t at = entry.key.find('@');
  if (at == std::string::npos) return entry;
  entry.layer = layerOf(entry.key.substr(at + 1), config);
  entry.key.resize(at);
  return entry;
}

/// The entries of a text; no key may appear twice.
std::vector<StructureEntry> parseEntries(const std::string& text, const ModelConfig& config) {
  std::vector<StructureEntry> entries;
  std::set<std::pair<std::string, std::optional<Index>>> seen;
  for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    entries.push_back(parseEntry(text.substr(begin, end - begin), config));
    const StructureEntry& entry = entries.back();
    if (!seen.emplace(entry.key, entry.layer).second)
      refuse(ErrorCode::kInvalidInput, "structure: " + excerpt(entry.key) + " is given twice");
    begin = end + 1;
  }
  return entries;
}

/// Sets the field that the entry names among those that `options` visits; false if there is none.
template <typename Options>
bool setEntry(const StructureEntry& entry, Options&& options) {
  bool isKey = false;
  options([&](const char* key, const auto& spellings, auto& field) {
    if (entry.key != key) return;
    isKey = true;
    setField(entry.key, entry.value, spellings, field);
  });
  return isKey;
}

void setEntryOfAll(const StructureEntry& entry, Structure& structure) {
  if (setEntry(entry, [&](auto&& visit) { forEachOption(structure, visit); })) return;
  if (entry.key == "layer")
    refuse(ErrorCode::kInvalidInput,
           "structure: layer needs the number of a layer, for example layer@2=off");
  refuse(ErrorCode::kInvalidInput,
         "structure: there is no key " + inQuotes(entry.key) + "; the keys are " + listOfKeys());
}

void setEntryOfOne(const StructureEntry& entry, Structure& structure) {
  LayerStructure& layer = structure.layers.try_emplace(*entry.layer, structure).first->second;
  if (setEntry(entry, [&](auto&& visit) { forEachOptionOfOne(layer, visit); })) return;
  refuse(ErrorCode::kInvalidInput, "structure: there is no key " + inQuotes(entry.key) +
                                       " for a single layer; the keys are " + listOfKeysOfOne());
}

}  // namespace

Structure parseStructure(const std::string& text, const ModelConfig& config) {
  Structure structure = Structure::of(config);
  const std::vector<StructureEntry> entries = parseEntries(text, config);
  for (const StructureEntry& entry : entries)
    if (!entry.layer) setEntryOfAll(entry, structure);
  if (isAdded(structure.positions) && isAdded(config.positions))
    structure.positions = config.positions;
  for (const StructureEntry& entry : entries)
    if (entry.layer) setEntryOfOne(entry, structure);
  validate(structure, config);
  return structure;
}

std::string structureOptions() {
  std::string text;
  const Structure any;
  forEachOption(any, [&](const char* key, const auto& spellings, const auto& field) {
    std::string choices = listOf(spellings, "|");
    if (*numbersOf<std::decay_t<decltype(field)>>() != '\0') appendItem(choices, "NUMBER", "|");
    appendItem(text, std::string(key) + "=" + choices, ", ");
  });
  return text + "; for a single layer, KEY@LAYER=VALUE: layer=on|off, " +
         listOfKeys([&](auto&& visit) { forEachLayerOption(any, visit); });
}

std::string toText(const Structure& structure) {
  std::string text;
  std::map<std::string, std::string> ofAll{{"layer", "on"}};
  forEachOption(structure, [&](const std::string& key, const auto& spellings, const auto& field) {
    ofAll[key] = spellingOf(spellings, field);
    appendItem(text, key + "=" + ofAll[key], ",");
  });
  for (const auto& [l, layer] : structure.layers) {
    const std::string of = "@" + std::to_string(l) + "=";
    forEachOptionOfOne(layer,
                       [&](const std::string& key, const auto& spellings, const auto& field) {
                         const std::string value = spellingOf(spellings, field);
                         if (value != ofAll[key]) appendItem(text, (key + of).append(value), ",");
                       });
  }
  return text;
}

}  // namespace fovea
