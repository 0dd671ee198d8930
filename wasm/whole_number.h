#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <string>

#include "fovea/error.h"

namespace fovea {

/// A number from JavaScript as an integer; `what` names it in errors. Throws
/// ModelError{kInvalidInput} for negative numbers, fractions, NaN, and numbers beyond
/// Number.MAX_SAFE_INTEGER: casting those would be undefined or inexact.
inline std::uint64_t wholeNumber(const emscripten::val& number, const char* what) {
  constexpr double kMost = 9007199254740991;  // Number.MAX_SAFE_INTEGER
  const auto value = number.as<double>();
  if (value >= 0 && value <= kMost &&
      value == static_cast<double>(static_cast<std::uint64_t>(value)))
    return static_cast<std::uint64_t>(value);
  refuse(ErrorCode::kInvalidInput, std::string(what) + " is " +
                                       emscripten::val::global("String")(number).as<std::string>() +
                                       ", but must be a whole number from 0 to 9007199254740991");
}

}  // namespace fovea
