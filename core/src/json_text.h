#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fovea/error.h"

namespace fovea {

/// Text from a file made fit for one line of a message: cut where it is long, "?" for control
/// characters.
std::string excerpt(const std::string& text);
/// The same in quotation marks.
std::string inQuotes(const std::string& text);

/// A value fit for one line of a message; of an object only that it is one. (The
/// library's own writer would be a part of the page for the sake of its error messages.)
std::string shortText(const nlohmann::json& value);

/// What a JSON text is read as, and what it may be.
struct JsonRules {
  ErrorCode code;           ///< of the error for all that is wrong
  const char* what;         ///< begins each message
  std::size_t depth;        ///< the most objects and arrays inside one another
  std::size_t arrayLength;  ///< the most elements of one array
  std::size_t values;       ///< the most values in all, objects and arrays among them
};

/// Reads a JSON object. Throws ModelError with rules.code for what is not one, for a key that
/// appears twice in one object (the reader would silently keep one of them) and for what is beyond
/// the rules: a short hostile text can otherwise ask for gigabytes.
nlohmann::json parseJsonObject(const char* begin, const char* end, const JsonRules& rules);

}  // namespace fovea
