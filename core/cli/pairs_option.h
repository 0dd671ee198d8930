#pragma once

#include <cstdint>

namespace fovea::cli {

/// Of --pairs: all of them are in memory at once.
constexpr std::uint64_t kMostPairs = 100000;

}  // namespace fovea::cli
