#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fovea/error.h"
#include "json_text.h"

// How the parts of a model's JSON files are read: every wrong value is refused by its name.
namespace fovea::published {

using Json = nlohmann::json;

/// A file with whose name messages begin.
struct JsonFile {
  ErrorCode code;
  const char* name;
};
constexpr JsonFile kTokenizerFile{ErrorCode::kInvalidVocabulary, "tokenizer.json"};
constexpr JsonFile kConfigFile{ErrorCode::kInvalidConfig, "config.json"};

[[noreturn]] inline void refuse(const JsonFile& file, const std::string& message) {
  refuse(file.code, std::string(file.name) + ": " + message);
}

/// The member, or null where there is none or it is null.
inline const Json* memberOf(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

inline bool flagOf(const Json& json, const char* key, bool otherwise,
                   const JsonFile& file = kTokenizerFile) {
  const Json* const value = memberOf(json, key);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean())
    refuse(file, std::string(key) + " is " + shortText(*value) + ", but must be true or false");
  return value->get<bool>();
}

inline std::string textOf(const Json& json, const char* key, const char* otherwise = nullptr,
                          const JsonFile& file = kTokenizerFile) {
  const Json* const value = memberOf(json, key);
  if (value == nullptr && otherwise != nullptr) return otherwise;
  if (value == nullptr || !value->is_string())
    refuse(file, std::string(key) + " is " + (value == nullptr ? "missing" : shortText(*value)) +
                     ", but must be a string");
  return value->get<std::string>();
}

inline std::int32_t numberOf(const Json& json, const char* key) {
  const Json* const value = memberOf(json, key);
  constexpr std::uint64_t kMost = 1U << 24U;
  if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() > kMost)
    refuse(kTokenizerFile, std::string(key) + " is " +
                               (value == nullptr ? "missing" : shortText(*value)) +
                               ", but must be a whole number from 0 to " + std::to_string(kMost));
  return value->get<std::int32_t>();
}

/// The member, which must be a list; an empty one where there is none.
inline const Json& listOf(const Json& json, const char* key,
                          const JsonFile& file = kTokenizerFile) {
  static const Json kNone = Json::array();
  const Json* const value = memberOf(json, key);
  if (value == nullptr) return kNone;
  if (!value->is_array()) refuse(file, std::string(key) + " must be a list");
  return *value;
}

/// The pattern of a Replace or a Split: a text, or a regular expression by its source.
struct TextPattern {
  std::string text;
  bool isRegex = false;
};

inline TextPattern patternOf(const Json& json) {
  const Json* const pattern = memberOf(json, "pattern");
  if (pattern == nullptr || !pattern->is_object()) refuse(kTokenizerFile, "a pattern is missing");
  if (memberOf(*pattern, "Regex") != nullptr) return {textOf(*pattern, "Regex"), true};
  return {textOf(*pattern, "String"), false};
}

/// Says that no part can have this type.
inline std::string unsupported(const char* part, const std::string& type, const char* known) {
  return std::string("Fovea does not support the ") + part + " " + inQuotes(type) + ", only " +
         known;
}

}  // namespace fovea::published
