#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fovea/error.h"

namespace fovea {

/// Text from a file, made fit for one line of a message: cut if it is long, with "?" for control
/// characters.
std::string excerpt(const std::string& text);
/// The same, in quotation marks.
std::string inQuotes(const std::string& text);

/// A JSON value, made fit for one line of a message; objects are only named as such. (The library's
/// own writer would add to the page's size just for error messages.)
std::string shortText(const nlohmann::json& value);

/// Limits for a JSON text, and how errors are reported.
struct JsonRules {
  ErrorCode code;           ///< of every error
  const char* what;         ///< begins each message
  std::size_t depth;        ///< how deeply objects and arrays may nest
  std::size_t arrayLength;  ///< how many elements an array may have
  std::size_t values;       ///< how many values there may be, including objects and arrays
};

/// Parses a JSON object. Throws ModelError with rules.code for anything else, for a duplicate key
/// (which the parser would silently drop), and for exceeding the limits: otherwise a short hostile
/// text could ask for gigabytes.
nlohmann::json parseJsonObject(const char* begin, const char* end, const JsonRules& rules);

}  // namespace fovea
