#pragma once

#include <cstdlib>
#include <string>

#include "catch2.h"
#include "fovea/error.h"

namespace fovea::test {

/// The ModelError that the call throws; fails the test where it throws none.
template <typename Call>
ModelError errorOf(Call&& call) {
  try {
    call();
  } catch (const ModelError& error) {
    return error;
  }
  FAIL("no ModelError was thrown");
  std::abort();  // not reached: FAIL throws
}

/// Checks that the call throws a ModelError of this code whose message holds the text.
template <typename Call>
void checkError(ErrorCode code, const std::string& text, Call&& call) {
  const ModelError error = errorOf(call);
  INFO("message: " << error.what());
  INFO("expected in it: " << text);
  CHECK(std::string(errorName(error.code())) == errorName(code));
  CHECK(std::string(error.what()).find(text) != std::string::npos);
}

}  // namespace fovea::test
