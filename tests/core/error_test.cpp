#include "fovea/error.h"

#include <set>
#include <string>

#include "catch2.h"

using fovea::ErrorCode;

TEST_CASE("every error code has a spelling of its own", "[error]") {
  std::set<std::string> names;
  const int last = static_cast<int>(ErrorCode::kNotInThisBuild);
  for (int code = 0; code <= last; ++code)
    names.insert(fovea::errorName(static_cast<ErrorCode>(code)));
  CHECK(names.size() == static_cast<std::size_t>(last) + 1);
  CHECK(names.count("unknown") == 0);
}

TEST_CASE("a ModelError carries its code and its message", "[error]") {
  const fovea::ModelError error(ErrorCode::kMissingTensor, "no tensor a.b");
  CHECK(error.code() == ErrorCode::kMissingTensor);
  CHECK(std::string(error.what()) == "no tensor a.b");
}
